import { rankOf } from '../findings/finding.ts';
import { amountText } from '../policies/words.ts';
import type { OutletRollup } from './day-rollup.ts';
import { meanSentiment } from './sentiment-share.ts';
import { dayReader, periodWindow, spanWords } from './period.ts';
import type { Change, Compared, ReportNumbers, VoiceRow } from './report-numbers.ts';

type Numbers = Omit<ReportNumbers, 'changes'>;
interface Outlets {
  outletsBefore: ReadonlySet<string>;
  outletsNow: ReadonlyMap<string, OutletRollup>;
}

/** How many outlets or watches are named. */
const MOST_NAMED = 3;
/** A smaller change of the mean sentiment, -1..1, is not reported as a change. */
const LEAST_CHANGE = 0.05;
/** The tone of fewer articles with a sentiment is not reported. */
const LEAST_SENTIMENTS = 5;

/** What has changed since the days before, the most important first. Contains news text. */
export function changesOf(numbers: Numbers, outlets: Outlets): Change[] {
  if (numbers.articles.now === 0 && numbers.articles.before === 0) {
    const { inNow, inBefore } = spanWords(numbers.period);
    const text =
      numbers.asked.articles.before === 'none'
        ? `Nothing was found about ${nameOf(numbers)} ${inNow}. ${noData(numbers)}`
        : `Nothing was found about ${nameOf(numbers)}, neither ${inNow} nor ${inBefore}.`;
    return [{ text, about: 'volume' }, gaps(numbers)].flatMap((change) => change ?? []);
  }
  const sentences = [
    volume(numbers),
    gaps(numbers),
    story(numbers),
    tone(numbers),
    voice(numbers),
    newOutlets(numbers, outlets),
    peak(numbers),
  ];
  return sentences.flatMap((change) => change ?? []);
}

function nameOf({ brand }: Numbers): string {
  return brand.names[0] ?? brand.id;
}

/** Instead of a comparison: a count of 0 means nothing for days that are not covered. */
function noData({ period }: Numbers): string {
  return `There is no data for ${spanWords(period).before} to compare with.`;
}

function volume(numbers: Numbers): Change {
  const { articles, asked, period } = numbers;
  const { before, inBefore } = spanWords(period);
  const all = `${amountText(articles.now, 'article')} about ${nameOf(numbers)}`;
  const compared = {
    none: `${all}. ${noData(numbers)}`,
    part:
      articles.before === 0
        ? `${all}. The data for ${before} is incomplete: there is nothing to compare with.`
        : `${all}, ${show(articles.before)} ${inBefore} (incomplete data).`,
    all: `${all}, ${comparison(articles, inBefore)}.`,
  };
  return { text: compared[asked.articles.before], about: 'volume' };
}

function comparison({ now, before }: Compared, inBefore: string): string {
  if (before === 0) return now === 0 ? `as ${inBefore}` : `after none ${inBefore}`;
  if (now === before) return `as many as ${inBefore}`;
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  if (percent === 0) return `about as many as ${inBefore} (${show(before)})`;
  const much =
    now >= 3 * before
      ? `${(now / before).toFixed(1).replace('.0', '')} times as many as`
      : `${percent}% ${now > before ? 'more' : 'fewer'} than`;
  return `${much} ${inBefore} (${show(before)})`;
}

/**
 * Days that a watch has not covered look like days without articles. If none of the days before is covered, nothing is
 * compared with them, so only the days of the report need a warning.
 */
function gaps({ coverage, before, period, asked }: Numbers): Change | undefined {
  const isAlone = asked.articles.before === 'none';
  const { from } = periodWindow(isAlone ? period : before);
  const dayIn = dayReader(period.timezone);
  const incomplete = coverage.watches.filter(
    ({ coveredFrom, coveredUntil }) =>
      coveredFrom === undefined ||
      coveredUntil === undefined ||
      coveredFrom > from ||
      dayIn(coveredUntil) < period.last,
  );
  if (incomplete.length === 0) return undefined;
  const named = incomplete.slice(0, MOST_NAMED).map(({ watchId }) => watchId);
  const more = incomplete.length > named.length ? ` and ${incomplete.length - named.length} more` : '';
  const words = spanWords(period);
  const days = isAlone ? `all of ${words.now}` : `all of ${words.now} and ${words.before}`;
  const text = `Incomplete data: ${named.join(', ')}${more} ${incomplete.length === 1 ? 'does' : 'do'} not cover ${days}.`;
  return { text, about: 'watching' };
}

