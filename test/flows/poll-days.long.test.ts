import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { DAY, dayOf, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { runWatch } from '../../shared/use-cases/collect/run-watch.ts';
import { decideSpace } from '../../shared/use-cases/decide/decide-space.ts';
import { orderWaiting } from '../../shared/use-cases/reconcile/reconcile.ts';
import { fullForm } from '../full-form.ts';
import { aDoom, dies, dying } from '../ports/dying.ts';
import { aFinding, aWatch } from '../ports/examples.ts';
import type { Publication } from '../ports/memory-services.ts';
import { workbench } from '../shared/use-cases/bench.ts';

// The days that a real poller saw, for two watches of a brand that run at the same time. Some articles come up to
// twenty hours late; every third run, and every third call that decides, dies at one of its calls and is repeated by
// another owner.

const FILE = '../shared/data/news-poll-days.ndjson.gz';
const FROM = Date.parse('2022-04-22T02:00:00Z');
/** The full form has all four days. */
const TO = FROM + fullForm(DAY / 2, 4 * DAY);

const timeSchema = z.string().transform((text) => Date.parse(`${text.replace(' ', 'T')}Z`));
const rowSchema = z.object({
  id: z.string(),
  title: z.string().nullable(),
  link: z.string(),
  domain_url: z.string(),
  description: z.string().nullable(),
  published_date: timeSchema,
  parse_date: timeSchema,
});

function publicationOf(line: string, n: number): Publication {
  const row = rowSchema.parse(JSON.parse(line));
  const finding = aFinding(n, {
    fingerprint: row.id,
    title: row.title ?? '',
    link: row.link,
    snippet: row.description ?? '',
    publishedAt: row.published_date,
    indexedAt: row.parse_date,
    outlet: { domain: row.domain_url },
  });
  return { finding, ...(n % 20 === 7 && { visibleAt: row.parse_date + (1 + (n % 20)) * HOUR }) };
}

it.skipIf(!existsSync(FILE))(
  `real days lose no article and repeat no story, whatever dies meanwhile (${FILE} beside the checkout)`,
  { timeout: fullForm(300_000, 1_500_000) },
  async () => {
    const corpus = gunzipSync(readFileSync(FILE))
      .toString()
      .trim()
      .split('\n')
      .map(publicationOf)
      .filter(({ finding }) => finding.indexedAt >= FROM && finding.indexedAt < TO);
    const watches = ['one', 'other'].map((id) =>
      aWatch({
        id,
        brand: 'acme',
        firstRun: 'tell',
        query: { q: id },
        alert: { when: 'story', channel: 'press-team' },
      }),
    );
    const bench = await workbench({ watches, corpus, now: FROM });
    const { clock, ports, order } = bench;
    let calls = 0;
    let deaths = 0;
    /**
     * Does a work in the name of a new owner. Every third dies at one of its calls, and is done again when its lease
     * has ended.
     */
    const mortally = async (
      work: (given: typeof ports, call: { owner: string; deadline: number }) => Promise<unknown>,
    ) => {
      calls += 1;
      const call = () => ({ owner: `call-${calls}-${deaths}`, deadline: clock.at + 5 * MINUTE });
      const doom = aDoom(
        calls % 3 === 0 ? 1 + ((calls * 7) % 13) : Infinity,
        calls % 2 === 0 ? 'after' : 'before',
      );
      if (!(await dies(work(dying(ports, doom), call())))) return;
      deaths += 1;
      clock.at += 6 * MINUTE;
      await work(ports, call());
    };
    const decideAll = async () => {
      for (let next = ports.decideQueue.waiting.shift(); next; next = ports.decideQueue.waiting.shift()) {
        const { order: due } = next;
        await mortally((given, call) => decideSpace(due, given, call));
      }
    };
    // Two days more: late articles are found by the daily recount.
    for (
      let end = FROM;
      end <= TO + 2 * DAY;
      end = Math.max(end, clock.at) + (end < TO ? 15 * MINUTE : 6 * HOUR)
    ) {
      clock.at = Math.max(clock.at, end);
      await Promise.all(
        watches.map(({ id }) => mortally((given, call) => runWatch(order({ watchId: id }), given, call))),
      );
      await orderWaiting(ports);
      await decideAll();
      await bench.deliver();
    }

    expect(deaths).toBeGreaterThan(10);
    const published = corpus.map(({ finding }) => finding.fingerprint).toSorted();
    for (const { id } of watches) {
      const found = await bench.store.findings.foundIn(id, { from: FROM, to: clock.at });
      expect(found.map(({ finding }) => finding.fingerprint).toSorted()).toEqual(published);
      expect(found.filter(({ verdict }) => verdict === undefined)).toEqual([]);
    }
    const days = [...new Set(Array.from({ length: 8 * 24 }, (_, n) => dayOf(FROM + n * HOUR)))];
    const alerts = (await Promise.all(days.map((day) => bench.store.alerts.madeOn(day, 100_000)))).flat();
    const stories = alerts.flatMap(({ alert: { occasion, development, raised, story } }) =>
      occasion.type === 'story' && !development && !raised?.after ? [story?.id] : [],
    );
    expect(stories.length).toBeGreaterThan(50);
    expect(new Set(stories).size).toBe(stories.length);
    expect(alerts.filter(({ state }) => state.state === 'pending')).toEqual([]);
    const messages = (await Promise.all(days.map((day) => bench.store.messages.madeOn(day, 100_000)))).flat();
    const sent = messages.flatMap(({ message }) => message.alertIds);
    expect(new Set(sent).size).toBe(sent.length);
    expect(bench.topic.published).toHaveLength(messages.length);
  },
);
