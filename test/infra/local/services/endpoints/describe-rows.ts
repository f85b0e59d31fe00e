import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLANS } from '../../../../../infra/local/services/kit/plan.ts';
import { createEventsClient } from '../../../../../shared/providers/events/create-events-client.ts';
import { createExtractionClient } from '../../../../../shared/providers/extraction/client/create-extraction-client.ts';
import { createNewsClient } from '../../../../../shared/providers/news/create-news-client.ts';
import { testClock } from '../../../../shared/providers/test-clock.ts';
import { KEY as EVENTS_KEY, openEvents } from '../events/open-events.ts';
import { ACCOUNTS, openExtraction } from '../extraction/open-extraction.ts';
import { openNews } from '../news/open-news.ts';
import { accountRows, PEOPLE } from './account-rows.ts';
import type { RowAsk, RowCase, RowCases, RowServer } from './endpoint-list.ts';
import { eventsRows, ROW_LINES } from './events-rows.ts';
import { jobRows } from './job-rows.ts';
import { monitorRows } from './monitor-rows.ts';
import { newsRows, ROW_RECORDS } from './news-rows.ts';
import { resourceRows } from './resource-rows.ts';
import { openRowWorld, receiver, ROW_ARTICLES } from './row-world.ts';

/** The running servers of a service, by their settings, with the rows and a client of the usual one. */
interface Bench {
  urls: Readonly<Record<RowServer, string>>;
  key: Record<string, string>;
  row: (
    name: string,
  ) => Pick<RowCase<never>, 'good' | 'refused' | 'gives'> & { trip: () => Promise<unknown> | undefined };
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
    row: rowOf(rows, client),
    async close() {
      await client.close();
      for (const server of [usual, strict, small]) await server.close();
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

async function newsBench(): Promise<Bench> {
  const usual = await openNews(ROW_RECORDS);
  const strict = await openNews(ROW_RECORDS, { ...PLANS.v3, strict: true });
  const small = await openNews(ROW_RECORDS, { ...PLANS.v3, fixedPaths: false });
  const client = createNewsClient({ baseUrl: usual.url, key: 'k', clock });
  return {
    urls: { usual: usual.url, strict: strict.url, small: small.url },
    key: { 'x-api-token': 'k' },
    row: rowOf(newsRows(), client),
    async close() {
      await client.close();
      for (const server of [usual, strict, small]) await server.close();
    },
  };
}

async function eventsBench(): Promise<Bench> {
  const host = await openEvents(ROW_LINES);
  const url = `${host.url}/events`;
  const client = createEventsClient({ baseUrl: url, key: EVENTS_KEY['x-api-token'], clock });
  return {
    urls: { usual: url, strict: url, small: url },
    key: EVENTS_KEY,
    row: rowOf(eventsRows(), client),
    async close() {
      await client.close();
      await host.close();
    },
  };
}

function rowOf<C>(rows: RowCases<C>, client: C): Bench['row'] {
  return (name) => {
    const found = rows[name];
    if (!found) throw new Error(`${name} has no row`);
    return { ...found, trip: () => found.round?.(client) };
  };
}

/** The names of the rows, known before a server runs. */
const nowhere = new Proxy({}, { get: () => 'nobody' });
const ROWS = {
  news: { open: newsBench, names: Object.keys(newsRows()) },
  events: { open: eventsBench, names: Object.keys(eventsRows()) },
  extraction: {
    open: extractionBench,
    names: [jobRows, monitorRows, accountRows, resourceRows].flatMap((rows) =>
      Object.keys(rows(nowhere as never)),
    ),
  },
};

/**
 * Each rule of the contract that is more than a path: good requests, refusals, and a round trip through our client.
 */
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
      const trip = row.trip();
      if (!trip) return;
      expect({ got: await trip }).toMatchObject({ got: row.gives });
    });
  });
}
