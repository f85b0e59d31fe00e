import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExtractionClient } from '../../../../../shared/providers/extraction/client/create-extraction-client.ts';
import { testClock } from '../../../../shared/providers/test-clock.ts';
import { ACCOUNTS, openExtraction } from '../extraction/open-extraction.ts';
import { accountRows, PEOPLE } from './account-rows.ts';
import type { RowAsk, RowCase, RowCases, RowServer } from './endpoint-list.ts';
import { jobRows } from './job-rows.ts';
import { monitorRows } from './monitor-rows.ts';
import { resourceRows } from './resource-rows.ts';
import { openRowWorld, receiver, ROW_ARTICLES } from './row-world.ts';

/** The running servers of a service, by their settings, with the rows and a client of the usual one. */
interface Bench {
  urls: Readonly<Record<RowServer, string>>;
  key: Record<string, string>;
  row: (name: string) => RowCase<never> & { trip: () => Promise<unknown> };
  close: () => Promise<void>;
}

const clock = testClock();

async function extractionBench(): Promise<Bench> {
  const accounts = [...ACCOUNTS, ...PEOPLE];
  const plan = { jobSlots: 100, monitorSlots: 100 };
  const usual = await openExtraction({
    articles: ROW_ARTICLES,
    plan,
    accounts,
    receiver,
    settings: { sharing: 'view' },
  });
  const strict = await openExtraction({ settings: { strict: true } });
  const small = await openExtraction({ articles: ROW_ARTICLES, plan: { monthlyCredits: 15 } });
  await small.finishedJob();
  const world = await openRowWorld(usual);
  const rows: RowCases<ReturnType<typeof createExtractionClient>> = {
    ...jobRows(world),
    ...monitorRows(world),
    ...accountRows(world),
    ...resourceRows(world),
  };
  const client = createExtractionClient({ baseUrl: `${usual.host.url}/jobs`, key: 'key-of-ann', clock });
  const address = ({ host }: typeof usual) => `${host.url}/jobs/svc`;
  return {
    urls: { usual: address(usual), strict: address(strict), small: address(small) },
    key: { 'x-api-key': 'key-of-ann' },
    row: (name) => {
      const found = rows[name];
      if (!found) throw new Error(`${name} has no row`);
      return { ...found, trip: () => found.round(client) };
    },
    async close() {
      await client.close();
      for (const { close } of [usual, strict, small]) await close();
    },
  };
}

async function answerTo({ urls, key }: Bench, { method = 'POST', ask, headers, on = 'usual' }: RowAsk) {
  const [path, body] = ask;
  const isForm = body instanceof FormData;
  const answer = await fetch(`${urls[on]}${path}`, {
    method,
    headers: {
      ...(headers ?? key),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = (answer.headers.get('content-type') ?? '').includes('json');
  return { status: answer.status, text, ...(isJson && { body: JSON.parse(text) }) };
}

/** The names of the rows, known before a server runs. */
const nowhere = new Proxy({}, { get: () => 'nobody' });
const ROWS = {
  extraction: {
    open: extractionBench,
    names: [jobRows, monitorRows, accountRows, resourceRows].flatMap((rows) =>
      Object.keys(rows(nowhere as never)),
    ),
  },
};

/** Each rule of the contract that is more than a path: good requests, refusals, and a round trip through our client. */
export function describeRows(service: keyof typeof ROWS): void {
  const { open, names } = ROWS[service];
  let bench: Bench;
  beforeAll(async () => void (bench = await open()));
  afterAll(() => bench.close());

  describe.each(names)('%s', (name) => {
    it('is answered as the contract says', async () => {
      for (const good of bench.row(name).good) {
        expect({ asked: good.ask, ...(await answerTo(bench, good)) }).toMatchObject(good.answers);
      }
    });

    it('refuses what is wrong', async () => {
      for (const refused of bench.row(name).refused) {
        expect({ asked: refused.ask, ...(await answerTo(bench, refused)) }).toMatchObject(refused.answers);
      }
    });

    it('goes through our client and back', async () => {
      const row = bench.row(name);
      expect({ got: await row.trip() }).toMatchObject({ got: row.gives });
    });
  });
}
