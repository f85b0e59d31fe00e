import { isRanked, rankOf } from '../findings/finding.ts';
import { loadedOnce } from '../lib/in-parallel.ts';
import { amountText } from '../policies/policy.ts';
import { compareSeverity, type Severity } from '../watches/watch.ts';
import { listWords, longDayName } from './day-names.ts';
import { spanWords } from './period.ts';
import type { Change, Compared, OutletRow, ReportNumbers, StoryRow, VoiceRow } from './report-numbers.ts';
import { meanSentiment, type OutletRollup, toneOf, toneText } from './day-rollup.ts';
import { voicesToShow } from './voice-rows.ts';

type Numbers = Omit<ReportNumbers, 'changes' | 'completeness'>;
interface Outlets {
  outletsBefore: ReadonlyMap<string, OutletRollup>;
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
  const { articles } = numbers;
  if (articles.now + articles.before === 0) return [{ about: 'volume', text: nothing(numbers) }];
  const sentences: readonly (readonly [about: string, text: string | undefined])[] = [
    ['volume', volume(numbers)],
    ['alerts', alarming(numbers, 'critical')],
    ['alerts', alarming(numbers, 'warning')],
    ['stories', badNews(numbers)],
    ['stories', largestStory(numbers)],
    ['stories', nextStories(numbers)],
    ['topics', growthOf(numbers)],
    ['outlets', writers(numbers)],
    ['outlets', newOutlets(numbers, outlets)],
    ['voice', voice(numbers)],
    ['tone', tone(numbers)],
    ['volume', peak(numbers)],
  ];
  return sentences.flatMap(([about, text]) => (text === undefined ? [] : [{ text, about }]));
}

function nameOf({ brand }: Numbers): string {
  return brand.names[0] ?? brand.id;
}

function nothing(numbers: Numbers): string {
  const { inNow, inBefore } = spanWords(numbers.period);
  const { isEqual, why = '' } = numbers.compared;
  const about = `Nothing was found about ${nameOf(numbers)}`;
  if (isEqual) return `${about}, neither ${inNow} nor ${inBefore}.`;
  const doubt = numbers.gap === undefined ? '' : ' The data is incomplete, so there may have been news.';
  return `${about} ${inNow}.${doubt} ${why}`;
}

function volume(numbers: Numbers): string {
  const { articles, outlets, period, compared } = numbers;
  const { capital, inBefore } = spanWords(period);
  const who = outlets.now === 0 ? `${capital} brought` : `${amountText(outlets.now, 'outlet')} published`;
  const all = `${who} ${amountText(articles.now, 'article')} about ${nameOf(numbers)}`;
  const { why } = compared;
  return why === undefined ? `${all}, ${comparison(articles, inBefore)}.` : `${all}. ${why}`;
}

function comparison({ now, before }: Compared, inBefore: string): string {
  if (before === 0) return now === 0 ? `as ${inBefore}` : `after none ${inBefore}`;
  if (now === before) return `as many as ${inBefore}`;
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  const change = `${percent}% ${now > before ? 'more' : 'fewer'} than`;
  const times = `${(now / before).toFixed(1).replace('.0', '')} times as many as`;
  const much = percent === 0 ? 'about as many as' : now >= 3 * before ? times : change;
  return `${much} ${inBefore} (${show(before)})`;
}

/** What the alerts of a severity were about, with the articles of its story. */
function alarming({ alerts, topStories }: Numbers, severity: Severity): string | undefined {
  const rows = alerts.listed.filter((row) => row.severity === severity && row.title !== '');
  const named = [...new Map(rows.map((row) => [row.story ?? row.title, row])).values()].map(
    ({ story, title }) => {
      const known = topStories.find(({ id }) => id === story);
      return known ? storyName(known) : `“${title}”`;
    },
  );
  return named.length === 0 ? undefined : `Alerts of severity ${severity} were about ${listWords(named)}.`;
}

