import { isRanked, rankOf } from '../findings/finding.ts';
import { loadedOnce } from '../lib/in-parallel.ts';
import { amountText } from '../policies/policy.ts';
import type { Severity } from '../watches/watch.ts';
import { listWords, longDayName } from './day-names.ts';
import { spanWords } from './period.ts';
import type {
  Change,
  Compared,
  CountRow,
  OutletRow,
  ReportNumbers,
  StoryRow,
  VoiceRow,
} from './report-numbers.ts';
import { meanSentiment, type OutletRollup, toneText } from './day-rollup.ts';
import { comparableCounts } from './voice-rows.ts';

type Numbers = Omit<ReportNumbers, 'changes' | 'completeness'>;
interface Outlets {
  outletsBefore: ReadonlySet<string>;
  outletsNow: ReadonlyMap<string, OutletRollup>;
}

/** How many outlets are named. */
const MOST_NAMED = 3;
/** A smaller change of the mean sentiment, -1..1, is not reported as a change. */
const LEAST_CHANGE = 0.05;
/** The tone of fewer articles with a sentiment is not reported. */
const LEAST_SENTIMENTS = 5;
/** A story of fewer outlets is not named after the largest one. */
const LEAST_OUTLETS = 2;

/**
 * The report in sentences, the most important first: how much was written, what happened, what grew, who wrote it, and
 * where the brand is. Nothing is compared with days that the same watches have not covered. Contains news text.
 */
export function changesOf(numbers: Numbers, outlets: Outlets): Change[] {
  if (numbers.articles.now === 0 && numbers.articles.before === 0) return [nothing(numbers)];
  const sentences = [
    volume(numbers),
    alarming(numbers, 'critical'),
    alarming(numbers, 'warning'),
    largestStory(numbers),
    nextStories(numbers),
    growthOf(numbers),
    writers(numbers),
    newOutlets(numbers, outlets),
    voice(numbers),
    tone(numbers),
    peak(numbers),
  ];
  return sentences.flatMap((change) => change ?? []);
}

function nameOf({ brand }: Numbers): string {
  return brand.names[0] ?? brand.id;
}

function nothing(numbers: Numbers): Change {
  const { inNow, inBefore } = spanWords(numbers.period);
  const { isEqual, why = '' } = numbers.compared;
  const about = `Nothing was found about ${nameOf(numbers)}`;
  const doubt = numbers.gap === undefined ? '' : ' The data is incomplete, so there may have been news.';
  const text = isEqual ? `${about}, neither ${inNow} nor ${inBefore}.` : `${about} ${inNow}.${doubt} ${why}`;
  return { text, about: 'volume' };
}

