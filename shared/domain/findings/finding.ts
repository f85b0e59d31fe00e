import type { Service } from '../lib/errors.ts';
import { typedKeys } from '../lib/fields.ts';
import { idOf } from '../lib/hash.ts';
import { wordTexts } from '../query/words.ts';
import { DAY, type Instant, SECOND, type Window } from '../time/instant.ts';
import type { Considered } from './newness.ts';

/** The outlet that published an article. */
export interface Outlet {
  domain: string;
  name?: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
  /** SEO rank of the site: lower is more popular, `UNRANKED` is no rank. */
  rank?: number;
}

/** The rank that means "unranked" (news service, article: rank). */
export const UNRANKED = 999_999;

/** A rank to sort by: an outlet without one comes last. */
export function rankOf({ rank = UNRANKED }: { rank?: number | undefined } = {}): number {
  return rank;
}

/** Whether a site has a rank. */
export function isRanked(rank: number | undefined): rank is number {
  return rank !== undefined && rank < UNRANKED;
}

/**
 * What the service does not know of a time of publication: with `date` the time of day, with `timezone unknown` the
 * zone of the time (news service, published_date_precision). The words are stored.
 */
export const PUBLISHED_PRECISIONS = ['date', 'timezone unknown'] as const;

/** When something was published. */
export interface Publication {
  /** In UTC. Of a date alone it is the date's midnight, of a time without a zone that time. */
  publishedAt?: Instant;
  /** Absent: the service knows the exact time. */
  publishedPrecision?: (typeof PUBLISHED_PRECISIONS)[number];
}

/** An article that is a source of an event or a record. */
export interface FindingArticle extends Publication {
  title: string;
  link?: string;
}

/** A company of a watchlist that a record names. */
export interface FindingEntity {
  name: string;
  /** Its key in our watchlist, or the id that someone gave it at the service. */
  key?: string;
  /** How relevant the record is to it, 1..10. */
  score?: number;
  /** How the record relates to it, in a few words. */
  relation?: string;
  /** `event_associated`: the main actor; `mention`: it is only named. */
  role?: string;
  website?: string;
  /** Its key persons. */
  people?: readonly string[];
}

/** The service's translation of an article into English. */
export interface Translation {
  title?: string;
  text?: string;
}

/** What a reader should know of an article before he opens it. The words are stored. */
export const ARTICLE_MARKS = ['paywall', 'opinion', 'press-release'] as const;
export type ArticleMark = (typeof ARTICLE_MARKS)[number];

/** One normalised item that a run found: an article, an event or a record. Its texts are news text: hostile. */
export interface Finding extends Publication, Topics {
  /** Identity within its service. */
  fingerprint: string;
  service: Service;
  type: 'article' | 'event' | 'record';
  /** When the service parsed it; windows run on this time. */
  indexedAt: Instant;
  title: string;
  link?: string;
  outlet?: Outlet;
  authors: readonly string[];
  /** ISO 639-1. */
  language?: string;
  /** -1..1, if the service gives it. */
  sentiment?: { title?: number; content?: number };
  /** The service's own summary, in the language of the article. */
  summary?: string;
  /** Title and summary, or the beginning of the text, in English, if the service has translated them. */
  translation?: Translation;
  /** Up to 1,500 characters around the matches. */
  snippet: string;
  /** The words that matched the query, as the text has them. */
  matched: readonly string[];
  /** The excluded phrase that it contains: the finding is stored, and no one is notified. */
  excludedBy?: string;
  /** The service's group of near-copies, if it gives one. */
  duplicateGroup?: string;
  /** Keys that its copies share, of its title and its text (copy-keys.ts). Absent: they follow from title and snippet. */
  copies?: readonly string[];
  /** A sketch of the service's embedding, where its plan gives one (embedding.ts). */
  embedding?: string;
  /** Of an event or a record: its source articles, at most 50, and their number in all. */
  articles?: readonly FindingArticle[];
  articleCount?: number;
  /** SHA-256 of the content, where the service can give an item again: a difference is a change, not a new finding. */
  contentHash?: string;
  /** Of a record that names companies in its fields: the same hash with these fields empty. */
  hashWithoutCompanies?: string;
  /** Of an event: figures, dates and names under the service's field names, as text. */
  facts?: Readonly<Record<string, string>>;
  /**
   * Of a record: what the service extracted, under the names of the watch's question, as text. Rules of severity
   * compare it.
   */
  fields?: Readonly<Record<string, string>>;
  /** Of a record: the companies it is about, the most relevant first. */
  entities?: readonly FindingEntity[];
  /** Of an article: what a reader should know before he opens it. Absent: nothing. */
  marks?: readonly ArticleMark[];
  /** When its outlet changed it. */
  updatedAt?: Instant;
  /** The address of its picture. */
  image?: string;
  /** It is of the open archive, which is credited wherever it is shown. */
  archive?: true;
  /** Whether it is in line with the robots rules of its publisher, as the service says. */
  robotsCompliant?: boolean;
  /** The articles that are most like it, where the query asks for them. */
  similar?: readonly FindingArticle[];
  /** Organisations by name: of an article those that its text names, the most named first; of a record its fields. */
  companies?: readonly string[];
}

