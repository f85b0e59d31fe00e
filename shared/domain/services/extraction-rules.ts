import { DAY } from '../time/instant.ts';

/** A broken rule between fields: the fields, and what is wrong in one sentence. */
export interface RuleBreach {
  fields: readonly string[];
  message: string;
}

/** Limits of the extraction service (extraction service, limits). Plans may have lower ones. */
export const EXTRACTION_LIMITS = {
  sourceGroups: 20,
  webhooksPerResource: 5,
  externalIdCharacters: 255,
  templateBytes: 10 * 1024,
  rangeDays: 30,
  defaultRangeDays: 5,
  leastLimit: 10,
  scoreMin: 1,
  scoreMax: 10,
  hoursBetweenMonitorRuns: 24,
  backfillDays: 7,
  recordPageSize: 1000,
  listPageSize: 500,
} as const;

export const JOB_MODES = ['base', 'lite'] as const;
export const ASSOCIATION_TYPES = ['event_associated', 'mention'] as const;
export const VALIDATOR_TYPES = ['boolean'] as const;
export const ENRICHMENT_TYPES = ['text', 'number', 'date', 'option', 'url', 'company'] as const;
export const OWNERSHIPS = ['all', 'own', 'shared'] as const;
export const WEBHOOK_TYPES = ['generic', 'slack', 'teams', 'custom'] as const;
export const DELIVERY_MODES = ['full', 'per_record'] as const;
export const DELIVERY_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const TEMPLATE_CONTENT_TYPES = [
  'application/json',
  'text/html',
  'text/plain',
  'text/csv',
  'text/xml',
  'application/xml',
  'application/ld+json',
] as const;
/** The resources that webhooks can be assigned to. */
export const NOTIFYING_RESOURCES = ['job', 'monitor', 'monitor_group'] as const;
/** The resources that a project can contain. */
export const PROJECT_RESOURCES = ['job', 'monitor', 'dataset', 'monitor_group', 'webhook'] as const;
export const ENTITY_TYPES = ['company', 'person'] as const;

export type JobMode = (typeof JOB_MODES)[number];
export type NotifyingResourceType = (typeof NOTIFYING_RESOURCES)[number];

/** The final states of a job. Lists of monitor runs say `job_completed` instead of `completed`. */
export const COMPLETED_STATES: readonly string[] = ['completed', 'job_completed'];
export const FAILED_STATES: readonly string[] = ['failed'];

/** The fields of a job that depend on each other. */
interface JobRequestFacts {
  query?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  connected_dataset_ids?: readonly string[] | undefined;
  ed_association_type?: string | undefined;
  ed_score_min?: number | undefined;
  fetch_all_watchlist_news?: boolean | undefined;
  validators?: readonly { name: string }[] | undefined;
  enrichments?: readonly { name: string }[] | undefined;
}

/** The broken rules between the fields of a new job (extraction service, submit); none if it is valid. */
export function jobRequestBreaches(job: JobRequestFacts): RuleBreach[] {
  return [...datasetBreaches(job), ...dateBreaches(job), ...nameBreaches(job)];
}

function datasetBreaches(job: JobRequestFacts): RuleBreach[] {
  if (job.connected_dataset_ids?.length) return [];
  const needing: string[] = [];
  if (job.fetch_all_watchlist_news) needing.push('fetch_all_watchlist_news');
  if (job.ed_association_type !== undefined) needing.push('ed_association_type');
  return needing.map((field) => ({
    fields: [field, 'connected_dataset_ids'],
    message: `${field} needs connected_dataset_ids: it applies to the entities of a dataset.`,
  }));
}

function dateBreaches({ start_date, end_date }: JobRequestFacts): RuleBreach[] {
  if (end_date === undefined) return [];
  if (start_date === undefined) {
    return [{ fields: ['end_date', 'start_date'], message: 'end_date needs start_date.' }];
  }
  const span = Date.parse(end_date) - Date.parse(start_date);
  const fields = ['start_date', 'end_date'];
  if (span <= 0) return [{ fields, message: 'start_date must be before end_date.' }];
  const days = EXTRACTION_LIMITS.rangeDays;
  if (span <= days * DAY) return [];
  return [{ fields, message: `start_date and end_date can be at most ${days} days apart.` }];
}

function nameBreaches({ validators, enrichments }: JobRequestFacts): RuleBreach[] {
  return Object.entries({ validators, enrichments }).flatMap(([field, items = []]) => {
    const names = items.map((item) => item.name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    return twice === undefined
      ? []
      : [{ fields: [field], message: `${field} has the name "${twice}" twice.` }];
  });
}

/** Says how much, of news or companies: `all news`. */
const QUANTITY = words('all any each every latest newest recent breaking current full complete whole entire');

/** Says all by itself: `everything about my companies`. */
const ALL = words('everything anything whatever');

/** What a general phrase asks for. */
const NEWS = words(
  'news article articles story stories event events update updates headline headlines coverage report reports ' +
    'mention mentions item items developments happenings information posts',
);

/** Whose news: words for the companies of a watchlist that name none of them. */
const COMPANIES = words(
  'company companies corporate corporation corporations entity entities firm firms organization organizations ' +
    'organisation organisations businesses suppliers competitors clients customers vendors partners watchlist ' +
    'watchlists dataset datasets portfolio list lists',
);

/** Words that add no topic. */
const FILLER = words(
  'give show get find fetch return send tell bring search look pull collect track monitor follow watch for please ' +
    'i we you me us want need would like to see read know a an the of in on at by about regarding concerning around with ' +
    'from across and or is are was were there that which who what whats have has had happens happened happening this ' +
    'these those it its them they their my our your his her kind kinds sort sorts type types ones tracked connected ' +
    'monitored followed watched uploaded attached selected related relating involving mentioning possible available ' +
    'here published new last past week weeks month months day days hour hours since today yesterday now',
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/**
 * Whether a question of a job asks for all news instead of a topic: `*`, or a general phrase such as `all news`,
 * `everything` or `all news about my companies` (extraction service, submit). A word that is none of these is a
 * topic, so `all news about Acme` is no such phrase. The service does not say which phrases it knows.
 */
export function asksForAllNews(query: string): boolean {
  const plain = query.trim().toLowerCase();
  if (/^["'“”]?\*+["'“”]?$/.test(plain)) return true;
  const said: string[] = plain.replaceAll(/['’]/g, '').match(/[\p{L}\p{N}]+|\*/gu) ?? [];
  const isGeneral = said.every(
    (word) => /^\d+$/.test(word) || [QUANTITY, ALL, NEWS, COMPANIES, FILLER].some((known) => known.has(word)),
  );
  const has = (known: ReadonlySet<string>) => said.some((word) => known.has(word));
  return isGeneral && (has(ALL) || (has(NEWS) && has(QUANTITY)) || (said.includes('news') && has(COMPANIES)));
}