function volume(numbers: Numbers): Change {
  const { articles, outlets, period, compared } = numbers;
  const written = `${amountText(articles.now, 'article')} about ${nameOf(numbers)}`;
  const all =
    outlets.now === 0
      ? `${spanWords(period).capital} brought ${written}`
      : `${amountText(outlets.now, 'outlet')} published ${written}`;
  const { why } = compared;
  const text =
    why === undefined ? `${all}, ${comparison(articles, spanWords(period).inBefore)}.` : `${all}. ${why}`;
  return { text, about: 'volume' };
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

/** What the alerts of a severity were about, with the articles of its story. */
function alarming({ alerts, topStories }: Numbers, severity: Severity): Change | undefined {
  const rows = alerts.listed.filter((row) => row.severity === severity && row.title !== '');
  const named = [...new Map(rows.map((row) => [row.story ?? row.title, row])).values()].map(
    ({ story, title }) => {
      const known = topStories.find(({ id }) => id === story);
      return known ? `“${known.central.title}” (${amountText(known.articles, 'article')})` : `“${title}”`;
    },
  );
  if (named.length === 0) return undefined;
  return {
    text: `Alerts of severity ${severity} were about ${listWords(named)}.`,
    about: 'alerts',
  };
}

function largestStory({ topStories, stories }: Numbers): Change | undefined {
  const [top] = topStories;
  if (!top || top.articles < 2) return undefined;
  const reported =
    top.outlets === 0 ? amountText(top.articles, 'article') : amountText(top.outlets, 'outlet');
  const which =
    stories.now === 1 ? 'one story' : `the largest of ${amountText(stories.now, 'story', 'stories')}`;
  const share = stories.now === 1 ? '' : `, ${(top.share / 10).toFixed(0)}% of all articles`;
  const read = top.outlets > 3 ? mostReadWords(top) : '';
  return { text: `${reported} reported ${which}: “${top.central.title}”${share}.${read}`, about: 'stories' };
}

/** The names of the most read outlets of a story, if they have a rank. */
function mostReadWords({ mostRead }: StoryRow): string {
  const ranked = mostRead.filter(({ rank }) => isRanked(rank)).map(({ name, domain }) => name ?? domain);
  return ranked.length < 2 ? '' : ` The most read of them are ${listWords(ranked)}.`;
}

/** Two more stories, if several outlets report them. */
function nextStories({ topStories }: Numbers): Change | undefined {
  const next = topStories.slice(1, 3).filter(({ outlets }) => outlets >= LEAST_OUTLETS);
  if (next.length === 0) return undefined;
  const named = next.map(
    ({ central, articles }) => `“${central.title}” (${amountText(articles, 'article')})`,
  );
  return {
    text: `${next.length === 1 ? 'The next largest is' : 'The next largest are'} ${listWords(named)}.`,
    about: 'stories',
  };
}

function writers({ topOutlets, topAuthors }: Numbers): Change | undefined {
  const [first, second] = topOutlets;
  if (!first || first.articles.now < 2) return undefined;
  const wrote = ({ name, domain, articles }: OutletRow, noun = '') =>
    `${name ?? domain} (${show(articles.now)}${noun})`;
  const most = second && second.articles.now > 1 ? ` and ${wrote(second)}` : '';
  const author = topAuthors.find(({ key }) => !isOutletName(key, topOutlets));
  const byline =
    author && author.articles.now > 1
      ? ` The most frequent byline is ${author.key} (${amountText(author.articles.now, 'article')}).`
      : '';
  return { text: `${wrote(first, ' articles')}${most} published most.${byline}`, about: 'outlets' };
}

/** Outlets that name no author give their own name, or their domain. */
function isOutletName(author: string, outlets: readonly OutletRow[]): boolean {
  const isOwn = ({ name, domain }: OutletRow) =>
    [name, domain].some((one) => one?.toLowerCase() === author.toLowerCase());
  return /^\S+\.[a-z]{2,}$/i.test(author) || outlets.some(isOwn);
}

function tone({ mood: sentiments, compared, noTone }: Numbers): Change | undefined {
  const [now, before] = [meanSentiment(sentiments.now), meanSentiment(sentiments.before)];
  if (now === undefined || noTone !== undefined || sentiments.now.count < LEAST_SENTIMENTS) return undefined;
  const of = `The tone of ${amountText(sentiments.now.count, 'article')} with a sentiment`;
  const is = `${toneText(now)} on a scale from −1 to +1`;
  if (before === undefined || sentiments.before.count < LEAST_SENTIMENTS || !compared.isEqual)
    return { text: `${of} is ${toneWord(now)}: ${is}.`, about: 'tone' };
  const change = now - before;
  const trend = Math.abs(change) < LEAST_CHANGE ? 'has not changed' : change > 0 ? 'is better' : 'is worse';
  return { text: `${of} ${trend}: ${is}, ${toneText(before)} before.`, about: 'tone' };
}

function toneWord(mean: number): string {
  if (mean > 0.2) return 'positive';
  return mean < -0.2 ? 'negative' : 'neutral';
}

function voice(numbers: Numbers): Change | undefined {
  const { found, voice: equal, service, period } = numbers;
  const byWatches = found.length > 1;
  const rows = byWatches ? equal.rows : (service?.now ?? []);
  const before = byWatches ? equal.before : comparableCounts(numbers);
  const [own, ...others] = rows;
  if (!own || others.length === 0 || rows.every(({ articles }) => articles === 0)) return undefined;
  const earlier = before.some(({ articles }) => articles > 0) ? before[0] : undefined;
  const was = earlier ? `, after ${percent(earlier)} ${spanWords(period).inBefore}` : '';
  const [rival] = others.toSorted((one, other) => other.articles - one.articles);
  const next = rival ? `, and ${rival.articles === 0 ? 'none' : percent(rival)} about ${rival.name}` : '';
  const names = rows.length === 2 && rival ? `${own.name} and ${rival.name}` : `these ${rows.length} names`;
  const days = equal.days.length === 1 ? 'one day' : amountText(equal.days.length, 'day');
  const begin =
    byWatches && equal.why !== undefined
      ? `On the ${days} with data about ${rows.length === 2 ? 'both' : 'all'} names, of the articles`
      : 'Of the articles';
  const text = `${begin} about ${names}, ${own.articles > 0 && others.every(({ articles }) => articles === 0) ? 'all' : percent(own)} are about ${own.name}${was}${next}.`;
  return { text, about: 'voice' };
}

function newOutlets(
  { outlets, compared, period }: Numbers,
  { outletsBefore, outletsNow }: Outlets,
): Change | undefined {
  if (outlets.before === 0 || !compared.isEqual) return undefined;
  const fresh = [...outletsNow].filter(([domain]) => !outletsBefore.has(domain));
  const { inBefore } = spanWords(period);
  if (fresh.length === 0)
    return { text: `Every outlet had already written about the brand ${inBefore}.`, about: 'outlets' };
  const best = fresh
    .toSorted(([one, a], [other, b]) => rankOf(a) - rankOf(b) || (one < other ? -1 : 1))
    .slice(0, MOST_NAMED)
    .map(([domain, { name }]) => name ?? domain);
  const some = fresh.length > best.length ? `, such as ${listWords(best)}` : `: ${listWords(best)}`;
  const text = `${amountText(fresh.length, 'outlet')} had not written about the brand ${inBefore}${some}.`;
  return { text, about: 'outlets' };
}

function peak({ days, articles }: Numbers): Change | undefined {
  if (days.length < 3 || articles.now < 10) return undefined;
  const [top] = days.toSorted((a, b) => b.articles - a.articles || (a.day < b.day ? -1 : 1));
  if (!top) return undefined;
  return {
    text: `Coverage peaked on ${longDayName(top.day)}, with ${amountText(top.articles, 'article')}.`,
    about: 'volume',
  };
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

/** A smaller growth, in articles, is not reported. */
const LEAST_GROWTH = 5;
/** Nor one below a quarter more. */
const LEAST_FACTOR = 1.25;
/** Countries whose names take an article. */
const WITH_ARTICLE =
  /^(?:United|Netherlands|Philippines|Bahamas|Maldives|Gambia|Central|Dominican|Czech|Isle)\b/;

const countries = loadedOnce(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }));