const OF_TOPICS = {
  themes: true,
  people: true,
  places: true,
  iptcTags: true,
  iptcCodes: true,
  iabTags: true,
  customTags: true,
} as const satisfies Record<keyof Topics, true>;
export const TOPICS = typedKeys(OF_TOPICS);

/** The parts of a finding that an alert shows beside its texts, and that no search reads, as a mask. */
export const BESIDE_TEXTS = {
  ...OF_TOPICS,
  image: true,
  robotsCompliant: true,
  similar: true,
} as const satisfies Partial<Record<keyof Finding, true>>;

/** The parts of a finding that an alert shows, as a mask. A part that is added here is stored with alerts, too. */
export const SHOWN_OF_FINDING = {
  fingerprint: true,
  title: true,
  link: true,
  outlet: true,
  publishedAt: true,
  publishedPrecision: true,
  indexedAt: true,
  snippet: true,
  matched: true,
  language: true,
  entities: true,
  companies: true,
  marks: true,
  summary: true,
  translation: true,
  ...BESIDE_TEXTS,
  updatedAt: true,
  archive: true,
  facts: true,
  fields: true,
  articles: true,
  articleCount: true,
} as const satisfies Partial<Record<keyof Finding, true>>;

/**
 * An item of an answer. Most items were found before: of those nothing but the identity is needed. So an item is read
 * whole only when `read` is called.
 */
export interface FoundItem extends Pick<Finding, 'fingerprint' | 'indexedAt' | 'contentHash'> {
  /** Throws what our code throws at a strange item. */
  read: () => Finding;
  /** Its parsed JSON, without what is never kept. */
  source: () => unknown;
}

/** A finding as an item that has been read. */
export function foundItemOf(finding: Finding, source: unknown = finding): FoundItem {
  const { fingerprint, indexedAt, contentHash } = finding;
  const identity = { fingerprint, indexedAt, ...(contentHash !== undefined && { contentHash }) };
  return { ...identity, read: () => finding, source: () => source };
}

/** The date of something that the service dates by the day only, in UTC. Undefined where it knows the time. */
export function publishedDay({ publishedAt, publishedPrecision }: Publication): Window | undefined {
  if (publishedAt === undefined || publishedPrecision !== 'date') return undefined;
  const from = Math.floor(publishedAt / DAY) * DAY;
  return { from, to: from + DAY };
}

/** A time to sort by: publication, or else parsing. A date alone has no hour, so parsing decides within that day. */
export function publicationTime(finding: Pick<Finding, 'indexedAt'> & Publication): Instant {
  const { publishedAt, indexedAt } = finding;
  const day = publishedDay(finding);
  return day ? Math.min(Math.max(indexedAt, day.from), day.to - SECOND) : (publishedAt ?? indexedAt);
}

/** The sentiment of an article, -1..1: that of its text, or else that of its title. */
export function sentimentOf({ sentiment }: Pick<Finding, 'sentiment'>): number | undefined {
  return sentiment?.content ?? sentiment?.title;
}

/** Why a finding got no alert. */
export const SILENT_REASONS = [
  /** It belongs to the baseline, or to a backfill. */
  'baseline',
  /** Another finding of its story has the alert. */
  'same-story',
  /** Its story had brought nothing like it, and no other outlet confirmed it. */
  'unconfirmed',
  /** It is an opinion, a review, a list or the like. */
  'quiet',
  /** It contains an excluded phrase. */
  'excluded',
  /** The channel's minimum severity is higher. */
  'below-severity',
  /** The channel is for some companies, and the finding names none of them. */
  'other-company',
  /** The watch's policy judges hours, not findings. */
  'counted',
  /** The policy alerts on first values, and this value was seen before. */
  'seen-before',
  /** The policy alerts beyond a limit, and the finding is within it. */
  'within-limits',
  /** The policy alerts on changes, and the finding is new. */
  'awaits-change',
  /** It cannot be judged, and is in quarantine. */
  'quarantined',
] as const;
export type SilentReason = (typeof SILENT_REASONS)[number];

/** The outcome of judging a finding: the id of its alert, or the reason why there is none. */
export type Verdict = { notified: string } | { silent: SilentReason };

/** Whether a finding was there before its watch, or was brought by a backfill: no one is notified of it. */
export function isBaseline({ verdict }: Pick<StoredFinding, 'verdict'>): boolean {
  return verdict !== undefined && 'silent' in verdict && verdict.silent === 'baseline';
}

