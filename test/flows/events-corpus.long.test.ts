import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DAY, HOUR, parseWireTime } from '../../shared/domain/time/instant.ts';
import { createEventsClient } from '../../shared/providers/events/create-events-client.ts';
import { eventsSource } from '../../shared/providers/events/events-source.ts';
import { runWatch } from '../../shared/use-cases/collect/run-watch.ts';
import { KEY, NOW, openEvents } from '../infra/local/services/events/open-events.ts';
import { aWatch } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';
import { decidedOf } from '../shared/use-cases/decide-ordered.ts';

// Real events, served on this machine: over overlapping runs each is found once, and none is missed.

const DATA = join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

interface Row {
  id: string;
  extraction_date: string | null;
  event_date: string;
}

const CORPORA = [
  {
    file: 'events-breaches.ndjson',
    type: 'data_breach',
    from: '2016-01-01',
    to: '2018-01-01',
    every: 20 * DAY,
    most: 100,
  },
  {
    file: 'events-layoffs.ndjson',
    type: 'layoff',
    from: '2025-09-01',
    to: '2026-02-15',
    every: 3 * DAY + 5 * HOUR,
    most: 100,
  },
  {
    file: 'events-fundraising.ndjson',
    type: 'fundraising',
    from: '2013-03-25',
    to: '2013-05-10',
    every: 36 * HOUR,
    most: 1_000,
  },
] as const;

/** The rows of a file of real events. */
function rowsOf(file: string): Row[] {
  return readFileSync(join(DATA, file), 'utf8')
    .trim()
    .split('\n')
    .map((line): Row => JSON.parse(line));
}

const absent = !existsSync(DATA);
const reason = absent ? ' (skipped: the data does not lie beside the checkout)' : '';

it.skipIf(absent).each(CORPORA)(
  `every event of $file from $from until $to is found once${reason}`,
  async ({ file, type, from, to, every, most }) => {
    const rows = rowsOf(file);
    const [start, end] = [Date.parse(from), Date.parse(to)];
    // So few events an answer that longer windows are halved by day, and still enough for the two busiest days
    // together.
    const events = await openEvents(rows, { mostEvents: most });
    events.clock.advance(start - NOW);
    const watch = aWatch({
      kind: 'events',
      query: { event_type: type },
      alert: { when: 'story', channel: 'press-team' },
      lookback: 30 * DAY,
    });
    const bench = await workbench({ watches: [watch], now: start });
    const client = createEventsClient({
      baseUrl: `${events.url}/events`,
      key: KEY['x-api-token'],
      clock: bench.clock,
    });
    onTestFinished(async () => {
      await client.close();
      await events.close();
    });
    const ports = { ...bench.ports, source: eventsSource(client) };
    let found = 0;
    let matched = 0;
    let alerts = 0;
    for (let at = start; at <= end; at += every) {
      events.clock.advance(at - events.clock.now());
      bench.clock.at = at;
      const outcome = await runWatch(bench.order(), ports, { owner: `run-${at}`, deadline: at + HOUR });
      expect(outcome).toMatchObject({ status: 'done', cut: 0, changed: 0, refused: 0 });
      found += outcome.new;
      matched += outcome.matched;
      alerts += outcome.alerts + decidedOf(await bench.decide(), watch.id).alerts;
    }
    const covered = (await bench.store.states.read(watch.id, 'live'))?.coveredUntil ?? 0;
    const first = Math.floor((start - 30 * DAY) / DAY) * DAY;
    const expected = rows.filter((row) => {
      const indexed = parseWireTime(row.extraction_date ?? row.event_date) ?? 0;
      return first <= indexed && indexed < covered;
    });
    const known = await bench.store.findings.read(
      watch.id,
      expected.map(({ id }) => id),
    );
    expect(known).toHaveLength(expected.length);
    expect(found).toBe(expected.length);
    expect(alerts).toBe(expected.length);
    expect(expected.length).toBeGreaterThan(50);
    expect(matched, 'windows overlap').toBeGreaterThan(found);
  },
);
