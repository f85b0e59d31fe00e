import { parameterOf } from '../../../domain/services/news-rules.ts';
import { nearest } from '../near-miss.ts';
import { type Path, yamlText } from '../problem.ts';
import { domainOf, meantByNoun } from './meant-format.ts';
import { meantCountry, meantLanguage } from './countries-and-languages.ts';
import { meantSchedule } from './meant-schedule.ts';

/** What the schema says about the place of a wrong value. */
interface WrongValue {
  path: Path;
  value: unknown;
  /** What a value is called there, such as `duration`. */
  noun: string | undefined;
  /** The type that the schema expects there, such as `boolean`. */
  type: string | undefined;
}

/**
 * The value that was probably meant by a wrong one, as YAML: a schedule of unix, a language by its name, `yes`, a
 * number in quotes. Undefined where nothing is likely.
 */
export function meantValue(wrong: WrongValue): string | undefined {
  const { path, value, noun, type } = wrong;
  const key = path.findLast((part) => typeof part === 'string') ?? '';
  if (key === 'schedule' || key === 'brief') {
    const needsCron = key !== 'schedule' || path[0] === 'reports';
    const meant = meantSchedule(value, { needsCron });
    return meant === value ? undefined : meant;
  }
  const text = typeof value === 'string' ? plainOf(value) : wordOf(value);
  const named = text === undefined ? undefined : byKey(key, { text, path });
  if (named !== undefined) return named;
  if (key === 'channel' && Array.isArray(value) && value.length > 1)
    return `one channel, such as ${value[0]}, and add the addresses of the others to it`;
  if (key === 'q' && Array.isArray(value)) return anyOf(value);
  if (noun === 'duration') {
    const [[unit, count] = [], ...others] = Object.entries(Object(value));
    if (typeof count === 'number' && others.length === 0) return meantByNoun(noun, `${count} ${unit}`);
  }
  const formed = noun === undefined ? undefined : meantByNoun(noun, typeof value === 'string' ? text : value);
  if (formed !== undefined) return formed;
  return byType(type, value) ?? (text === value || text === undefined ? undefined : yamlText(text));
}

/** A list of words as one query: any of them. */
function anyOf(words: readonly unknown[]): string | undefined {
  const texts = words.filter((word) => typeof word === 'string');
  if (texts.length < words.length || texts.length === 0) return undefined;
  const isWhole = (text: string) => !/\s/.test(text) || /["()]/.test(text);
  return yamlText(texts.map((text) => (isWhole(text) ? text : `"${text}"`)).join(' OR '));
}

/** A text without typographic quotes around it. */
export function withoutQuotes(text: string): string {
  return /^[“”„‟«»‘’‚＂]\s*(.*?)\s*[“”„‟«»‘’＂]$/.exec(text)?.[1] ?? text;
}

/** A text without what other languages put behind a value: `7d;`, `7d,`, `7d // a week`. */
function plainOf(text: string): string {
  if (text.length > LONGEST) return withoutQuotes(text);
  const bare = withoutQuotes(text).replace(/\s+(?:\/\/|--|;)\s.*$/, '');
  return bare.replace(/[;,]$/, '').trim() || text;
}

/** A word that YAML reads as a boolean. */
function wordOf(value: unknown): string | undefined {
  return typeof value === 'boolean' ? String(value) : undefined;
}

function byKey(key: string, { text, path }: { text: string; path: Path }): string | undefined {
  if (/^(?:not_)?(?:lang|countries)$/.test(key) && EVERY.has(text.trim().toLowerCase()))
    return `nothing: remove ${key} to search in all of them`;
  if (key === 'lang' || key === 'not_lang') return eachOf(text, meantLanguage);
  if (key === 'countries' || key === 'not_countries') return eachOf(text, meantCountry);
  if (key === 'timezone') return meantZone(text);
  if (DOMAINS.has(key)) return domainsOf(text);
  if ((key === 'theme' || key === 'not_theme') && path.at(-1) === key) return eachOf(text, meantTheme);
  const words = WORDS[key];
  const plain = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, key === 'event_type' ? '_' : ' ');
  return words && Object.hasOwn(words, plain) ? words[plain] : undefined;
}

