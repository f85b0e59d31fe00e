import { expect, it } from 'vitest';
import { dynamoStories } from '../../../../../shared/aws/dynamo/findings/dynamo-stories.ts';
import { openTable } from '../../../../../shared/aws/dynamo/table/table.ts';
import type { TableClient } from '../../../../../shared/aws/dynamo/table/table-client.ts';
import { NOON } from '../../../../ports/examples.ts';
import { newStories } from '../../../../ports/story-examples.ts';

it('a story that is put whole keeps what a later version has stored with it', async () => {
  const signature = { words: [1], weights: [1], names: [], figures: [], text: [] };
  const story = {
    id: 'story-1',
    title: 'Acme closes plant',
    madeAt: NOON,
    seenAt: NOON,
    expiresAt: NOON + 1,
    articles: [{ fingerprint: 'a', at: NOON }],
    signature,
    samples: [],
    absorbed: [],
  };
  let stored: any;
  const client: TableClient = {
    async request(operation, input: any) {
      if (operation === 'BatchGetItem') return { Responses: { table: [stored] } };
      stored = input.RequestItems.table[0].PutRequest.Item;
      return {};
    },
  };
  const stories = dynamoStories(openTable(client, 'table'));
  await stories.putNew('w', newStories({ stories: [story] }));
  const ofLater = { ...stored, mood: { S: 'new' } };
  stored = ofLater;
  const { records } = await stories.ofWatch('w', { keys: [], ids: ['story-1'] });
  const read = records.get('story-1');
  if (!read) throw new Error('no story');
  await stories.putNew('w', newStories({ grown: [read] }));
  expect(stored).toEqual(ofLater);
  const grown = { ...read, title: 'Acme shuts plant' };
  await stories.putNew('w', newStories({ grown: [grown] }));
  expect(stored).toEqual({ ...ofLater, title: { S: 'Acme shuts plant' } });
});
