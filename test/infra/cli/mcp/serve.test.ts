import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { mcpServer } from '../../../../infra/cli/mcp/serve.ts';
import { toolsOf } from '../../../../infra/cli/mcp/tools.ts';
import { NOON } from '../../../ports/examples.ts';
import { DAY, isoOf } from '../../../../shared/domain/time/instant.ts';
import { fill } from '../../../shared/api/open-api.ts';
import type { Stack } from '../../../../infra/cli/stack/stack.ts';
import { heldClock, memorySource } from '../../../ports/memory-services.ts';
import { FILE, memoryStack, NOW, openWorld, quietWorld } from '../open-world.ts';

async function connect({ allowChanges = false, file = FILE } = {}) {
  const { stack: plain, store, queue } = memoryStack();
  const source = memorySource([], heldClock(NOW));
  const stack: Stack = { ...plain, askService: async (_service, ask) => ask(source) };
  await fill(store);
  const { folder, write } = openWorld({ stack });
  write(file);
  const { world } = quietWorld({
    folder,
    watchesFile: `${folder}/watches.yaml`,
    openStack: async () => stack,
  });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await mcpServer(toolsOf({ allowChanges }), { stack, world }).connect(there);
  await client.connect(here);
  return { client, store, queue };
}

let reader: Awaited<ReturnType<typeof connect>>;
beforeEach(async () => {
  reader = await connect();
});

/** What somebody asks an assistant, the call that answers it, and what the answer holds. */
const ASKED: readonly [question: string, tool: string, input: object, holds: RegExp][] = [
  [
    'What happened to Acme this week?',
    'stories',
    { brand: 'acme', from: '2026-11-16' },
    /acme recalls its pump/,
  ],
  ['What did we send about Globex?', 'alerts', { state: 'sent', brand: 'globex' }, /globex-alert-2/],
  ['Who reports the recall?', 'story', { id: 'acme-story' }, /"outlets":\["acme.example"\]/],
  ['Is there a story with this id?', 'story', { id: 'none' }, /There is no such story/],
  ['Find the third pump', 'search', { words: '"pump 3"', brand: 'acme' }, /https:\/\/acme\.example\/3/],
  ['What did the watch of Acme find?', 'findings', { watch: 'acme-news' }, /"watchId":"acme-news"/],
  ['Who closes plants?', 'records', { words: 'closes' }, /"place":"acme town","jobs":"120"/],
  ['What do we watch for Globex?', 'watches', { brand: 'globex' }, /"query":\{"q":"globex"\}/],
  ['How is this watch?', 'status', { watch: 'acme-news' }, /"condition":"unscheduled"/],
  ['What is muted?', 'silences', {}, /"reason":"globex publishes its figures"/],
  ['Why not this URL?', 'explain', { of: 'https://acme.example/2' }, /belongs to a story/],
  [
    'Why did that watch not find it?',
    'explain',
    { of: 'https://acme.example/1', watch: 'none' },
    /Unknown watch/,
  ],
  ['What would my new watch find?', 'preview', { watch: 'acme-news' }, /"watch":"acme-news"/],
  ['Would the file send more?', 'replay', { days: 1 }, /"channel":"acme-team".*"lost":1/],
  ['Write me the report', 'report', { report: 'acme-weekly' }, /Unknown report/],
];

describe('an assistant', () => {
  it.each(ASKED)('answers "%s" by %s', async (_question, name, input, holds) => {
    const { content, structuredContent } = await reader.client.callTool({ name, arguments: { ...input } });
    const text = (content as { text: string }[]).map((part) => part.text).join('\n');
    expect(text).toMatch(holds);
    expect(text.length).toBeLessThan(20_000);
    // What is said about the call itself is no news.
    expect(structuredContent === undefined || text.startsWith('Untrusted content')).toBe(true);
  });

  it('has only tools that read, unless it may change something', async () => {
    const names = async ({ client }: typeof reader) =>
      (await client.listTools()).tools.map(({ name }) => name);
    const all = await names(await connect({ allowChanges: true }));
    const changing = ['silence', 'acknowledge', 'run'];
    expect(await names(reader)).toEqual(all.filter((name) => !changing.includes(name)));
    expect(all).toEqual(expect.arrayContaining(changing));
  });

  it('silences, acknowledges and runs where it may', async () => {
    const { client, store, queue } = await connect({ allowChanges: true });
    const matchers = { watch: ['acme-news'] };
    const silence = { matchers, reason: 'figures', endsAt: isoOf(NOON + 10 * DAY) };
    for (const [name, input] of [
      ['silence', silence],
      ['acknowledge', { alert: 'globex-alert-3' }],
      ['run', { watch: 'acme-news' }],
    ] as const)
      expect([name, (await client.callTool({ name, arguments: input })).isError]).toEqual([name, undefined]);
    expect((await store.silences.since(0)).map(({ owner }) => owner)).toContain('operator');
    expect(await store.readerActions.of('globex-news', 'globex-alert-3')).toHaveLength(1);
    expect(queue.sent).toHaveLength(1);
  });

  it('replays a file of many watches, a call for each, as long as it is given no limit of its own', async () => {
    const more = Array.from(
      { length: 30 },
      (_, n) => `  acme-${n}: { kind: search, query: { q: Acme ${n} }, alert: { channel: press-team } }\n`,
    );
    const { client } = await connect({ file: FILE + more.join('') });
    const replay = async (input: Record<string, number>) => {
      const { content } = await client.callTool({ name: 'replay', arguments: { days: 1, ...input } });
      return JSON.stringify(content);
    };
    expect(await replay({})).toContain('acme-team');
    expect(await replay({ maxCalls: 20 })).toContain('The replay needs more than 20 calls');
  });

  it('gets no option of a command past its input', async () => {
    const { content } = await reader.client.callTool({
      name: 'preview',
      arguments: { watch: '--stage=prod' },
    });
    expect(JSON.stringify(content)).toMatch(/Invalid/);
  });
});
