import { beforeAll, describe, expect, it } from 'vitest';
import type { Alert } from '../../shared/domain/alerts/alert.ts';
import { DAY, dayOf, HOUR, MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import type { Publication } from '../ports/memory-services.ts';
import { aWatch } from '../ports/examples.ts';
import { isFull } from '../full-form.ts';
import { workbench } from '../shared/use-cases/bench.ts';
import { newsOf } from '../shared/use-cases/news-of.ts';

// Six weeks of a watch for spikes, an hourly run after the other over the table in memory, with time held: a weekly
// rhythm, late articles, a day without runs; and in the sixth week a report that is copied, and later something that
// happens.

const START = Date.parse('2026-09-28T00:00:00Z'); // a Monday
const WEEKS = 6;
/** Thursday of the last week, ten in the morning; and Friday, ten at night. */
const COPIED = START + 5 * 7 * DAY + 3 * DAY + 10 * HOUR;
const HAPPENED = COPIED + 36 * HOUR;

/** Working hours are busy, nights and week-ends are calm; and it moves slowly from week to week. */
function rhythm({ random, article }: ReturnType<typeof newsOf>): Publication[] {
  const all: Publication[] = [];
  for (let hour = START - DAY; hour < START + WEEKS * 7 * DAY; hour += HOUR) {
    const day = new Date(hour).getUTCDay();
    const isBusy = day >= 1 && day <= 5 && hour % DAY >= 8 * HOUR && hour % DAY < 18 * HOUR;
    const week = 1 + Math.sin((hour - START) / (3 * 7 * DAY)) / 4;
    const usual = (isBusy ? 2 : 0.1) * week;
    const count = Math.floor(usual + random());
    for (let n = 0; n < count; n += 1) {
      const indexedAt = hour + Math.floor(random() * 3_600) * SECOND;
      // Each tenth article becomes visible hours after it was indexed.
      const visibleAt = indexedAt + (random() < 0.1 ? Math.floor(random() * 20) * HOUR : 0);
      all.push({ ...article(indexedAt), visibleAt });
    }
  }
  return all;
}

async function sixWeeks(
  happenings: readonly Publication[],
  news: ReturnType<typeof newsOf>,
): Promise<Alert[]> {
  const watch = aWatch({
    firstRun: 'silent',
    overlap: HOUR,
    alert: { when: 'spike', channel: 'press-team' },
    timezone: 'UTC',
  });
  const bench = await workbench({ watches: [watch], corpus: [...rhythm(news), ...happenings], now: START });
  for (let at = START; at < START + WEEKS * 7 * DAY; at += HOUR) {
    // Runs do not come at the full hour; and in the third week none comes for a day.
    const isDown = at >= START + 15 * DAY + 6 * HOUR && at < START + 16 * DAY + 6 * HOUR;
    bench.clock.at = at + 7 * MINUTE;
    if (!isDown) expect((await bench.run()).status).toBe('done');
  }
  const alerts: Alert[] = [];
  for (let at = START - DAY; at < START + (WEEKS * 7 + 1) * DAY; at += DAY) {
    for (const { alert } of await bench.store.alerts.madeOn(dayOf(at), 1_000)) alerts.push(alert);
  }
  return alerts.filter(({ occasion }) => occasion.type !== 'baseline' && occasion.type !== 'incident');
}

/** The report that is copied, and what happens later. */
const copiesIn = (news: ReturnType<typeof newsOf>) => news.copies(60, { from: COPIED, apart: 3 * MINUTE });
const happeningsIn = (news: ReturnType<typeof newsOf>) =>
  Array.from({ length: 20 }, (_, n) => news.article(HAPPENED + n * 9 * MINUTE));

describe.runIf(isFull)('a watch for spikes, over six weeks', () => {
  /** What was alerted on, in each run. */
  const calm: Alert[][] = [];
  const copied: Alert[][] = [];
  const happened: Alert[][] = [];
  beforeAll(async () => {
    // One run has all of it: what is not alerted on before the happening is neither the rhythm nor the copies.
    const news = newsOf(1);
    const all = await sixWeeks([...copiesIn(news), ...happeningsIn(news)], news);
    const before = all.filter(({ createdAt }) => createdAt < HAPPENED);
    calm.push(before);
    copied.push(before);
    happened.push(all.filter(({ createdAt }) => createdAt >= HAPPENED));
    // Each also runs apart from the others, to the end of the six weeks.
    const [first, second, third] = [newsOf(1), newsOf(1), newsOf(1)];
    calm.push(await sixWeeks([], first));
    copied.push(await sixWeeks(copiesIn(second), second));
    happened.push(await sixWeeks(happeningsIn(third), third));
  }, 300_000);

  it('does not alert on a weekly rhythm, on late articles, or on a day that is covered late', () => {
    for (const alerts of calm) expect(alerts).toEqual([]);
  });

  it('does not alert on one report in sixty outlets', () => {
    for (const alerts of copied) expect(alerts).toEqual([]);
  });

  it('alerts once on twenty articles that each report something of their own', () => {
    expect(happened.map(({ length }) => length)).toEqual(happened.map(() => 1));
    for (const alert of happened.flat()) {
      expect(alert).toMatchObject({
        watchId: 'acme-news',
        occasion: { type: 'spike' },
        severity: 'warning',
      });
      expect(alert.createdAt).toBeGreaterThan(HAPPENED);
      expect(alert.createdAt).toBeLessThanOrEqual(HAPPENED + 4 * HOUR);
      expect(alert.items.length).toBe(5);
      const { occasion } = alert;
      if (occasion.type !== 'spike') throw new Error('no spike');
      expect(occasion.seen?.stories).toBeGreaterThanOrEqual(10);
      expect(occasion.expected?.stories).toBeLessThan(3);
      expect(occasion.text).toMatch(
        /^\d+ articles in \d+ stories within 6 hours; usual at this time of the week: /,
      );
    }
  });
});
