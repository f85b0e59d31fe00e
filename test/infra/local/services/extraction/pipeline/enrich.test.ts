import { describe, expect, it } from 'vitest';
import type { Enrichment } from '../../../../../../infra/local/services/kit/event-kinds.ts';
import { EVENT_KINDS } from '../../../../../../infra/local/services/kit/event-kinds.ts';
import { enrich, fillTemplate } from '../../../../../../infra/local/services/extraction/pipeline/enrich.ts';
import { judgeBy } from '../../../../../../infra/local/services/extraction/pipeline/judge.ts';
import { readCluster } from '../../../../../../infra/local/services/extraction/pipeline/reading.ts';
import { article } from '../open-extraction.ts';

const CONTENT =
  'Acme Corp said on March 10, 2026 that hackers stole 4.5 million customer records in a ransomware attack. ' +
  'Chief executive John Smith told reporters in Paris, France that the breach cost Acme $12.5 million. ' +
  'Shares of Acme fell 3%. More on https://www.acme-corp.example/incident.';
const reading = readCluster([
  article('Acme Corp hit by data breach', { content: CONTENT, domain: 'wire.example' }),
]);

describe('fields are taken out of the text', () => {
  it.each<[string, Enrichment['type'], string, unknown]>([
    ['records_affected', 'number', 'Number of records affected', 4_500_000],
    ['breach_date', 'date', 'Day of the breach', '2026-03-10'],
    ['attack', 'option', 'Kind of attack, one of: phishing, ransomware, theft', 'ransomware'],
    ['place', 'text', 'Place where it happened', expect.stringContaining('Paris')],
    ['change', 'text', 'By how many percent shares fell', '3%'],
    [
      'reason',
      'text',
      'The reason: a ransomware attack by hackers',
      expect.stringContaining('hackers stole'),
    ],
    ['more', 'url', 'Where to read more', 'https://www.acme-corp.example/incident'],
    [
      'victim',
      'company',
      'The company that was hit',
      {
        source_text: 'Acme Corp',
        confidence: 0.7,
        metadata: { name: 'Acme Corp', domain_url: 'www.acme-corp.example', domain_url_confidence: 'medium' },
        name: 'Acme Corp',
        alternative_names: expect.any(Array),
        website_candidates: ['www.acme-corp.example'],
        people: expect.any(Array),
        address: expect.stringContaining('Paris'),
      },
    ],
  ])('%s, a %s: %s', (name, type, description, value) => {
    const { values, confidence } = enrich(reading, [{ name, type, description }]);
    expect(values[name]).toEqual(value);
    expect((confidence[name] ?? 0) > 0).toBe(value !== null);
  });

  it('a template is filled by fields, built-in names, or "unknown"', () => {
    const filled = fillTemplate('[COMPANY] lost [records affected] on [DATE]: [TITLE] ([WHO KNOWS])', {
      values: { company: { source_text: 'Acme Corp' }, records_affected: 4_500_000 },
      reading,
    });
    expect(filled).toBe('Acme Corp lost 4500000 on 2026-11-21: Acme Corp hit by data breach (unknown)');
  });
});

describe('validators', () => {
  it('want an event that a title names, and both of two words', () => {
    const about = (description: string, title: string, content: string) =>
      judgeBy([{ name: 'check', description, type: 'boolean' }])(readCluster([article(title, { content })]));
    const breach = 'True when the articles tell of a data breach';
    expect(about(breach, 'Globex Bank hit by data breach', '')).toBe(true);
    expect(about(breach, 'Globex Bank opens a shop', 'A year ago it had a data breach.')).toBe(false);
    expect(about(breach, 'How to live through a data breach', '')).toBe(false);
    const both = 'True when the articles speak of: bakery; flood';
    expect(about(both, 'Flood closes bakery', '')).toBe(true);
    expect(about(both, 'Flood closes school', '')).toBe(false);
  });
});

describe('labels of the corpus', () => {
  const labelled = (facts: object) => readCluster([article('Quarterly figures', { facts: { ...facts } })]);

  it('are the values of a record', () => {
    const { fields } = EVENT_KINDS.find(({ name }) => name === 'layoff')!;
    const one = labelled({ event: 'layoff', company: 'Acme', jobs_cut: 300, place: 'Lyon' });
    expect(enrich(one, fields).values).toMatchObject({
      company: { name: 'Acme' },
      jobs_cut: 300,
      place: 'Lyon',
    });
  });

  it('say what is written about, against the words of the text', () => {
    const holds = judgeBy([
      { name: 'a', description: 'True when the articles tell of: layoff', type: 'boolean' },
    ]);
    expect(holds(labelled({ event: 'layoff', company: 'Acme' }))).toBe(true);
    expect(holds(readCluster([article('Acme lays off 20 people', { facts: { event: 'recall' } })]))).toBe(
      false,
    );
  });
});

describe('what an article without labels is about', () => {
  const tells = (event: string, title: string) =>
    Boolean(readCluster([article(title)]).says(EVENT_KINDS.find(({ name }) => name === event)!));

  it.each([
    ['data_breach', 'Hackers stole data of 3 million Globex customers'],
    ['data_breach', 'Shop chain Globex confirms data breach of loyalty cards'],
    ['lawsuit', 'Acme sues Globex over patents'],
  ])('%s: %s', (event, title) => {
    expect(tells(event, title)).toBe(true);
  });

  it.each([
    ['data_breach', 'Man hacked to death in market'],
    ['data_breach', 'Bug could let hackers read mail'],
    ['strike', 'Missile strike hits railway workers'],
    ['launch', 'Neighbour launches missile into the sea'],
  ])('not %s: %s', (event, title) => {
    expect(tells(event, title)).toBe(false);
  });
});
