import type { AlertItem } from '../../domain/alerts/alert.ts';
import type { FindingEntity, Outlet } from '../../domain/findings/finding.ts';
import { defined, lookUp } from '../../domain/lib/fields.ts';
import { isDay } from '../../domain/time/instant.ts';
import { countryName, formatDay, markNames, publishedMoment, reachOf } from '../text/format-values.ts';
import { shorten } from '../../domain/text/clean-text.ts';
import { isVisible, oneLine, safeLink, shortLine, wholeSentences, withoutTitle } from '../text/plain-text.ts';
import type { FactLine, SourceView, StoryView } from './message-view.ts';

const TITLE_LIMIT = 300;
const SNIPPET_LIMIT = 300;
const SUMMARY_LIMIT = 600;

/** What a message shows of a finding. */
export type ItemView = Pick<
  StoryView,
  'headline' | 'text' | 'english' | 'facts' | 'topics' | 'source' | 'link'
> & { source: SourceView };

/** One item: its title, its text without the title, its facts, outlet and time; what it lacks is left out. */
export function describeItem(item: AlertItem, timezone: string): ItemView {
  const { summary, snippet, link } = item;
  const headline = titleOf(item);
  const text =
    summary === undefined
      ? wholeSentences(withoutTitle(isFieldList(item) ? '' : snippet, item.title), SNIPPET_LIMIT)
      : wholeSentences(withoutTitle(summary, item.title), SUMMARY_LIMIT);
  const english = inEnglish(item);
  return defined<ItemView>({
    headline,
    text: isVisible(text) ? text : undefined,
    english: isVisible(english) ? english : undefined,
    facts: factLines(item),
    topics: topicLines(item),
    source: sourceOf(item, timezone),
    link: safeLink(link),
  });
}

/** Whether the text of a record lists its fields, which are lines of their own. */
function isFieldList({ fields = {}, snippet }: AlertItem): boolean {
  const [name] = Object.keys(fields);
  return name !== undefined && snippet.startsWith(`${name.replaceAll('_', ' ')}: `);
}

/** The name of an outlet, or else its domain. */
function outletName(outlet: Outlet | undefined): string {
  const names = [outlet?.name, outlet?.domain].map((one) => shortLine(one ?? '', 200));
  return names.find(isVisible) ?? 'Unknown source';
}

function sourceOf(item: AlertItem, timezone: string): SourceView {
  const { outlet } = item;
  const country = shortLine(countryName(outlet?.country ?? ''), 60);
  return defined<SourceView>({
    outlet: outletName(outlet),
    country: isVisible(country) ? country : undefined,
    reach: reachOf(outlet?.rank),
    published: publishedMoment(item, timezone),
    marks: markNames(item),
  });
}