function story({ topStories, stories }: Numbers): Change | undefined {
  const [top] = topStories;
  if (!top || top.articles < 2) return undefined;
  const word = top.goesOn ? 'still is' : 'is';
  const text =
    `The largest of ${amountText(stories.now, 'story', 'stories')} ${word} “${top.first.title}”: ` +
    `${amountText(top.articles, 'article')} in ${amountText(top.outlets, 'outlet')}, ${(top.share / 10).toFixed(0)}% of all.`;
  return { text, about: 'stories' };
}

function tone({ mood: sentiments, asked }: Numbers): Change | undefined {
  const [now, before] = [meanSentiment(sentiments.now), meanSentiment(sentiments.before)];
  if (now === undefined || sentiments.now.count < LEAST_SENTIMENTS) return undefined;
  const is = `${now.toFixed(2)} on a scale from -1 to 1`;
  if (before === undefined || sentiments.before.count < LEAST_SENTIMENTS || asked.articles.before !== 'all')
    return { text: `The tone is ${toneWord(now)}: ${is}.`, about: 'tone' };
  const change = now - before;
  const trend = Math.abs(change) < LEAST_CHANGE ? 'has not changed' : change > 0 ? 'is better' : 'is worse';
  return { text: `The tone ${trend}: ${is}, ${before.toFixed(2)} before.`, about: 'tone' };
}

function toneWord(mean: number): string {
  if (mean > 0.2) return 'positive';
  return mean < -0.2 ? 'negative' : 'neutral';
}

function voice({ found, foundBefore, service, asked }: Numbers): Change | undefined {
  const byWatches = found.length > 1;
  const [rows, before] = byWatches ? [found, foundBefore] : [service?.now ?? [], service?.before ?? []];
  const comparable = !byWatches || asked.voice.before === 'all';
  const [own] = rows;
  if (!own || rows.length < 2 || rows.every(({ articles }) => articles === 0)) return undefined;
  const earlier = comparable && before.some(({ articles }) => articles > 0) ? before[0] : undefined;
  const was = earlier ? `, ${percent(earlier)} before` : '';
  const text = `${own.name} has ${percent(own)} of the voice by articles among ${rows.length} names${was}.`;
  return { text, about: 'voice' };
}

function newOutlets({ outlets, asked }: Numbers, { outletsBefore, outletsNow }: Outlets): Change | undefined {
  if (outlets.before === 0 || asked.articles.before !== 'all') return undefined;
  const fresh = [...outletsNow].filter(([domain]) => !outletsBefore.has(domain));
  if (fresh.length === 0) return { text: 'No outlet is new.', about: 'outlets' };
  const best = fresh
    .toSorted(([one, a], [other, b]) => rankOf(a) - rankOf(b) || (one < other ? -1 : 1))
    .slice(0, MOST_NAMED)
    .map(([domain, { name }]) => name ?? domain);
  const more = fresh.length > best.length ? ' and others' : '';
  const text = `${amountText(fresh.length, 'outlet')} ${fresh.length === 1 ? 'is' : 'are'} new: ${best.join(', ')}${more}.`;
  return { text, about: 'outlets' };
}

function peak({ days, articles }: Numbers): Change | undefined {
  if (days.length < 3 || articles.now < 10) return undefined;
  const [top] = days.toSorted((a, b) => b.articles - a.articles || (a.day < b.day ? -1 : 1));
  if (!top) return undefined;
  return {
    text: `The most articles were published on ${longDay(top.day)}: ${show(top.articles)}.`,
    about: 'volume',
  };
}

/** `Tuesday 17 November` */
function longDay(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(at).replace(',', '');
}

/** Whole percents, but never 0% or 100% for a share that is neither. */
function percent({ share, articles }: VoiceRow): string {
  if (articles > 0 && share < 5) return 'less than 1%';
  if (share >= 995 && share < 1_000) return 'more than 99%';
  return `${(share / 10).toFixed(0)}%`;
}

function show(n: number): string {
  return n.toLocaleString('en');
}