/** A finding as the store holds it, written once. What is decided about it is recorded with its part. */
export interface StoredFinding extends Considered {
  watchId: string;
  finding: Finding;
  foundAt: Instant;
  expiresAt: Instant;
  /** The key of the part with which it was found. Absent: it is not stored yet. */
  part?: string;
  /** What first found it. */
  discovery?: Discovery;
  /** What was decided. A baseline and what is excluded have their verdict from the start. */
  verdict?: Verdict;
  /** Its story, once it is decided. */
  story?: string;
  /** When we last received it with other content. */
  changedAt?: Instant;
  /** The latest few changes of its facts, oldest first. */
  changes?: readonly FindingChange[];
  /** Changes on which an alert is still due, oldest first. */
  awaited?: readonly AwaitedChange[];
}

/** The largest size of a finding in the store, in bytes of UTF-8. */
export const FINDING_BYTES = 8 * 1024;

/**
 * The companies that a finding names, as the news or the service spells them: the company of an event, the watchlist
 * companies of a record, and the organisations of an article or of a record's fields.
 */
export function namedCompanies({
  facts,
  entities = [],
  companies = [],
}: Pick<Finding, 'facts' | 'entities' | 'companies'>): string[] {
  const eventCompany = facts?.['company_name'] ?? [];
  return [eventCompany, entities.map(({ name }) => name), companies].flat();
}

/**
 * What first found an item: a run and, where the service is queried by windows, the window and the request. It is
 * stored with the finding and with its alert. Records of windows overlap and are written again, so they cannot say it
 * later.
 */
export interface Discovery {
  run: DiscoveringRun;
  window?: Window;
  /** The service's id of the request. */
  requestId?: string;
  /** How many matches the service counted in the window then. */
  hits?: number;
  /** The daily recount found it. */
  late?: true;
  /** A watch that began looked back over its window: the item may be much older than the watch. */
  lookedBack?: true;
}

interface DiscoveringRun {
  /** Of a run by windows the id of its queue message, as in the logs; else the id of the job. */
  id: string;
  track: 'live' | 'backfill';
  /** The slot of its schedule, or when someone ordered it. */
  scheduledFor?: Instant;
}

/** A fact that was added (no `from`), removed (no `to`), or has another value. */
export interface FactChange {
  name: string;
  from?: string;
  to?: string;
}

/** What the service corrected in a finding, and when we saw it. */
export interface FindingChange {
  at: Instant;
  facts: readonly FactChange[];
}

/** A change on which an alert is due, and when the finding had last changed before it. */
export interface AwaitedChange {
  before: Instant;
  facts: readonly FactChange[];
}

/** Ids of this form are kept as they are, so that people can search for them. */
const PLAIN = /^[\w.:-]{1,64}$/;

/** The identity of a finding within its service: the service's own id, or its hash where the id does not fit a key. */
export function fingerprintOf(id: string): string {
  return PLAIN.test(id) ? id : idOf('id', id);
}

/** What an article is about, as the service has it (news service, nlp object). The words are stored. */
export interface Topics {
  /** `Business` */
  themes?: readonly string[];
  /** Media topics of the IPTC: names, and codes of 8 digits. */
  iptcTags?: readonly string[];
  iptcCodes?: readonly string[];
  /** Content categories of the IAB, by name. */
  iabTags?: readonly string[];
  /** Tags of the customer's own taxonomies: `industry: Steel`. */
  customTags?: readonly string[];
  /** The most named first, as are places. */
  people?: readonly string[];
  places?: readonly string[];
}

/** Topics that cause no alerts, under the words of `watches.yaml`. `iptc_tags` are names or codes. */
export type ExcludedTopics = Readonly<Partial<Record<ExcludableTopic, readonly string[]>>>;
export const EXCLUDABLE_TOPICS = ['themes', 'iptc_tags', 'iab_tags', 'people', 'places'] as const;
type ExcludableTopic = (typeof EXCLUDABLE_TOPICS)[number];

const LISTS = {
  themes: { of: ({ themes = [] }) => themes, noun: 'theme' },
  iptc_tags: { of: ({ iptcTags = [], iptcCodes = [] }) => [...iptcTags, ...iptcCodes], noun: 'IPTC tag' },
  iab_tags: { of: ({ iabTags = [] }) => iabTags, noun: 'IAB tag' },
  people: { of: ({ people = [] }) => people, noun: 'person' },
  places: { of: ({ places = [] }) => places, noun: 'place' },
} as const satisfies Record<ExcludableTopic, { of: (topics: Topics) => readonly string[]; noun: string }>;

/** The first excluded topic of an article, such as `theme Sports`. Case and punctuation do not matter. */
export function excludedTopic(topics: Topics, excluded: ExcludedTopics = {}): string | undefined {
  for (const name of EXCLUDABLE_TOPICS) {
    const { of, noun } = LISTS[name];
    const wanted = new Set((excluded[name] ?? []).map(keyOf));
    const found = wanted.size === 0 ? undefined : of(topics).find((one) => wanted.has(keyOf(one)));
    if (found !== undefined) return `${noun} ${found}`;
  }
  return undefined;
}

/** Texts with the same key are the same topic. */
function keyOf(text: string): string {
  return wordTexts(text).join(' ') || text.trim();
}
