import type { Example } from '../../domain/report/day-fold.ts';
import { bandOf, REACH_BANDS } from '../../domain/report/reach.ts';
import { dayReader } from '../../domain/report/period.ts';
import type { ReportNumbers } from '../../domain/report/report-numbers.ts';
import { countryName, line, shortDay } from './words.ts';

/** Listed articles that stand behind one number. */
export interface Group {
  /** The anchor that the number links to. */
  anchor: string;
  label: string;
  /** How many articles the number counts. */
  articles: number;
  /** Places of the listed ones among all listed articles, from 1 on. */
  places: readonly number[];
}

/** The listed articles, and which of them stand behind which number. */
export interface FindingsIndex {
  groups: readonly Group[];
  /** The link to what stands behind a number; undefined where no listed article does. */
  linkTo: (anchor: string) => string | undefined;
}

/** Anchors of the groups: what numbers link to. */
export const anchors = {
  day: (day: string) => `day-${day}`,
  tone: (tone: 'negative' | 'neutral' | 'positive') => `tone-${tone}`,
  band: (id: string) => `reach-${id}`,
  story: (n: number) => `story-${n}`,
  outlet: (n: number) => `outlet-${n}`,
  author: (n: number) => `author-${n}`,
  country: (n: number) => `country-${n}`,
};

/** Sorts the listed articles under the numbers of a report. */
export function indexFindings(numbers: ReportNumbers): FindingsIndex {
  const { examples, days, reach, topStories, topOutlets, topAuthors, topCountries, mood, period } = numbers;
  const dayIn = dayReader(period.timezone);
  const group = (head: Omit<Group, 'places'>, holds: (example: Example) => boolean): Group => ({
    ...head,
    places: examples.flatMap((one, index) => (holds(one) ? [index + 1] : [])),
  });
  const { count, negative, positive } = mood.now;
  const tones = { negative, neutral: count - negative - positive, positive };
  const groups = [
    ...days.map(({ day, articles }) =>
      group({ anchor: anchors.day(day), label: shortDay(day), articles }, ({ at }) => dayIn(at) === day),
    ),
    ...topStories.map(({ id, first, articles }, n) =>
      group(
        { anchor: anchors.story(n), label: `“${line(first.title, 80)}”`, articles },
        ({ story }) => story === id,
      ),
    ),
    ...(['negative', 'neutral', 'positive'] as const).map((tone) =>
      group(
        { anchor: anchors.tone(tone), label: `${tone} tone`, articles: tones[tone] },
        ({ mood: value }) => value !== undefined && toneOf(value) === tone,
      ),
    ),
    ...reach.map(({ id, label, articles }) =>
      group(
        { anchor: anchors.band(id), label, articles: articles.now },
        ({ rank }) => REACH_BANDS[bandOf(rank)]?.id === id,
      ),
    ),
    ...topOutlets.map(({ domain, name, articles }, n) =>
      group(
        { anchor: anchors.outlet(n), label: line(name ?? domain, 60), articles: articles.now },
        (one) => one.domain === domain,
      ),
    ),
    ...topAuthors.map(({ key, articles }, n) =>
      group(
        { anchor: anchors.author(n), label: line(key, 60), articles: articles.now },
        ({ author }) => author === key,
      ),
    ),
    ...topCountries.map(({ key, articles }, n) =>
      group(
        { anchor: anchors.country(n), label: countryName(key), articles: articles.now },
        ({ country }) => country === key,
      ),
    ),
  ].filter(({ places }) => places.length > 0);
  const known = new Set(groups.map(({ anchor }) => anchor));
  return { groups, linkTo: (anchor) => (known.has(anchor) ? `#${anchor}` : undefined) };
}

/** In thousandths, by the bounds that moods count with. */
function toneOf(mood: number): 'negative' | 'neutral' | 'positive' {
  if (mood < -200) return 'negative';
  return mood > 200 ? 'positive' : 'neutral';
}