/** What watches for bad news have found without an alert, as in a baseline: the most severe first. */
function badNews({ alerts, topStories }: Numbers): string | undefined {
  const alerted = new Set(alerts.listed.map(({ story }) => story));
  const named = topStories
    .flatMap(({ severity, ...story }) => (severity && !alerted.has(story.id) ? [{ ...story, severity }] : []))
    .toSorted((one, other) => compareSeverity(other.severity, one.severity))
    .map(
      ({ central, severity, articles }) =>
        `“${central.title}” (${severity}, ${amountText(articles, 'article')})`,
    );
  return named.length === 0 ? undefined : `Bad news without an alert: ${listWords(named)}.`;
}

function storyName({ central, articles }: StoryRow): string {
  return `“${central.title}” (${amountText(articles, 'article')})`;
}

function largestStory({ topStories: [top], stories }: Numbers): string | undefined {
  if (!top || top.articles < 2) return undefined;
  const { outlets, articles, central, mostRead } = top;
  const reported = outlets === 0 ? amountText(articles, 'article') : amountText(outlets, 'outlet');
  const isOnly = stories.now === 1;
  const which = isOnly ? 'one story' : `the largest of ${amountText(stories.now, 'story', 'stories')}`;
  const share = isOnly ? '' : `, ${(top.share / 10).toFixed(0)}% of all articles`;
  const ranked = mostRead.filter(({ rank }) => isRanked(rank)).map(outletName);
  const read = outlets > 3 && ranked.length > 1 ? ` The most read of them are ${listWords(ranked)}.` : '';
  return `${reported} reported ${which}: “${central.title}”${share}.${read}`;
}

function outletName({ name, domain }: { name?: string; domain: string }): string {
  return name ?? domain;
}

/** Two more stories, if several outlets report them. */
function nextStories({ topStories }: Numbers): string | undefined {
  const next = topStories.slice(1, 3).filter(({ outlets }) => outlets >= LEAST_OUTLETS);
  if (next.length === 0) return undefined;
  return `The next largest ${next.length === 1 ? 'is' : 'are'} ${listWords(next.map(storyName))}.`;
}

function writers({ topOutlets, topAuthors }: Numbers): string | undefined {
  const [first, second] = topOutlets;
  if (!first || first.articles.now < 2) return undefined;
  const most =
    second && second.articles.now > 1 ? ` and ${outletName(second)} (${show(second.articles.now)})` : '';
  const author = topAuthors.find(({ key }) => !isOutletName(key, topOutlets));
  const byline =
    author && author.articles.now > 1
      ? ` The most frequent byline is ${author.key} (${amountText(author.articles.now, 'article')}).`
      : '';
  return `${outletName(first)} (${amountText(first.articles.now, 'article')})${most} published most.${byline}`;
}

/** Outlets that name no author give their own name, or their domain. */
function isOutletName(author: string, outlets: readonly OutletRow[]): boolean {
  const isOwn = ({ name, domain }: OutletRow) =>
    [name, domain].some((one) => one?.toLowerCase() === author.toLowerCase());
  return /^\S+\.[a-z]{2,}$/i.test(author) || outlets.some(isOwn);
}

function tone({ mood, compared, noTone }: Numbers): string | undefined {
  const [now, before] = [meanSentiment(mood.now), meanSentiment(mood.before)];
  if (now === undefined || noTone !== undefined || mood.now.count < LEAST_SENTIMENTS) return undefined;
  const of = `The tone of ${amountText(mood.now.count, 'article')} with a sentiment`;
  const is = `${toneText(now)} on a scale from −1 to +1`;
  if (before === undefined || mood.before.count < LEAST_SENTIMENTS || !compared.isEqual)
    return `${of} is ${toneOf(now * 1_000)}: ${is}.`;
  const change = now - before;
  const trend = Math.abs(change) < LEAST_CHANGE ? 'has not changed' : change > 0 ? 'is better' : 'is worse';
  return `${of} ${trend}: ${is}, ${toneText(before)} before.`;
}

