import { describe, expect, it } from 'vitest';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { DAY, dayOf, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';
import { wordsOf } from '../shared/use-cases/news-of.ts';
import { fullForm } from '../full-form.ts';

// What an outlet prints day after day under one form of titles. No day, and no report of others, is swallowed; a live
// page leads no alert.

const watch = aWatch({
  firstRun: 'tell',
  query: { q: 'ukraine OR markets OR briefing OR horoscope' },
  alert: { when: 'story', channel: 'press-team' },
});
const MIDNIGHT = NOON - 12 * HOUR;
const DAYS = fullForm(4, 8);

/** An article, so many hours after the first midnight. */
function article(hour: number, title: string, changes: Partial<Finding> = {}): Finding {
  const at = MIDNIGHT + hour * HOUR;
  return aFinding(Math.round(hour * 100), {
    title,
    snippet: '',
    outlet: { domain: 'daily.example' },
    link: `https://daily.example/${hour}`,
    publishedAt: at - 5 * MINUTE,
    indexedAt: at,
    ...changes,
  });
}

/** What an outlet prints each day at these hours. */
const eachDay = (hours: readonly number[], of: (day: number, n: number) => [string, Partial<Finding>?]) =>
  Array.from({ length: DAYS }, (_, day) =>
    hours.map((hour, n) => article(day * 24 + hour, ...of(day, n))),
  ).flat();

/**
 * A watch that runs each half an hour: how many alerts it made on each day, and of which days each story has articles.
 */
async function lived(items: readonly Finding[]) {
  const corpus = items.map((finding) => ({ finding }));
  const bench = await workbench({ watches: [watch], corpus, now: MIDNIGHT });
  for (; bench.clock.at < MIDNIGHT + DAYS * DAY; bench.clock.at += HOUR / 2)
    await bench.run({}, `run-${bench.clock.at}`);
  const days = Array.from({ length: DAYS }, (_, n) => dayOf(MIDNIGHT + n * DAY));
  const alerts = await Promise.all(days.map((day) => bench.store.alerts.madeOn(day, 1_000)));
  const stories = Map.groupBy(await findingsOf(bench), ({ story }) => story);
  return {
    alerts: alerts.map(({ length }) => length),
    titles: alerts.flat().map(({ alert }) => alert.items[0]?.title),
    days: Array.from(stories.values(), (all) => [
      ...new Set(all.map(({ finding }) => dayOf(finding.indexedAt))),
    ]),
  };
}

const SUBJECTS = [
  'Zelenskiy asks for jets',
  'Kharkiv struck by drones',
  'Moscow rejects grain deal',
  'allies pledge more shells',
  'dam workers evacuated',
  'prisoners exchanged at border',
  'Odesa port reopens',
  'blackouts spread in Lviv',
  'envoys meet in Ankara',
  'court issues warrant',
  'bridge damaged overnight',
];
const subjectOf = (day: number, n: number) => SUBJECTS[(day * 5 + n) % SUBJECTS.length] ?? '';
const text = (id: string) => wordsOf(id, 140);
const WEEKDAYS = ['Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday'];
const HOURS = [8, 11, 14, 17, 20];

/** By what is printed: its articles. */
const SERIES: Record<string, readonly Finding[]> = {
  'a summary by weekday, several times a day': eachDay(HOURS, (day) => [
    `Markets round-up, ${WEEKDAYS[day % WEEKDAYS.length]}`,
  ]),
  'a morning briefing with its date': eachDay([6], (day) => [`Morning briefing, ${20 + day} November`]),
  'a morning briefing with a text': eachDay([6], (day) => [
    'Morning briefing: what you need to know',
    { snippet: text(`briefing ${day}`) },
  ]),
  'a horoscope with its date': eachDay([5], (day) => [
    `Your horoscope for November ${20 + day}`,
    { snippet: text(`horoscope ${day}`) },
  ]),
  'a summary of the market in one form': eachDay([18], (day) => [
    `Stocks close ${['higher', 'lower'][day % 2]} as ${['banks rise', 'oil falls', 'tech slips'][day % 3]}`,
  ]),
};

describe('what an outlet prints each day is a story and an alert a day', () => {
  it.each(Object.entries(SERIES))('%s', async (_what, items) => {
    const { alerts, days } = await lived(items);
    expect(alerts).toEqual(Array.from({ length: DAYS }, () => 1));
    expect(days.map(({ length }) => length)).toEqual(Array.from({ length: DAYS }, () => 1));
  });
});

describe('a live blog', () => {
  it.each(['Ukraine war live', 'Guerre en Ukraine en direct '])(
    'leads no alert, and swallows no report of another outlet on what its updates say: %s',
    async (name) => {
      const blog = eachDay(HOURS, (day, n) => [`${name}: ${subjectOf(day, n)}`]);
      const reports = Array.from({ length: 4 }, (_, n) =>
        article(HOURS.at(-1)! + n * 24 + 1, subjectOf(n, 1 + n), {
          outlet: { domain: `outlet-${n}.example` },
          link: `https://outlet-${n}.example/report`,
        }),
      );
      const { titles } = await lived([...blog, ...reports]);
      expect(new Set(titles)).toEqual(new Set(reports.map(({ title }) => title)));
    },
  );
});
