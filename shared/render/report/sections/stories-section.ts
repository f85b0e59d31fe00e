import { meanSentiment } from '../../../domain/reports/day-rollup.ts';
import { dayReader } from '../../../domain/reports/period.ts';
import type { ReportNumbers, StoryRow } from '../../../domain/reports/report-numbers.ts';
import {
  formatCount,
  formatNumber,
  formatShare,
  formatTone,
  knownRank,
  shortDay,
  titleLine,
} from '../../text/format-values.ts';
import { isVisible, safeLink, wholeSentences, withoutTitle } from '../../text/plain-text.ts';
import type { Links } from '../model/links.ts';
import {
  amount,
  joined,
  type Rich,
  type Section,
  type StoryEntry,
  tableOf,
  titleOf,
} from '../model/report-model.ts';

/** How many stories are shown with a quote. */
const SHOWN = 5;

/** The largest stories of the period, each with its link, a quote, its reach and tone. The others are collapsed. */
export function storiesSection(numbers: ReportNumbers, links: Links): Section {
  const { topStories, stories } = numbers;
  const isCut = stories.now > SHOWN;
  const section = { id: 'stories', title: isCut ? 'The largest stories' : 'Stories' };
  if (topStories.length === 0) return { ...section, blocks: [{ text: 'No articles were found.' }] };
  const isShown = ({ severity }: StoryRow, n: number) => n < SHOWN || severity === 'critical';
  const entries = topStories.map((story, n) => ({
    isShown: isShown(story, n),
    ...storyEntry(story, { n, numbers, links }),
  }));
  const shown = entries.filter((one) => one.isShown);
  const next = entries.filter((one) => !one.isShown);
  const others = shown.length > SHOWN ? ' and all of severity critical' : '';
  const largest = isCut ? ` These are the ${SHOWN} largest${others}.` : '';
  return {
    ...section,
    blocks: [
      {
        text: [
          formatCount(stories.now, 'story'),
          links.inBefore(stories.before),
          `. Articles that report the same thing are one story.${largest}`,
        ],
      },
      { stories: shown, brief: true },
      next.length > 0 && { stories: next, closed: formatCount(next.length, 'next story') },
      { tables: [storyTable(numbers, links)] },
    ],
  };
}

/** All stories with their numbers; the page lists the titles of those after the largest. */
function storyTable({ topStories, others, stories }: ReportNumbers, { page }: Links) {
  const rest = others.stories.map(({ id, title, articles }) => ({ id, articles, central: { title } }));
  const rows: (Partial<Omit<StoryRow, 'central'>> & (typeof rest)[number])[] = [...topStories, ...rest];
  return tableOf(rows, {
    of: 'story',
    title: 'All stories',
    look: 'none',
    key: ({ id }) => id,
    columns: ({ count, titles, data }) => [
      ...titles(({ central }) => central),
      count(
        'Articles',
        ({ articles }) => articles,
        ({ id }) => page({ story: id }),
      ),
      data('Articles before', ({ before }) => before),
      data('Outlets', ({ outlets }) => outlets),
      data('Tone', ({ mood }) => mood && meanSentiment(mood)),
      data('Articles with a sentiment', ({ mood }) => mood?.count),
      data('Most read outlet', ({ mostRead: [best] = [] }) => best?.name ?? best?.domain),
      data('Its rank', ({ mostRead: [best] = [] }) => knownRank(best?.rank)),
    ],
    rest: {
      top: topStories.length,
      title: formatCount(stories.now - topStories.length, 'smaller story'),
      left: stories.now - rows.length,
    },
  });
}

function storyEntry(
  story: StoryRow,
  { n, numbers, links: { here } }: { n: number; numbers: ReportNumbers; links: Links },
): StoryEntry {
  const { id, central, articles, outlets, share, mood, course, wideReach, mostRead, before, severity } =
    story;
  const { compared: comparison, days } = numbers;
  const link = here({ story: id }, { label: `“${titleLine(central.title, 80)}”`, articles });
  const of = mood.count < articles ? ` of ${formatCount(mood.count, 'article')} with a sentiment` : '';
  const known = comparison.isEqual ? 'new' : false;
  const earlier = comparison.isEqual ? `${formatNumber(before)} before` : 'continued from before';
  const ranked = mostRead.flatMap(({ name, domain, rank }) => {
    const place = knownRank(rank);
    return place === undefined ? [] : [`${titleLine(name ?? domain, 60)} (rank ${formatNumber(place)})`];
  });
  return {
    title: titleOf(central),
    link: safeLink(central.link),
    quote: quoteOf(story, numbers),
    facts: joined(
      [
        severity !== undefined && severity !== 'info' && severity,
        [amount(articles, 'article', link), ' in ', amount(outlets, 'outlet', link)],
        `${formatShare(share)} of all articles`,
        wideReach > 0 && `${formatCount(wideReach, 'outlet')} of rank 10,000 or better`,
        mood.count > 0 && `tone ${formatTone(mood)}${of}`,
        before > 0 ? earlier : known,
      ],
      ' · ',
    ),
    reach: ranked.length === 0 ? '' : `Most read in ${ranked.join(', ')}.`,
    course: {
      id: `course-${n}`,
      title: 'Articles by day',
      form: 'spark',
      names: days.map(({ day }) => shortDay(day)),
      series: [{ name: 'Articles', colour: 'brand', values: course }],
      missing: days.map(({ missing }, at) => missing.length > 0 && course[at] === 0),
    },
  };
}

/** The longest quote, in UTF-16 units. */
const LONGEST = 260;
/** What is stored may begin in the middle of a text. */
const CUT_START = /^…[^.!?]*(?:[.!?]["”’)]*\s+|$)/u;

/** The first sentences of an article without its title, as its outlet wrote them. */
function quoteOf({ quote, central }: StoryRow, { topOutlets }: ReportNumbers): StoryEntry['quote'] {
  if (!quote) return undefined;
  const { text: whole, domain } = quote;
  const words = wholeSentences(withoutTitle(whole.trim().replace(CUT_START, ''), central.title), LONGEST);
  if (!isVisible(words)) return undefined;
  const source = topOutlets.find((one) => one.domain === domain)?.name ?? domain;
  return { text: words, source: source && titleLine(source, 60) };
}

/** Events, and records from extractions. */
export function eventsSection(numbers: ReportNumbers, { page, inBefore }: Links): Section | undefined {
  const { events, records, items, period } = numbers;
  if (events.now + records.now + events.before + records.before === 0) return undefined;
  const dayIn = dayReader(period.timezone);
  const left = events.now + records.now - items.length;
  const sum = (kind: 'events' | 'records', noun: string): Rich => {
    const { now, before } = numbers[kind];
    if (now + before === 0) return '';
    return [amount(now, noun, page({ kind })), inBefore(before, { kind }), '. '];
  };
  const table = tableOf(items, {
    title: 'List of events and records',
    look: 'cards',
    key: ({ fingerprint }) => fingerprint,
    columns: ({ text, titles }) => [
      ...titles((one) => one),
      text('Kind', ({ type }) => type),
      text('Day', ({ at }) => shortDay(dayIn(at))),
      text('Watch', ({ watchId }) => watchId),
    ],
    ...(left > 0 && { note: `And ${formatNumber(left)} more. The numbers above link to all of them.` }),
  });
  return {
    id: 'events',
    title: 'Events and records',
    blocks: [{ text: [sum('events', 'event'), sum('records', 'record')] }, { tables: [table] }],
  };
}
