import { isPolled, type Service } from '../../../shared/domain/lib/errors.ts';
import type { SeenItem } from '../../../shared/domain/feeds/feed.ts';
import type {
  Discovery,
  Finding,
  Publication,
  StoredFinding,
} from '../../../shared/domain/findings/finding.ts';
import { pick } from '../../../shared/domain/lib/fields.ts';
import { inParallel } from '../../../shared/domain/lib/in-parallel.ts';
import type { ArticleStage, Explanation } from '../../../shared/domain/pages/receipt.ts';
import { minuteOfReceipt, receiptIdOf } from '../../../shared/domain/pages/signed-link.ts';
import { isSameAddress } from '../../../shared/domain/text/clean-text.ts';
import {
  DAY,
  dayOf,
  formatRelativeTime,
  type Instant,
  MINUTE,
  namedTime,
  type Window,
  wireTimeOf,
} from '../../../shared/domain/time/instant.ts';
import { kindFactsOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import type { StoredAlert } from '../../../shared/store/alerts/alerts.ts';
import { explainAlert, explainArticle } from '../../../shared/use-cases/explain/explain-article.ts';
import { explainUses, type UsedArticle } from '../../../shared/use-cases/explain/explain-uses.ts';
import { needWatch, stackCommand } from '../command.ts';
import { explainShown, shownInFeeds } from '../explain/explain-feeds.ts';
import { CliFailure } from '../failure.ts';
import { plainText, timeOrNull, withNulls } from '../print-values.ts';
import type { ArticleSearch, FoundArticle } from '../stack/find-article.ts';
import type { Stack } from '../stack/stack.ts';

/** Explains why an article caused an alert, or why not. */
export const explain = stackCommand({
  usage: 'explain URL|ALERT [options]',
  about: `Explains what happened to an article (give its address) or an alert (give its id or the link to its receipt): whether
the news service has it or a feed showed it, since when, which window covered it, and which step sent, dropped or delayed
it. If the service no longer has an article, the stored findings are searched. It names every alert that the article is in:
also of events and records that cite it, of stories that climbed, and of summaries that count it. Makes a few calls to the news service. Changes nothing.`,
  options: {
    watch: { type: 'string', value: 'WATCH', about: 'explain for this watch only' },
  },
  takes: { what: 'exactly one address or alert', least: 1, most: 1 },
  async run({ values, positionals: [what = ''], stack }) {
    const alert = await findAlert(what, stack);
    const explained = alert
      ? { ...subjectOf(alert), explanations: [await explainAlert(alert, stack)] }
      : await explainAddress(what, { stack, only: values.watch });
    return {
      text: printExplanation(explained, stack.now()),
      document: explanationDocument(explained),
    };
  },
});

const PUBLISHED = { publishedAt: true, publishedPrecision: true } as const satisfies Record<
  keyof Publication,
  true
>;

/** The item of an alert, with the time at which the service had it; only the subject when it has several. */
function subjectOf({ alert: { id, items, watchKind } }: StoredAlert): Omit<Explained, 'explanations'> {
  const [item, ...others] = items;
  if (!item || others.length > 0) return { subject: item?.title ?? id };
  const { title, link = '', indexedAt } = item;
  const service = watchKind === 'events' || watchKind === 'extraction' ? watchKind : 'news';
  return { subject: title, article: { title, link, indexedAt, ...pick(item, PUBLISHED) }, service };
}

/** An alert by its id, or by the link to its receipt. */
async function findAlert(what: string, stack: Stack): Promise<StoredAlert | undefined> {
  const [, signed] = /\/r\/(\w{26})(?:[/?#].*)?$/.exec(what) ?? [];
  if (signed !== undefined) {
    const receiptId = signed.slice(0, 10);
    const minute = minuteOfReceipt(receiptId);
    const made = await stack.alerts.madeIn(minute);
    const found = made.find(({ alert }) => receiptIdOf(alert) === receiptId);
    if (found) return found;
    throw new CliFailure('Alert not found. Its retention may have ended.', {
      hint: `it was created at ${new Date(minute - (minute % MINUTE)).toISOString().slice(0, 16)}`,
    });
  }
  if (!/^\w{20}$/.test(what)) return undefined;
  const found = await stack.alerts.get(what);
  if (found) return found;
  throw new CliFailure(`Alert ${what} not found in ${stack.name}.`, {
    hint: 'copy the id from the JSON of a message, or use the link to its receipt',
  });
}

async function explainAddress(
  address: string,
  { stack, only }: { stack: Stack; only: string | undefined },
): Promise<Explained> {
  if (!/^https?:\/\/\S+$/.test(address) || !URL.canParse(address)) {
    throw new CliFailure(`Invalid address or alert id ${JSON.stringify(address)}.`, {
      hint: 'write the complete address of the article, starting with https://',
    });
  }
  const all = await stack.definitions.watches();
  const watches = only === undefined ? all : [needWatch(only, { watches: all, stack })];
  const searched = watches.filter(findsArticles);
  const ofFeeds = searched.filter(({ kind }) => kind === 'feeds');
  const ofWorld = searched.filter(({ kind }) => kind === 'world');
  const others = searched.filter(({ kind }) => !isPolled(kind));
  const now = stack.now();
  const { article, lookedBack } = await stack.findArticle(address);
  const shown = ofFeeds.length === 0 ? undefined : await shownInFeeds(address, stack);
  // What a service or a feed no longer returns may have been stored while it did.
  const kept = [...(article ? [] : others), ...(shown ? [] : ofFeeds), ...ofWorld];
  const stored = await findStored(address, { findings: stack.findings, watches: kept, now });
  const found = [
    ...(article ? others.map((watch) => ({ watch, ...article.asFoundBy(watch) })) : []),
    ...stored.map((one) => ({ ...one, matches: true })),
  ];
  const explained = [
    ...(await Promise.all(found.map((one) => explainArticle({ ...one, now }, stack)))),
    ...(shown ? await explainShown(shown, { watches: ofFeeds, stack }) : []),
  ];
  const known = knownOf(address, { article, stored: stored[0]?.finding, shown });
  const used: UsedArticle = {
    address,
    only,
    stored: await storedAmong([...found, ...ofFeeds.map((watch) => ({ watch, shown }))], stack),
    since: Math.max(Math.min(known?.publishedAt ?? now, known?.indexedAt ?? 0) - DAY, now - FOUND_BACK * DAY),
    now,
    known: new Set(explained.flatMap(({ alertId }) => alertId ?? [])),
  };
  const explanations = [...explained, ...(await explainUses(used, stack))];
  if (!known) return { subject: address, explanations: [notIndexed(lookedBack), ...explanations] };
  return { subject: known.title, article: known, ...whoHad({ article, lookedBack, shown }), explanations };
}

type Known = NonNullable<Explained['article']>;

/** The article as the service has it, else as a watch has stored it, else as a feed showed it. */
function knownOf(
  address: string,
  {
    article,
    stored,
    shown,
  }: { article: Known | undefined; stored: Finding | undefined; shown: SeenItem | undefined },
): Known | undefined {
  if (article) return article;
  const { title, link = address, ...other } = stored ?? shown ?? {};
  if (title === undefined) return undefined;
  return { title, link, indexedAt: stored?.indexedAt ?? shown?.seenAt, ...pick(other, PUBLISHED) };
}

/** Which service had it, and whether it still does. */
function whoHad({
  article,
  lookedBack,
  shown,
}: Omit<ArticleSearch, 'article'> & { article: object | undefined; shown: SeenItem | undefined }): Pick<
  Explained,
  'service' | 'noLongerShown'
> {
  if (article) return {};
  return lookedBack === undefined || shown ? { service: 'feeds' } : { noLongerShown: { lookedBack } };
}

/** The findings that watches have stored of what they were explained for. */
async function storedAmong(
  explained: readonly { watch: Watch; finding?: Finding; shown?: SeenItem | undefined }[],
  { findings }: Stack,
): Promise<StoredFinding[]> {
  const read = explained.map(({ watch, finding, shown }) =>
    findings.read(watch.id, [finding?.fingerprint ?? shown?.key ?? []].flat()),
  );
  return (await Promise.all(read)).flat();
}

function notIndexed(lookedBack: number | undefined): Explanation {
  if (lookedBack === undefined)
    return {
      standing: 'not-indexed',
      text: `No watch stored this article in the last ${FOUND_BACK} days, and the stack has no news service to search. Check the address, and run bellwether status to see whether feeds can be read.`,
    };
  return {
    standing: 'not-indexed',
    text: `The news service does not have this article: the address may differ, or the article is older than ${lookedBack} days, the limit of this search. No watch stored it in the last ${FOUND_BACK} days. The service needs minutes to hours to index a new article, and it does not read every source. Check the address.`,
  };
}

/** False for watches of events, jobs and counts. */
function findsArticles({ kind }: Watch): boolean {
  const { finds, window } = kindFactsOf(kind);
  return finds === 'articles' && window?.holds !== 'counts';
}

/** What is known about an article or an alert. */
interface Explained {
  /** Its title, or its address. News text. */
  subject: string;
  article?: Pick<FoundArticle, 'title' | 'link' | 'indexedAt' | keyof Publication>;
  /** The service that has it; default news. */
  service?: Service;
  /** The service no longer returns it, over so many days; the article is the stored one. */
  noLongerShown?: { lookedBack: number };
  explanations: readonly Explanation[];
}

/** The most important first. */
const ORDER: readonly ArticleStage[] = [
  'notified',
  'failed-delivery',
  'on-its-way',
  'held',
  'storm-cap',
  'silenced',
  'joined',
];

/** The explanation as text: the service first, then the watches, the most important first. */
function printExplanation(explained: Explained, now: Instant): string {
  const { subject, article, service = 'news', noLongerShown: gone, explanations } = explained;
  const lines = [plainText(subject)];
  if (article) {
    const has = gone
      ? `no longer has this article (searched ${gone.lookedBack} days). It was stored earlier:`
      : 'has it:';
    const whoHas = service === 'feeds' ? 'A feed showed it:' : `The ${service} service ${has}`;
    lines.push(`  ${whoHas} ${timesOf(article, { now, timezone: zoneIn(explanations) })}.`);
  }
  if (explanations.length === 0) lines.push('  No watch searches for articles, so none can alert on it.');
  const sorted = explanations.toSorted((one, other) => rankOf(one) - rankOf(other));
  for (const { watchId, standing, text, window, foundBy, messageId, alertId, timezone = 'UTC' } of sorted) {
    lines.push('', `${watchId === undefined ? '' : `${watchId}: `}${standing}`, `  ${plainText(text)}`);
    if (window) lines.push(`  ${windowText(window, timezone)}`);
    if (foundBy) lines.push(...runLines(foundBy, timezone).map((line) => `  ${plainText(line)}`));
    if (alertId !== undefined)
      lines.push(`  Alert ${alertId}${messageId === undefined ? '' : `, message ${messageId}`}`);
  }
  return `${lines.join('\n')}\n`;
}

/** The window that found it, in the zone of its receipt. */
function windowText({ from, to }: Window, timezone: string): string {
  return `Window: ${namedTime(from, timezone)} to ${namedTime(to, timezone)}`;
}

function runLines({ run, requestId, late }: Discovery, timezone: string): string[] {
  const recount = late ? ', found by the daily recount' : '';
  const at = run.scheduledFor === undefined ? '' : ` of ${namedTime(run.scheduledFor, timezone)}`;
  const name = run.track === 'backfill' ? 'Backfill' : at === '' ? 'Job' : 'Run';
  return [`${name}${at}: ${run.id}${recount}`, ...(requestId === undefined ? [] : [`Request: ${requestId}`])];
}

function timesOf(
  { indexedAt, ...publication }: Pick<FoundArticle, 'indexedAt' | keyof Publication>,
  { now, timezone }: { now: Instant; timezone: string },
): string {
  const since =
    indexedAt === undefined
      ? 'since an unknown time'
      : `since ${namedTime(indexedAt, timezone)}, ${formatRelativeTime(indexedAt, now)}`;
  const published = namedPublication(publication, timezone);
  return published === '' ? since : `${since}; published ${published}`;
}

/** A time of publication with its zone; a date without a time as it is. Empty where it is not known. */
function namedPublication({ publishedAt, publishedPrecision }: Publication, timezone: string): string {
  if (publishedAt === undefined) return '';
  if (publishedPrecision === 'date') return dayOf(publishedAt);
  if (publishedPrecision === undefined) return namedTime(publishedAt, timezone);
  return `${wireTimeOf(publishedAt).replace('T', ' ')} (time zone unknown)`;
}

/** The zone of all explanations; UTC where they have several. */
function zoneIn(explanations: readonly Explanation[]): string {
  const [zone = 'UTC', ...others] = new Set(explanations.flatMap(({ timezone }) => timezone ?? []));
  return others.length === 0 ? zone : 'UTC';
}

function rankOf({ standing }: Explanation): number {
  const rank = ORDER.indexOf(standing);
  return rank < 0 ? ORDER.length : rank;
}

/** The same as JSON. */
function explanationDocument({ subject, article, noLongerShown, explanations }: Explained): object {
  return {
    subject,
    article: article
      ? {
          title: article.title,
          link: article.link,
          publishedAt: timeOrNull(article.publishedAt),
          publishedPrecision: article.publishedPrecision ?? null,
          indexedAt: timeOrNull(article.indexedAt),
        }
      : null,
    noLongerShown: noLongerShown !== undefined,
    explanations: explanations.map(({ window, dueAt, foundBy, timezone = 'UTC', ...rest }) => ({
      ...rest,
      window: window ? { from: timeOrNull(window.from), to: timeOrNull(window.to) } : null,
      dueAt: timeOrNull(dueAt),
      timezone,
      foundBy: foundBy ? foundByDocument(foundBy) : null,
    })),
  };
}

function foundByDocument({ run, requestId, late, hits }: Discovery): object {
  const { id, track, scheduledFor } = run;
  return withNulls({
    run: { id, track, scheduledFor: timeOrNull(scheduledFor) },
    requestId,
    hits,
    late: late ?? false,
    certain: true,
  });
}

/** How many days back stored findings are searched for an address. */
const FOUND_BACK = 90;

/**
 * The article of an address as each of these watches has stored it, in their order. Watches that did not store it are
 * left out. No index holds addresses, so this reads the findings of one day of a watch after another, the newest
 * first.
 */
async function findStored(
  address: string,
  { watches, ...given }: Pick<Stack, 'findings'> & { watches: readonly Watch[]; now: Instant },
): Promise<{ watch: Watch; finding: Finding }[]> {
  const stored = await inParallel(watches, async (watch) => {
    const finding = await latestWith(address, { ...given, watchId: watch.id });
    return finding ? [{ watch, finding }] : [];
  });
  return stored.flat();
}

async function latestWith(
  address: string,
  { findings, watchId, now }: Pick<Stack, 'findings'> & { watchId: string; now: Instant },
): Promise<Finding | undefined> {
  for (let to = now; to > now - FOUND_BACK * DAY; to -= DAY) {
    const found = await findings.foundIn(watchId, { from: to - DAY, to });
    const same = found.findLast(
      ({ finding: { link } }) => link !== undefined && isSameAddress(link, address),
    );
    if (same) return same.finding;
  }
  return undefined;
}
