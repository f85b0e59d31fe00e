import { DAY, MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import { liveThrough } from '../journeys/lived-days.ts';
import { type Figure, printFigures } from './report.ts';

// The first ten minutes of a fresh clone: the local stack over the sample and the shipped `watches.yaml`, on a clock
// that leaps from one piece of work to the next. Counted are the messages that are published, how soon the first
// critical one is, and what waits for the brief.

const from = Date.parse('2026-11-23T10:00:00Z');
const to = from + 10 * MINUTE;
const { stack, sent, began, close } = await liveThrough([], { from, to });
const { store } = stack.access;
const critical = sent.filter(({ message }) => message.severity === 'critical');
const first = Math.min(...critical.map(({ at }) => at));
const lanes = await store.definitions.channels();
const waiting = await Promise.all(lanes.map(({ name }) => store.outbox.due(name, to + 400 * DAY, 10_000)));
const briefed = waiting.flatMap(({ alerts }) =>
  alerts.filter(({ state }) => state.state === 'pending' && state.heldFor === 'brief'),
);
for (const { at, lane, message } of sent)
  process.stderr.write(
    `${Math.round((at - began) / SECOND)} s ${lane.name} ${message.severity} ${message.texts.subject}\n`,
  );
await close();
const figures: Figure[] = [
  { name: 'first 10 minutes: Publishes', value: sent.length, unit: '', aim: 8 },
  {
    name: 'first 10 minutes: of these with SMS',
    value: sent.filter(({ message }) => message.sms).length,
    unit: '',
  },
  {
    name: 'first 10 minutes: the first critical one after',
    value: (first - began) / SECOND,
    unit: 's',
    aim: 20,
  },
  {
    name: 'first 10 minutes: alerts that wait for a brief',
    value: briefed.length,
    unit: '',
    aim: 1,
    atLeast: true,
  },
];
printFigures(figures);
