import { anyOf, both, meantBy, wordsIn } from './query-words.ts';
import { type Company, rivalSlugs, slugOf } from './questions.ts';

/** Where the watches of a first file read. */
export interface Reads {
  /** The services, with a key: searches and events. */
  services: boolean;
  /** A list of feeds, in this file beside the watches file. */
  feeds?: string;
}

/** The name of the list of feeds in the file. */
const LIST = 'starter';

/**
 * The text of a first `watches.yaml` for a company. Alerts from `warning` on are sent at once, the others wait for a
 * brief, and phones get critical alerts alone.
 *
 * @param schema the path of the JSON Schema, as seen from the file.
 */
export function printWatches(company: Company, schema: string, reads: Reads = { services: true }): string {
  const slug = slugOf(company.name);
  const watches = [
    ...(reads.services ? serviceWatches(company, slug) : []),
    ...(reads.feeds === undefined ? [] : feedWatches(company, { slug, isAlone: !reads.services })),
  ];
  const parts = [
    headOf(company, schema, reads),
    channelsOf(company),
    brandsOf(company, slug),
    ...(reads.feeds === undefined ? [] : [feedsOf(reads.feeds)]),
    ['watches:', ...watches].join('\n\n').replace('watches:\n\n', 'watches:\n'),
    reportsOf(slug),
  ];
  return `${parts.join('\n\n')}\n`;
}

function headOf({ name, timezone, email }: Company, schema: string, { services }: Reads): string {
  const noKey = `
# It reads feeds and the open archive of the world's news, which need no key. With a key of the news service in NEWS_API_KEY, bellwether init writes searches and events too.`;
  return `# yaml-language-server: $schema=${schema}

# What Bellwether watches for ${oneLine(name)}. Check it with npx bellwether validate. Every key: docs/watches.md.${services ? '' : noKey}

defaults:
  schedule: rate(15 minutes)
  timezone: ${quoted(timezone)}
  channel: press

# Who is notified when a watch, a key or a channel fails.
operators: { email: ${listOf(email.slice(0, 1))} }`;
}

function channelsOf({ email, sms }: Company): string {
  const duty = `

  # Text messages: critical alerts only.
  duty:
    sms: ${listOf(sms)}
    min_severity: critical`;
  return `channels:
  # Warnings and critical alerts are sent at once. The others come as one brief, at eight and at five.
  press:
    email: ${listOf(email)}
    now: warning
    brief: cron(0 8,17 ? * * *)${sms.length > 0 ? duty : ''}`;
}

function brandsOf({ names, notMeant, competitors }: Company, slug: string): string {
  const rivals = Array.from(
    rivalSlugs(competitors, slug),
    ([rival, own]) => `${quoted(own)}: [${quoted(rival)}]`,
  ).join(', ');
  const lines = [
    'brands:',
    `  ${quoted(slug)}:`,
    `    names: ${listOf(names)}`,
    ...(notMeant.length > 0
      ? [`    exclude: ${listOf(notMeant)}    # articles that mean something else: stored, but no alert`]
      : []),
    ...(rivals === '' ? [] : [`    competitors: { ${rivals} }`]),
  ];
  return lines.join('\n');
}

function feedsOf(file: string): string {
  return `# The feeds that the watches read. Edit the list; npx bellwether feeds check names the ones that do not work.
feeds:
  ${LIST}: { file: ${quoted(file)} }`;
}

function serviceWatches(company: Company, slug: string): string[] {
  const { names } = company;
  const shared = { brand: slug, alert: alertOf(company) };
  // Services look for the words of a company: the shortest name finds the others too.
  const shortest = names.toSorted((a, b) => a.length - b.length)[0] ?? '';
  const [searches, rivals] = searchesOf(company, slug);
  return [
    ...searches,
    eventsOf(`${slug}-breaches`, { ...shared, type: 'data_breach', company: shortest, severity: 'critical' }),
    eventsOf(`${slug}-layoffs`, { ...shared, type: 'layoff', company: shortest, severity: 'warning' }),
    ...rivals,
  ];
}

/** The searches over feeds, or beside watches of the services one for the brand. */
function feedWatches(company: Company, { slug, isAlone }: { slug: string; isAlone: boolean }): string[] {
  if (isAlone) return [...searchesOf(company, slug, LIST).flat(), worldWatch(company, slug)];
  return [
    searchOf(`${slug}-feeds`, {
      lang: company.languages,
      about: 'The brand in feeds. What the news service has too is sent once.',
      q: meantBy(company.names, company.languages),
      list: LIST,
      brand: slug,
      alert: alertOf(company),
      rest: ['raise: [{ to: warning, outlets: 3 }, { to: critical, outlets: 10 }]'],
    }),
  ];
}

/** The brand in the open archive, which needs no key. A new watch reads the files of its lookback: of 2 hours, 60 MB. */
function worldWatch(company: Company, slug: string): string {
  const alert = alertOf(company);
  return indented([
    "# The brand in the open archive of the world's news: titles and names, in 65 languages. Each hour of lookback is 30 MB.",
    `${slug}-world:`,
    '  kind: world',
    `  query: { q: ${quoted(meantBy(company.names, company.languages))}, lang: ${listOf(company.languages)} }`,
    `  brand: ${quoted(slug)}`,
    '  lookback: 2h',
    '  raise: [{ to: warning, outlets: 3 }, { to: critical, outlets: 10 }]',
    ...(alert === undefined ? [] : [`  ${alert}`]),
  ]);
}