const EVERY: ReadonlySet<string> = new Set([
  'all',
  '*',
  'any',
  'every',
  'world',
  'worldwide',
  'global',
  'international',
]);

const DOMAINS: ReadonlySet<string> = new Set(['sources', 'not_sources', 'domains', 'all_domain_links']);

/** One value, or the values of a list that is written as one text. */
function eachOf(text: string, meant: (one: string) => string | undefined): string | undefined {
  const whole = meant(text);
  if (whole !== undefined) return whole;
  const words = text.split(/\s*(?:[,;]|\s(?:and|or|&)\s|\s)\s*/).filter((word) => word !== '');
  const isWords = words.length > 1 && words.length < 50 && words.every((word) => meant(word) !== undefined);
  if (!text.includes(',') && !isWords) return undefined;
  const listed = isWords ? words : text.split(',');
  const parts = listed.map((part) => meant(part.trim()) ?? part.trim());
  return `[${parts.map(yamlText).join(', ')}]`;
}

/** A domain, or domains with commas or blanks between them. */
function domainsOf(text: string): string {
  const found = text.split(/[\s,;]+/).flatMap((one) => domainOf(one) ?? []);
  if (found.length === 0) return 'the domain of the outlet, such as example.com';
  return found.length === 1 ? (found[0] ?? '') : `[${found.join(', ')}]`;
}

function meantTheme(text: string): string | undefined {
  return nearest(text, parameterOf('theme')?.values ?? []);
}

function same(value: string, words: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map((word) => [word, value]));
}

/** Words of other tools, and what they are called here. */
const SEVERITY_WORDS = {
  ...same('critical', 'high highest urgent error fatal severe emergency alert major p0 p1 crit red'),
  ...same('warning', 'medium moderate warn p2 yellow elevated'),
  ...same('info', 'low lowest minor notice information informational normal debug p3 p4 green default'),
};
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  severity: SEVERITY_WORDS,
  min_severity: SEVERITY_WORDS,
  except: SEVERITY_WORDS,
  priority: {
    ...same('9', 'high highest top urgent critical important max maximum p0 p1'),
    ...same('5', 'medium normal moderate default p3'),
    ...same('1', 'low lowest minor unimportant min minimum p5'),
  },
  event_type: {
    ...same('data_breach', 'breach breaches data_breaches hack hacks leak leaks ransomware'),
    ...same('fundraising', 'funding fundraise investment investments round rounds'),
    ...same('layoff', 'layoffs job_cuts jobcuts redundancies'),
    ...same(
      'supply_chain_disruption',
      'supply_chain disruption disruptions supply_chain_disruptions shortage',
    ),
    ...same('tariffs_v2', 'tariff tariffs duties tariffs_v1'),
  },
  keep: {
    ...same('full', 'true yes raw all everything json original'),
    ...same('summary', 'false no short none default'),
  },
  mode: {
    ...same('job', 'jobs once single'),
    ...same('monitor', 'monitors continuous repeat recurring'),
  },
  first_run: {
    ...same('tell', 'true yes all alert alerts loud on notify'),
    ...same('silent', 'false no none quiet off silence baseline'),
  },
  when: {
    ...same('story', 'stories new cluster clusters topic topics once'),
    ...same('finding', 'findings article articles all always any every each match matches immediately'),
    ...same('volume', 'volumes count counts threshold'),
    ...same('spike', 'spikes peak surge'),
    ...same('silence', 'silent quiet missing none'),
  },
  kind: {
    ...same('search', 'news query queries keyword keywords article articles searches'),
    ...same('authors', 'author journalist journalists'),
    ...same('headlines', 'headline latest latest_headlines'),
    ...same('breaking', 'breaking_news breakingnews'),
    ...same('links', 'link url urls search_by_link mentions'),
    ...same('similar', 'similarity search_similar'),
    ...same('volume', 'count counts aggregation aggregation_count volumes'),
    ...same('events', 'event'),
    ...same('extraction', 'extract extractions job jobs records'),
  },
};

