import { describe, expect, it } from 'vitest';
import type { Alert } from '../../shared/domain/alerts/alert.ts';
import type { Channel } from '../../shared/domain/channels/channel.ts';
import { HOUR, type Instant, MINUTE, wallClockOf } from '../../shared/domain/time/instant.ts';
import { putAlert } from '../../shared/use-cases/alerts/put-alerts.ts';
import { longForm, shareOf } from '../long-form.ts';
import { aChannel, anAlert } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';

// The hours around each change of the clocks, minute by minute, through the deliverer: every alert is told once, at
// the minute that a look at the wall clock alone would name.

/** The days around the changes of each zone; where clocks do not change, those of its neighbours. */
const CHANGES: Readonly<Record<string, readonly [spring: string, autumn: string]>> = {
  'Europe/Paris': ['2026-03-29', '2026-10-25'],
  'America/New_York': ['2026-03-08', '2026-11-01'],
  'Asia/Kathmandu': ['2026-03-29', '2026-10-25'],
  UTC: ['2026-03-29', '2026-10-25'],
};

/** What holds alerts; times within the hours that the changes leave out and repeat among them. */
const CHANNELS: Readonly<Record<string, Partial<Channel>>> = {
  'quiet nights': { quietHours: { from: '22:00', to: '07:00', except: 'critical' } },
  'quiet until within the change': { quietHours: { from: '23:15', to: '02:30', except: 'critical' } },
  'quiet from within the change': { quietHours: { from: '02:15', to: '05:45', except: 'critical' } },
  'a brief within the change': { brief: 'cron(30 2 * * ? *)' },
  'a brief each quarter of an hour': { brief: 'cron(0/15 * * * ? *)' },
  'a brief in the morning, and quiet nights': {
    brief: 'cron(0 6,18 * * ? *)',
    quietHours: { from: '22:00', to: '07:00', except: 'critical' },
  },
};

/** Alerts come for so long before and after a change, and are looked after until the last of them has its time. */
const BEFORE = 8 * HOUR;
const AFTER = 8 * HOUR;
const UNTIL = 34 * HOUR;

/** A minute, with what the wall clock shows and the latest that it has shown: its hands as if they never went back. */
interface Minute {
  at: Instant;
  wall: string;
  hand: string;
}

/** The wall clock of each minute of the span, read once. */
function minutesOf(timezone: string, from: Instant, to: Instant): Minute[] {
  const minutes: Minute[] = [];
  for (let at = from; at <= to; at += MINUTE) {
    const wall = wallClockOf(at, timezone);
    const last = minutes.at(-1)?.hand ?? '';
    minutes.push({ at, wall, hand: wall > last ? wall : last });
  }
  return minutes;
}

/** An hour that the clock shows again belongs to what it belonged to before. */
function isQuiet({ quietHours }: Channel, hand: string): boolean {
  if (!quietHours) return false;
  const { from, to } = quietHours;
  const time = hand.slice(11);
  return from <= to ? from <= time && time < to : time >= from || time < to;
}

/** The minutes at which a brief is due: the clock first shows its time, or leaps over it. */
function briefMinutes({ brief }: Channel, minutes: readonly Minute[]): Set<Instant> {
  const [, minute = '', hour = ''] = /^cron\((\S+) (\S+) /.exec(brief ?? '') ?? [];
  const hours = hour === '*' ? Array.from({ length: 24 }, (_, n) => n) : hour.split(',').map(Number);
  const starts = minute.includes('/') ? [0, 15, 30, 45] : [Number(minute)];
  const two = (n: number) => String(n).padStart(2, '0');
  const times = hours.flatMap((h) => starts.map((m) => `${two(h)}:${two(m)}`));
  const due = new Set<Instant>();
  for (const [n, { at, hand }] of minutes.entries()) {
    const last = minutes[n - 1]?.hand ?? hand;
    const slots = times.map((time) => `${hand.slice(0, 11)}${time}`);
    if (slots.some((slot) => last < slot && slot <= hand)) due.add(at);
  }
  return due;
}

/** The minute at which an alert has to be told. */
function expectedAt(
  alert: Alert,
  { channel, minutes, briefs }: { channel: Channel; minutes: readonly Minute[]; briefs: Set<Instant> },
): Instant {
  if (alert.severity === 'critical') return alert.createdAt;
  const after = minutes.slice(minutes.findIndex(({ at }) => at === alert.createdAt));
  const slot =
    channel.brief === undefined
      ? alert.createdAt
      : after.find(({ at }) => at > alert.createdAt && briefs.has(at))?.at;
  return after.find(({ at, hand }) => at >= (slot ?? 0) && !isQuiet(channel, hand))?.at ?? Number.NaN;
}

async function simulate(channel: Channel, minutes: readonly Minute[]) {
  const bench = await workbench({ watches: [], channels: [channel], now: minutes[0]!.at });
  const notifiedAt = new Map<string, Instant[]>();
  let seen = 0;
  const alerts: Alert[] = [];
  for (const [n, { at }] of minutes.entries()) {
    bench.clock.at = at;
    if (n % 11 === 7 && at < minutes[0]!.at + BEFORE + AFTER) {
      const alert = anAlert(n, { createdAt: at, severity: n % 9 === 0 ? 'critical' : 'warning' });
      alerts.push(alert);
      await putAlert(bench.ports, alert);
    }
    await bench.deliver('sweep');
    for (const { alertIds } of bench.topic.published.slice(seen))
      for (const id of alertIds) notifiedAt.set(id, [...(notifiedAt.get(id) ?? []), at]);
    seen = bench.topic.published.length;
  }
  return { alerts, notifiedAt };
}

const cases = Object.entries(CHANGES).flatMap(([timezone, days]) =>
  days.flatMap((day) =>
    Object.entries(CHANNELS).map(([name, changes]) => ({ timezone, day, name, changes })),
  ),
);

describe('around a change of the clocks, nothing is lost, early or sent twice', () => {
  // Every fifth comes to each zone, each change and each channel.
  it.each(shareOf(cases, { share: longForm(5, 1), turn: 0 }))(
    '$timezone, $day: $name',
    async ({ timezone, day, changes }) => {
      const change = Date.parse(`${day}T03:00:00Z`);
      const channel = aChannel({ timezone, ...changes });
      const minutes = minutesOf(timezone, change - BEFORE, change + UNTIL);
      const briefs = briefMinutes(channel, minutes);
      const { alerts, notifiedAt } = await simulate(channel, minutes);
      expect(alerts.length).toBeGreaterThan(80);
      const wrong = alerts
        .map((alert) => ({
          alert,
          told: notifiedAt.get(alert.id) ?? [],
          due: expectedAt(alert, { channel, minutes, briefs }),
        }))
        .filter(({ told: notified, due }) => notified.length !== 1 || notified[0] !== due)
        .map(({ alert, told: notified, due }) => {
          const say = (at: Instant) => (Number.isNaN(at) ? 'never' : wallClockOf(at, timezone));
          return `${say(alert.createdAt)} ${alert.severity}: told ${notified.map(say).join(', ')}, due ${say(due)}`;
        });
      expect(wrong).toEqual([]);
    },
  );
});
