import type { AlertItem } from '../../domain/alerts/alert-item.ts';
import type { FindingEntity } from '../../domain/findings/finding.ts';
import { isDay } from '../../domain/time/instant.ts';
import { lookUp } from '../../domain/lib/fields.ts';
import { isVisible, oneLine, shorten, shortLine } from '../text/plain-text.ts';
import { formatDay } from '../text/format-values.ts';
import { withoutTitle } from '../text/whole-sentences.ts';
import type { FactLine } from './message-view.ts';

type Facts = Readonly<Record<string, string>>;

/** How many topics of a kind an alert names. */
const MOST_TOPICS = 3;
/** The most lines, the longest name and the longest value of a fact. */
const MOST_FACTS = 12;
const NAME_LIMIT = 60;
const VALUE_LIMIT = 160;

/** The facts of an event or a record, each a line: who, how many, how much, where, when, then the others under their own names. */
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
export function topicLines({ people = [], places = [], themes = [] }: AlertItem): FactLine[] {
  const lists = [
    ['People', people],
    ['Places', places],
    ['Themes', themes],
  ] as const;
  return lists.flatMap(([name, all]) => {
    const shown = all
      .slice(0, MOST_TOPICS)
      .map((one) => shortLine(one, 60))
      .filter(isVisible);
    return shown.length === 0 ? [] : [{ name, value: shown.join(', ') }];
  });
}

/** A question, the facts that answer it under the names of the events service, and the answer of those that are known. */
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
 * Each part once: two facts often name the same. Lists have semicolons or commas, and words of a closed list have underscores
 * (events service, sections 3.5 and 3.6).
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

/** `Acme (score 8, buys Globex)` */
function companyOf({ name, score, relation = '' }: FindingEntity): string {
  const about = [score === undefined ? '' : `score ${score}`, shortLine(relation, 100)].filter(isVisible);
  return `${shortLine(name, 100)}${about.length === 0 ? '' : ` (${about.join(', ')})`}`;
}

/** `event_type` as `Event type`. */
function labelOf(name: string): string {
  const words = shortLine(name.replaceAll('_', ' '), NAME_LIMIT);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