/** `Acme opens a plant. The plant is in Turin.` */
function inEnglish({ translation: { title = '', text = '' } = {} }: AlertItem): string {
  const parts = [shortLine(title, TITLE_LIMIT), wholeSentences(withoutTitle(text, title), SUMMARY_LIMIT)];
  const texts = parts.filter(isVisible).map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`));
  return texts.join(' ');
}

/** A title on one line; never empty. */
function titleOf({ title, fingerprint }: AlertItem): string {
  const text = shortLine(title, TITLE_LIMIT);
  return isVisible(text) ? text : `(no title, ${shortLine(fingerprint, 60)})`;
}

type Facts = Readonly<Record<string, string>>;

/** How many topics of a kind an alert names. */
const MOST_TOPICS = 3;
/** The most lines, the longest name and the longest value of a fact. */
const MOST_FACTS = 12;
const NAME_LIMIT = 60;
const VALUE_LIMIT = 160;

/**
 * The facts of an event or a record, each a line: who, how many, how much, where, when, then the others under their
 * own names.
 */
export function factLines({
  title,
  entities = [],
  facts = {},
  fields = {},
  tags = {},
}: AlertItem): FactLine[] {
  const named = { ...fields, ...tags, ...facts };
  const known = QUESTIONS.map(({ name, names, say }) => {
    const used = names.filter((one) => isVisible(oneLine(lookUp(named, one) ?? '')));
    return { name, used, value: used.length === 0 ? '' : oneLine(say(named, used)) };
  });
  const used = new Set(known.flatMap(({ used: all }) => all));
  const others = Object.entries(named).flatMap(([name, value]) =>
    used.has(name) ? [] : [{ name: labelOf(name), value: oneLine(value) }],
  );
  const companies = entities.map(companyOf).filter(isVisible).join(', ');
  return [...known, { name: 'About', value: shorten(companies, 300) }, ...others]
    .map(({ name, value }) => ({ name, value: shorten(value, name === 'About' ? 300 : VALUE_LIMIT) }))
    .filter(({ value }) => isVisible(value) && withoutTitle(value, title) !== '')
    .slice(0, MOST_FACTS);
}

/** What an article is about, by the language layer of the service. */
export function topicLines({
  people = [],
  places = [],
  themes = [],
  customTags = [],
}: AlertItem): FactLine[] {
  const lists = [
    ['People', people],
    ['Places', places],
    ['Themes', themes],
    ['Tags', customTags],
  ] as const;
  return lists.flatMap(([name, all]) => {
    const shown = all
      .slice(0, MOST_TOPICS)
      .map((one) => shortLine(one, 60))
      .filter(isVisible);
    return shown.length === 0 ? [] : [{ name, value: shown.join(', ') }];
  });
}

/**
 * A question, the facts that answer it under the names of the events service, and the answer of those that are known.
 */
interface Question {
  name: string;
  names: readonly string[];
  say: (facts: Facts, known: readonly string[]) => string;
}

const QUESTIONS: readonly Question[] = [
  { name: 'Who', names: ['company_name', 'company_legal_name', 'imposing_country_name'], say: first },
  { name: 'Against', names: ['targeted_country_names'], say: joined },
  {
    name: 'How many',
    names: [
      'number_of_people_laid_off',
      'min_number_of_people_laid_off',
      'max_number_of_people_laid_off',
      'percentage_of_people_laid_off',
    ],
    say: peopleOf,
  },
  {
    name: 'How much',
    names: ['amount', 'currency', 'funding_type', 'main_tariff_rate', 'previous_tariff_rate'],
    say: amountOf,
  },
  { name: 'What', names: ['data_type', 'data', 'measure_type', 'disruption_type'], say: joined },
  { name: 'Affected', names: ['impacted', 'affected_products', 'affected_industries'], say: joined },
  { name: 'Also affected', names: ['additional_affected_companies'], say: joined },
  { name: 'From', names: ['investors'], say: joined },
  { name: 'Where', names: ['location', 'facility_type'], say: joined },
  { name: 'When', names: ['event_date', 'implementation_date', 'announcement_date'], say: dayOf },
  { name: 'How long', names: ['expected_timeframe'], say: joined },
];

function first(facts: Facts, [name = '']: readonly string[]): string {
  return lookUp(facts, name) ?? '';
}

/** `Sunday 22 November 2026`; some dates are incomplete, and stay as they are. */
function dayOf(facts: Facts, known: readonly string[]): string {
  const date = first(facts, known);
  return isDay(date) ? formatDay(date) : date;
}

/**
 * Each part once: two facts often name the same. Lists have semicolons or commas, and words of a closed list have
 * underscores (events service, sections 3.5 and 3.6).
 */
function joined(facts: Facts, known: readonly string[]): string {
  const texts = known.map((name) => (lookUp(facts, name) ?? '').replaceAll('_', ' '));
  const [text = '', ...others] = texts;
  if (others.length === 0) return withSeparators(text);
  const parts = texts.flatMap((one) => one.split(/[;,]\s+/)).map((part) => part.trim());
  return withSeparators([...new Set(parts.filter((part) => part !== ''))].join(', '));
}

/** `150000 customers` as `150,000 customers`. */
function withSeparators(text: string): string {
  return text.replace(/(?<![\d.,/-])\d{5,15}(?![\d/-])/g, numberText);
}

/** `540 people (8% of the workforce)`, `500 to 600 people`. */
function peopleOf(facts: Facts): string {
  const [exact, least, most, percent] = [
    'number_of_people_laid_off',
    'min_number_of_people_laid_off',
    'max_number_of_people_laid_off',
    'percentage_of_people_laid_off',
  ].map((name) => numberText(lookUp(facts, name) ?? ''));
  const bounds = [...new Set([least, most].filter((one) => one !== undefined && one !== ''))].join(' to ');
  const people = exact === undefined || exact === '' ? bounds : exact;
  const share = percent === undefined || percent === '' ? '' : `${percent}% of the workforce`;
  if (people === '') return share;
  return `${people} ${people === '1' ? 'person' : 'people'}${share === '' ? '' : ` (${share})`}`;
}

/** `80,000,000 USD (Series B)`, `25% (before: 10%)`. */
function amountOf(facts: Facts): string {
  const [amount = '', currency = '', round = '', rate = '', before = ''] = [
    'amount',
    'currency',
    'funding_type',
    'main_tariff_rate',
    'previous_tariff_rate',
  ].map((name) => lookUp(facts, name) ?? '');
  if (rate !== '') return `${percentText(rate)}${before === '' ? '' : ` (before: ${percentText(before)})`}`;
  const sum = amount === '' ? '' : `${numberText(amount)} ${currency}`.trim();
  if (sum === '') return round === '' && before !== '' ? `before: ${percentText(before)}` : round;
  return round === '' ? sum : `${sum} (${round})`;
}

function percentText(value: string): string {
  return /^[\d.]+$/.test(value) ? `${value}%` : value;
}

/** `80000000` as `80,000,000`; any other text is returned unchanged. */
function numberText(value: string): string {
  return /^\d{1,15}(?:\.\d{1,6})?$/.test(value)
    ? Number(value).toLocaleString('en', { maximumFractionDigits: 6 })
    : value;
}

/** `Acme (acme.example, score 8, buys Globex, Jane Doe)` */
function companyOf({ name, website = '', score, relation = '', people = [] }: FindingEntity): string {
  const known = score === undefined ? '' : `score ${score}`;
  const texts = [shortLine(website, 100), known, shortLine(relation, 100), shortLine(people.join(', '), 100)];
  const about = texts.filter(isVisible);
  return `${shortLine(name, 100)}${about.length === 0 ? '' : ` (${about.join(', ')})`}`;
}

/** `event_type` as `Event type`. */
function labelOf(name: string): string {
  const words = shortLine(name.replaceAll('_', ' '), NAME_LIMIT);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
