import { describe, expect, it } from 'vitest';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { DAY, dayOf, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { aFinding, aWatch, NOON } from '../ports/examples.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';
import { wordsOf } from '../shared/use-cases/news-of.ts';
import { longForm } from '../long-form.ts';

// What an outlet prints day after day under one form of titles: live blogs, briefings, horoscopes, summaries of the
// market. Each day is a story with one alert, and no day, and no report of others, is swallowed.

const watch = aWatch({
  firstRun: 'tell',
  query: { q: 'ukraine OR markets OR briefing OR horoscope' },
  alert: { when: 'story', channel: 'press-team' },
});
const MIDNIGHT = NOON - 12 * HOUR;
const DAYS = longForm(4, 8);

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
const weekdayOf = (day: number) => WEEKDAYS[day % WEEKDAYS.length];
const SIGNS =
  'Aries Taurus Gemini Cancer Leo Virgo Libra Scorpio Sagittarius Capricorn Aquarius Pisces'.split(' ');
const HOURS = [8, 11, 14, 17, 20];

/** By what is printed: its articles. */
const SERIES: Record<string, readonly Finding[]> = {
  'a live blog with another subject in each update': eachDay(HOURS, (day, n) => [
    `Ukraine war live: ${subjectOf(day, n)}`,
  ]),
  'a live blog whose text grows at its beginning': eachDay(HOURS, (day, n) => [
    `Ukraine war live updates: ${subjectOf(day, n)}`,
    {
      snippet: Array.from({ length: n + 1 }, (_, at) => text(`${day} ${n - at}`)).join(' '),
      link: `https://daily.example/day-${day}`,
    },
  ]),
  'a live blog with a text of its own in each update': eachDay(HOURS, (day, n) => [
    `Guerre en Ukraine en direct : ${subjectOf(day, n)}`,
    { snippet: text(`${day} ${n}`) },
  ]),
  'a live blog with one title': eachDay(HOURS, (day, n) => [
    'Ukraine war live: latest updates',
    { snippet: text(`one ${day} ${n}`) },
  ]),
  'a live blog that numbers its days': eachDay(HOURS, (day) => [`Ukraine war live: day ${300 + day}`]),
  'a live blog that goes on through the night': eachDay([1, 4, 7, 10, 13, 16, 19, 22], (day, n) => [
    `Ukraine war live: ${subjectOf(day, n)}`,
  ]),
  'a live blog that ends': eachDay(HOURS, (day, n) => [`Ukraine war as it happened: ${subjectOf(day, n)}`]),
  'markets live, by weekday': eachDay(HOURS, (day) => [`Markets live, ${weekdayOf(day)}`]),
  'markets live, by weekday and subject': eachDay([8, 12, 17], (day, n) => [
    `Markets live, ${weekdayOf(day)}: ${['stocks slide', 'oil jumps', 'banks recover'][n]}`,
  ]),
  'a morning briefing with its date': eachDay([6], (day) => [`Morning briefing, ${20 + day} November`]),
  'a morning briefing with its subjects': eachDay([6], (day) => [`Morning briefing: ${subjectOf(day, 0)}`]),
  'a morning briefing with a text': eachDay([6], (day) => [
    'Morning briefing: what you need to know',
    { snippet: text(`briefing ${day}`) },
  ]),
  'a horoscope with its date': eachDay([5], (day) => [
    `Your horoscope for November ${20 + day}`,
    { snippet: text(`horoscope ${day}`) },
  ]),
  'horoscopes by sign': eachDay(
    SIGNS.map((_sign, n) => 5 + n / 20),
    (day, n) => [
      `${SIGNS[n]} horoscope today, November ${20 + day}`,
      { snippet: text(`${SIGNS[n]} ${day}`) },
    ],
  ),
  'horoscopes with their promises': eachDay([5, 6, 7], (day, n) => [
    `Daily horoscope for ${SIGNS[n * 4]}: ${subjectOf(day, n)}`,
  ]),
  'horoscopes of another language': eachDay([5, 6, 7], (_day, n) => [
    `Horoskop ${['Löwe', 'Steinbock', 'Fische'][n]} heute`,
  ]),
  'a summary of the market in one form': eachDay([18], (day) => [
    `Stocks close ${['higher', 'lower'][day % 2]} as ${['banks rise', 'oil falls', 'tech slips'][day % 3]}`,
  ]),
  'a summary of the market with a text': eachDay([18], (day) => [
    'Market wrap: how shares closed',
    { snippet: text(`wrap ${day}`) },
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
  const blog = eachDay(HOURS, (day, n) => [`Ukraine war live: ${subjectOf(day, n)}`]);

  it('swallows no report of another outlet on what its updates say', async () => {
    const reports = Array.from({ length: 4 }, (_, n) =>
      article(HOURS.at(-1)! + n * 24 + 1, subjectOf(n, 1 + n), {
        outlet: { domain: `outlet-${n}.example` },
        link: `https://outlet-${n}.example/report`,
      }),
    );
    const { titles } = await lived([...blog, ...reports]);
    expect(titles).toEqual(expect.arrayContaining(reports.map(({ title }) => title)));
  });

  it('is not recognised by what stands behind: outlets have such names', async () => {
    const titles = ['Ukraine asks for jets', 'Kharkiv court opens'].map((title) => `${title} - Lemberg Live`);
    const found = await lived(titles.map((title, n) => article(8 + n, title)));
    expect(found.titles).toEqual(titles);
  });

  it('of one outlet is not that of another', async () => {
    const others = blog.map((one, n) => ({
      ...one,
      fingerprint: `other-${n}`,
      title: one.title.replace(/: .*/, `: ${SUBJECTS[(n * 7 + 3) % SUBJECTS.length]}`),
      outlet: { domain: 'other.example' },
      link: `https://other.example/${n}`,
    }));
    const { alerts } = await lived([...blog, ...others]);
    expect(Math.max(...alerts)).toBe(2);
  });

  it.each([
    'Watch live: rescue of Ukraine miners',
    'Ukraine payment app goes live: what you need to know',
    'Live: storm hits coast of Ukraine',
    'Where people of Ukraine live: ten cities',
    'Horoscope app of Leonberg sued: court in Kyiv',
  ])('is no title such as "%s": another one of that form is another story', async (title) => {
    const [label, ...rest] = title.split(': ');
    const other = `${label}: ${wordsOf(rest.join(), 5)}`;
    const { titles } = await lived([article(8, title), article(9, other)]);
    expect(titles).toEqual([title, other]);
  });
});