interface Grown extends Compared {
  name: string;
}

/**
 * What grew most since the days before, if they may be compared: a story, a theme and the outlets of a country.
 * Undefined if nothing did, or nothing was found before. Contains news text.
 */
export function growthOf({
  articles,
  topStories,
  topTopics,
  topCountries,
  compared,
}: Pick<ReportNumbers, 'articles' | 'topStories' | 'topTopics' | 'topCountries' | 'compared'>):
  | Change
  | undefined {
  // After nothing, all is growth.
  if (!compared.isEqual || articles.before === 0) return undefined;
  const stories = topStories.map(({ central, articles, before }) => ({
    name: `“${central.title}”`,
    now: articles,
    before,
  }));
  const rows = (all: readonly CountRow[], name: (key: string) => string) =>
    all.map(({ key, articles }) => ({ name: name(key), ...articles }));
  const grown = [
    mostGrown(stories.filter(({ before }) => before > 0)),
    mostGrown(rows(topTopics.theme, (key) => `the theme ${key}`)),
    mostGrown(rows(topCountries, countryWords)),
  ].flatMap((one) => one ?? []);
  if (grown.length === 0) return undefined;
  const named = grown.map(
    ({ name, now, before }, index) =>
      `${name} (${show(now)}${index === 0 ? ' articles' : ''} after ${show(before)})`,
  );
  return { text: `Growth came from ${listWords(named)}.`, about: 'topics' };
}

function mostGrown(rows: readonly Grown[]): Grown | undefined {
  const [top] = rows.toSorted((one, other) => other.now - other.before - (one.now - one.before));
  const isLarge = top && top.now - top.before >= LEAST_GROWTH && top.now >= LEAST_FACTOR * top.before;
  return isLarge ? top : undefined;
}

/** `outlets in the United States`; a code that is no country stays as it is. */
function countryWords(code: string): string {
  const name = /^[A-Za-z]{2}$/.test(code) ? (countries().of(code.toUpperCase()) ?? code) : code;
  return `outlets in ${WITH_ARTICLE.test(name) ? 'the ' : ''}${name}`;
}