/** The watches of words: those for the company, and one for each competitor. */
function searchesOf(company: Company, slug: string, list?: string): [string[], string[]] {
  const { names, people, competitors, languages } = company;
  const brand = meantBy(names, languages);
  const shared = { lang: languages, brand: slug, alert: alertOf(company), list };
  const own = [
    searchOf(`${slug}-news`, {
      ...shared,
      about:
        'All news on the brand. A story climbs as more outlets report it, and is sent again when it does.',
      q: brand,
      rest: [
        'raise: [{ to: warning, outlets: 3 }, { to: critical, outlets: 10 }]',
        'priority: 7',
        ...(list === undefined ? [] : ['first_run: tell    # the headlines of the last day come at once']),
      ],
    }),
    searchOf(`${slug}-trouble`, {
      ...shared,
      about: 'Bad news: sent at once, and critical when five outlets have it.',
      q: both(brand, wordsIn(languages, 'trouble').join(' OR ')),
      rest: ['severity: warning', 'raise: [{ to: critical, outlets: 5 }]', 'priority: 9'],
    }),
    searchOf(`${slug}-deals`, {
      ...shared,
      about: 'Takeovers, mergers, money.',
      q: both(brand, wordsIn(languages, 'deals').join(' OR ')),
      rest: ['raise: [{ to: warning, outlets: 2 }]'],
    }),
    ...(people.length === 0
      ? []
      : [
          searchOf(`${slug}-people`, {
            ...shared,
            about: 'The people of the brand, where the brand is named too.',
            q: both(anyOf(people), brand),
            rest: ['raise: [{ to: warning, outlets: 3 }]'],
          }),
        ]),
  ];
  const rivals = Array.from(rivalSlugs(competitors, slug), ([rival, rivalSlug]) =>
    searchOf(`${rivalSlug}-news`, {
      lang: languages,
      list,
      about: `${oneLine(rival)}: for the share of voice in the report. Its alerts wait for the brief.`,
      q: meantBy([rival], languages),
      brand: rivalSlug,
      rest: ['schedule: rate(1 hour)', 'priority: 3'],
    }),
  );
  return [own, rivals];
}

function alertOf({ sms }: Company): string | undefined {
  return sms.length > 0 ? 'alert: { channels: [press, duty] }' : undefined;
}

interface SearchText {
  about: string;
  q: string;
  lang: readonly string[];
  /** The list of feeds that is searched. Absent: the news service. */
  list?: string | undefined;
  brand: string;
  alert?: string | undefined;
  rest: readonly string[];
}

function searchOf(id: string, { about, q, lang, list, brand, alert, rest }: SearchText): string {
  const feeds = list === undefined ? '' : ` feeds: [${list}],`;
  const lines = [
    `# ${about}`,
    `${id}:`,
    `  kind: ${list === undefined ? 'search' : 'feeds'}`,
    `  query: { q: ${quoted(q)},${feeds} lang: ${listOf(lang)} }`,
    `  brand: ${quoted(brand)}`,
    '  lookback: 3d',
    ...rest.map((line) => `  ${line}`),
    ...(alert === undefined ? [] : [`  ${alert}`]),
  ];
  return indented(lines);
}

interface EventsText {
  type: string;
  company: string;
  brand: string;
  severity: string;
  alert?: string | undefined;
}

function eventsOf(id: string, { type, company, brand, severity, alert }: EventsText): string {
  const when = alert === undefined ? 'alert: { when: finding }' : alert.replace('{ ', '{ when: finding, ');
  return indented([
    `# Events: one for each thing that happened, with its figures, whoever reports it.`,
    `${id}:`,
    '  kind: events',
    `  query: { event_type: ${type}, additional_filters: { company_name: ${quoted(company)} } }`,
    `  brand: ${quoted(brand)}`,
    '  schedule: rate(1 hour)',
    '  lookback: 14d',
    `  severity: ${severity}`,
    `  ${when}`,
  ]);
}

function reportsOf(slug: string): string {
  return `# The coverage of the week in numbers and charts, every Monday at eight.
reports:
  ${slug}-weekly: { brand: ${quoted(slug)}, schedule: cron(0 8 ? * MON *), period: 7d, channel: press }`;
}

/** Letters first, then also digits, blanks, dots, slashes, at signs and dashes: never a marker of YAML. */
const PLAIN = /^\p{L}[\p{L}\p{N}._/@-]*(?: [\p{L}\p{N}._/@-]+)*$/u;
/** Words that YAML reads as something else. Norway's code is one. */
const AMBIGUOUS = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

/** Safe in YAML, whatever it contains. Words that nothing can be confused with stay plain. */
function quoted(value: string): string {
  const line = oneLine(value);
  return PLAIN.test(line) && !AMBIGUOUS.test(line) ? line : `'${line.replaceAll("'", "''")}'`;
}

/** `[a, b]` */
function listOf(values: readonly string[]): string {
  return `[${values.map(quoted).join(', ')}]`;
}

/** Without line breaks and control characters, for comments too. */
function oneLine(value: string): string {
  return value.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}