function voice(numbers: Numbers): string | undefined {
  const { rows, before, isByWatches } = voicesToShow(numbers);
  const [own, ...others] = rows;
  const [rival] = others.toSorted((one, other) => other.articles - one.articles);
  if (!own || !rival || rows.every(({ articles }) => articles === 0)) return undefined;
  const isPair = rows.length === 2;
  const [earlier] = before;
  const was = earlier ? `, after ${percent(earlier)} ${spanWords(numbers.period).inBefore}` : '';
  const next = `, and ${rival.articles === 0 ? 'none' : percent(rival)} about ${rival.name}`;
  const names = isPair ? `${own.name} and ${rival.name}` : `these ${rows.length} names`;
  const { days, why } = numbers.voice;
  const span = days.length === 1 ? 'one day' : amountText(days.length, 'day');
  const begin =
    isByWatches && why !== undefined
      ? `On the ${span} with data about ${isPair ? 'both' : 'all'} names, of the articles`
      : 'Of the articles';
  const share = own.articles > 0 && rival.articles === 0 ? 'all' : percent(own);
  return `${begin} about ${names}, ${share} are about ${own.name}${was}${next}.`;
}

function newOutlets(
  { outlets, compared, period }: Numbers,
  { outletsBefore, outletsNow }: Outlets,
): string | undefined {
  if (outlets.before === 0 || !compared.isEqual) return undefined;
  const fresh = [...outletsNow].flatMap(([domain, outlet]) =>
    outletsBefore.has(domain) ? [] : [{ ...outlet, domain }],
  );
  const { inBefore } = spanWords(period);
  if (fresh.length === 0) return `Every outlet had already written about the brand ${inBefore}.`;
  const best = fresh
    .toSorted((one, other) => rankOf(one) - rankOf(other) || (one.domain < other.domain ? -1 : 1))
    .slice(0, MOST_NAMED)
    .map(outletName);
  const some = `${fresh.length > best.length ? ', such as' : ':'} ${listWords(best)}`;
  return `${amountText(fresh.length, 'outlet')} had not written about the brand ${inBefore}${some}.`;
}

function peak({ days, articles }: Numbers): string | undefined {
  if (days.length < 3 || articles.now < 10) return undefined;
  const [top] = days.toSorted((a, b) => b.articles - a.articles || (a.day < b.day ? -1 : 1));
  return top && `Coverage peaked on ${longDayName(top.day)}, with ${amountText(top.articles, 'article')}.`;
}

/** Percents to a tenth, as in the charts: those of two names add up to 100. */
function percent({ share, articles }: VoiceRow): string {
  if (share === 0 && articles > 0) return 'less than 0.1%';
  return `${(share / 10).toFixed(1).replace('.0', '')}%`;
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

/**
 * What grew most since the days before, if they may be compared: a story, a theme and the outlets of a country.
 * Undefined if nothing did, or nothing was found before: then all is growth. Contains news text.
 */
export function growthOf({
  articles,
  topStories,
  topTopics,
  topCountries,
  compared,
}: Pick<ReportNumbers, 'articles' | 'topStories' | 'topTopics' | 'topCountries' | 'compared'>):
  | string
  | undefined {
  if (!compared.isEqual || articles.before === 0) return undefined;
  const stories = topStories
    .filter(({ before }) => before > 0)
    .map(({ central, articles: now, before }) => ({ name: `“${central.title}”`, now, before }));
  const themes = topTopics.theme.map((row) => ({ name: `the theme ${row.key}`, ...row.articles }));
  const places = topCountries.map((row) => ({ name: countryWords(row.key), ...row.articles }));
  const named = [stories, themes, places]
    .flatMap(mostGrown)
    .map(
      ({ name, now, before }, index) =>
        `${name} (${show(now)}${index === 0 ? ' articles' : ''} after ${show(before)})`,
    );
  return named.length === 0 ? undefined : `Growth came from ${listWords(named)}.`;
}

function mostGrown<T extends Compared>(rows: readonly T[]): T[] {
  const growth = ({ now, before }: Compared) => now - before;
  return rows
    .toSorted((one, other) => growth(other) - growth(one))
    .slice(0, 1)
    .filter((top) => growth(top) >= LEAST_GROWTH && top.now >= LEAST_FACTOR * top.before);
}

/** `outlets in the United States`; a code that is no country stays as it is. */
function countryWords(code: string): string {
  const name = /^[A-Za-z]{2}$/.test(code) ? (countries().of(code.toUpperCase()) ?? code) : code;
  return `outlets in ${WITH_ARTICLE.test(name) ? 'the ' : ''}${name}`;
}
