import { expect, it, onTestFinished } from 'vitest';
import { openTables } from '../ports/open-tables.ts';
import { putExamples } from './examples.ts';
import { golden } from './golden.ts';

it('one of each thing that is stored, as it is in the table: keys, names of attributes, words', async () => {
  const tables = await openTables(['golden']);
  onTestFinished(() => tables.close());
  await putExamples(tables.store('golden'));
  const items = (await tables.read('golden')).map((item) => JSON.stringify(item));
  expect(items).toEqual(await golden(items, 'items.ndjson'));
});
