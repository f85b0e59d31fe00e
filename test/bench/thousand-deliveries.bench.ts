import { setTimeout as pause } from 'node:timers/promises';
import { payloadsOf, openLive, posterOf } from '../journeys/live-stack.ts';
import { printFigures, quantile } from './report.ts';

// A thousand deliveries reach the receiver within ten seconds, a twentieth twice and a twentieth out of order: how
// long each answer takes, which must come within five seconds, and how many records are there once the queue is empty.

const RECORDS = 950;
const EVERY = 10;
/** So many deliveries are on their way at once. */
const SENDERS = 16;

const live = await openLive();
const { client, stack } = live;
await live.sweepUntil(async () => (await client.monitors.list()).monitors.length === 1);
const { store } = stack.access;
const { ids, sent } = payloadsOf((await store.resources.monitor('breaches'))?.monitor?.id, RECORDS);
const post = await posterOf(live);
await post('{}');

const began = performance.now();
const answers: { status: number; took: number }[] = [];
const due = sent.entries();
await Promise.all(
  Array.from({ length: SENDERS }, async () => {
    for (const [n, body] of due) {
      const early = began + n * EVERY - performance.now();
      if (early > 0) await pause(early);
      const asked = performance.now();
      const status = await post(body);
      answers.push({ status, took: performance.now() - asked });
    }
  }),
);
const received = performance.now() - began;
await live.settle();
const taken = performance.now() - began;
const known = await store.findings.known('breaches', ids);
await live.close();

const times = answers.map(({ took }) => took);
printFigures([
  {
    name: `${sent.length} deliveries: kept`,
    value: answers.filter(({ status }) => status === 202).length,
    unit: 'answers',
    aim: sent.length,
    atLeast: true,
  },
  { name: 'an answer, at the 99th of a hundred', value: quantile(times, 0.99) / 1_000, unit: 's', aim: 5 },
  { name: 'until all were received', value: received / 1_000, unit: 's' },
  { name: 'until all were taken', value: taken / 1_000, unit: 's' },
  { name: 'records stored, each once', value: known.size, unit: 'records', aim: RECORDS, atLeast: true },
]);
process.exit();
