import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frozen } from '../frozen.ts';
import { alerts } from './alerts.ts';
import { definitions } from './definitions.ts';
import { findings } from './findings.ts';
import { messages } from './messages.ts';
import { openTables } from '../open-tables.ts';
import { keyOf, type RawItem } from '../raw-items.ts';
import { reports } from './reports.ts';
import { runs } from './runs.ts';
import { sharedStories, stories } from './stories.ts';
import { channelFacts } from './channel-facts.ts';
import { upstream } from './upstream.ts';

// A table outlives the program that wrote it. The files beside this one hold one of each item that the adapters write,
// as it lies in the table: keys, names of attributes, and words that stand for something.

const GROUPS = { definitions, runs, findings, stories, alerts, messages, upstream, reports, channelFacts };
const folder = import.meta.dirname;

let tables: Awaited<ReturnType<typeof openTables>>;
beforeAll(async () => {
  tables = await openTables([
    ...Object.keys(GROUPS).flatMap((group) => [`${group}-written`, `${group}-left`]),
    'shared-stories',
  ]);
});
afterAll(() => tables.close());

describe.each(Object.entries(GROUPS))('items of %s', (group, kinds) => {
  it('are written as they were', async () => {
    const table = `${group}-written`;
    const adapters = tables.adapters(table);
    const known = new Set<string>();
    const written: Record<string, RawItem[]> = {};
    for (const { name, write } of kinds) {
      await write(adapters);
      written[name] = (await tables.read(table)).filter((item) => !known.has(keyOf(item)));
      for (const item of written[name]) known.add(keyOf(item));
    }
    expect(written).toEqual(await frozen(written, { folder, file: `${group}.json` }));
  });

  it('that an older program left are understood', async () => {
    const left = JSON.parse(readFileSync(join(folder, `${group}.json`), 'utf8')) as Record<string, RawItem[]>;
    await tables.put(`${group}-left`, Object.values(left).flat());
    const adapters = tables.adapters(`${group}-left`);
    for (const { name, read, is } of kinds) expect({ name, is: await read(adapters) }).toEqual({ name, is });
  });
});

it('stories and keys that versions before shared among all watches are understood', async () => {
  const left = JSON.parse(readFileSync(join(folder, 'shared-stories.json'), 'utf8')) as Record<
    string,
    RawItem[]
  >;
  await tables.put('shared-stories', Object.values(left).flat());
  const adapters = tables.adapters('shared-stories');
  for (const { name, read, is } of sharedStories) {
    expect(left[name]).toBeDefined();
    expect({ name, is: await read(adapters) }).toEqual({ name, is });
  }
});
