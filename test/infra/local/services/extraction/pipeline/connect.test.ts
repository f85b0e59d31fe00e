import { describe, expect, it } from 'vitest';
import type { Entity } from '../../../../../../infra/local/services/extraction/entities/entity.ts';
import {
  connectionOf,
  namesOfEntity,
} from '../../../../../../infra/local/services/extraction/pipeline/connect.ts';
import { readCluster } from '../../../../../../infra/local/services/extraction/pipeline/reading.ts';
import { article } from '../open-extraction.ts';

const acme: Entity = {
  id: 'e1',
  owner: { organization: 'acme', email: 'ann@acme.example', key: '****' },
  createdAt: 0,
  updatedAt: 0,
  name: 'Acme Corp',
  type: 'company',
  externalId: 'x-1',
  description: null,
  company: { domain: 'acme.example', alternative_names: ['Acme Stores'], key_persons: ['Jane Doe'] },
};
const score = (title: string, content = '') => connectionOf(acme, readCluster([article(title, { content })]));

describe('entities of a watchlist', () => {
  it('go by their name, with and without its legal form, and by their other names', () => {
    expect(namesOfEntity(acme).forms).toEqual([['acme', 'corp'], ['acme'], ['acme', 'stores']]);
  });

  it('are the main actor when titles name them, with a high score', () => {
    const found = score(
      'Acme Corp buys Globex',
      'Acme Corp of acme.example said so. Acme will pay, said Jane Doe of Acme.',
    );
    expect(found).toMatchObject({ association: 'event_associated', score: 10 });
    expect(found!.relation.length).toBeLessThanOrEqual(100);
  });

  it('are a mention when only the text names them, with a low score', () => {
    expect(score('Globex opens a shop', 'It lies beside one of Acme Stores.')).toMatchObject({
      association: 'mention',
      score: 1,
    });
  });

  it('are not connected when nobody names them, nor by a word that only begins like them', () => {
    expect(score('Globex opens a shop')).toBeUndefined();
    expect(score('The acmeist poets')).toBeUndefined();
  });
});