/** In characters. Longer texts are no words and no numbers. */
const LONGEST = 200;

const YES = new Set(['yes', 'on', 'true', 'y', '1', 'enabled']);
const NO = new Set(['no', 'off', 'false', 'n', '0', 'disabled']);

function byType(type: string | undefined, value: unknown): string | undefined {
  const isSimple = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (Array.isArray(value) && value.length === 1 && type === 'string') {
    const [only]: unknown[] = value;
    return typeof only === 'string' ? yamlText(only) : undefined;
  }
  if (!isSimple) return undefined;
  const text = String(value).trim();
  if (text.length > LONGEST) return undefined;
  if (type === 'boolean') {
    if (YES.has(text.toLowerCase())) return 'true';
    return NO.has(text.toLowerCase()) ? 'false' : undefined;
  }
  return type === 'number' || type === 'int' ? numberOf(text) : undefined;
}

const FACTORS: Readonly<Record<string, number>> = {
  k: 1_000,
  thousand: 1_000,
  m: 1_000_000,
  million: 1_000_000,
};

/** `250000` for `250,000`, `250.000.000`, `250k`; `50` for `>= 50`, `50+` and `50/h`. */
function numberOf(text: string): string | undefined {
  const [, written = ''] =
    /^(?:[<>]=?|=|at least|at most|min|max|over|above)?\s*(.*?)\s*(?:\+|\/\s*\w+|\bper \w+|\ban? (?:hour|day|month)|x|times|%)?$/i.exec(
      text,
    ) ?? [];
  const isGrouped = /^[-+]?\d{1,3}(?:\.\d{3}){2,}$/.test(written);
  const plain = written.replaceAll(isGrouped ? '.' : /(?<=\d)[ ,_'’](?=\d{3}(?!\d))/g, '');
  const [, digits, unit] = /^([-+]?\d{1,15}(?:\.\d{1,6})?)\s*(k|thousand|m|million)?$/i.exec(plain) ?? [];
  if (digits === undefined) return undefined;
  const factor = unit === undefined ? 1 : (FACTORS[unit.toLowerCase()] ?? 1);
  return String(Number((Number(digits) * factor).toFixed(6)));
}

/** Letters that people write for a time zone, and a zone with summer time that has them. */
const LETTERS: Readonly<Record<string, string>> = {
  CET: 'Europe/Paris',
  CEST: 'Europe/Paris',
  MEZ: 'Europe/Berlin',
  MESZ: 'Europe/Berlin',
  BST: 'Europe/London',
  WET: 'Europe/Lisbon',
  WEST: 'Europe/Lisbon',
  EET: 'Europe/Athens',
  EEST: 'Europe/Athens',
  MSK: 'Europe/Moscow',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  ET: 'America/New_York',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  CT: 'America/Chicago',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  PT: 'America/Los_Angeles',
  JST: 'Asia/Tokyo',
  IST: 'Asia/Kolkata',
  SGT: 'Asia/Singapore',
  HKT: 'Asia/Hong_Kong',
  AEST: 'Australia/Sydney',
  AEDT: 'Australia/Sydney',
  Z: 'UTC',
  ZULU: 'UTC',
  'UTC+0': 'UTC',
  LOCAL: 'UTC',
};

/** `Europe/Paris` for `CEST` and for `Paris`. Undefined where no zone is meant. */
function meantZone(written: string): string | undefined {
  const text = (written.split(',')[0] ?? written).trim();
  const known = LETTERS[text.toUpperCase()];
  if (known !== undefined) return known;
  const city = text.toLowerCase().replaceAll(/\s+/g, '_');
  return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(`/${city}`));
}
