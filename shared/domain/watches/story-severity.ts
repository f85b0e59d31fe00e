import { SCALES } from '../text/scale-words.ts';
import { compareSeverity, type FactCondition, type RaiseRule, type Severity, type Watch } from './watch.ts';

/** With fewer articles the mean sentiment changes with every article. */
const LEAST_ARTICLES = 5;

/** Facts by name. */
export type Facts = Readonly<Record<string, string>>;

/** What the rules of severity judge: a story with the facts of its findings, or a finding by itself. */
export interface Judged {
  story: {
    members: readonly string[];
    outlets: readonly string[];
    countries: readonly string[];
    bestRank?: number;
    sentiment?: number;
  };
  facts: readonly Facts[];
  /** They are the fields of records, whose lists have commas between their values. */
  areFields?: boolean;
}

/** Something that a story has reached: by the key of the rule, or by the name of a fact. */
export interface ReachedValue {
  name: string;
  value: number | string;
}

/** The severity that a story has reached, and what raised it above that of its watch. */
export interface ReachedSeverity {
  severity: Severity;
  by: readonly ReachedValue[];
}

/**
 * The severity that a story has reached by the rules of its watch. A mean of few articles changes with each of them,
 * so it raises a story only at its first alert or from the 5th article on.
 */
export function severityOf(
  { severity, raise = [] }: Pick<Watch, 'severity' | 'raise'>,
  judged: Judged,
  { isFirst }: { isFirst: boolean },
): ReachedSeverity {
  const isStable = isFirst || judged.story.members.length >= LEAST_ARTICLES;
  return raise.reduce<ReachedSeverity>(
    (highest, rule) => {
      if (compareSeverity(rule.to, highest.severity) <= 0) return highest;
      const by = rule.sentiment === undefined || isStable ? reachedIn(rule, judged) : undefined;
      return by ? { severity: rule.to, by } : highest;
    },
    { severity, by: [] },
  );
}

/** What a story has reached of the conditions of a rule; undefined where one of them does not hold. */
function reachedIn(rule: RaiseRule, { story, facts, areFields = false }: Judged): ReachedValue[] | undefined {
  const { outlets, topRank, countries, sentiment, where } = rule;
  const conditions: [name: string, limit: number | undefined, value: number | undefined, holds: boolean][] = [
    ['outlets', outlets, story.outlets.length, story.outlets.length >= (outlets ?? 0)],
    ['top_rank', topRank, story.bestRank, (story.bestRank ?? Infinity) <= (topRank ?? 0)],
    ['countries', countries, story.countries.length, story.countries.length >= (countries ?? 0)],
    ['sentiment', sentiment, story.sentiment, (story.sentiment ?? Infinity) <= (sentiment ?? 0)],
  ];
  const set = conditions.filter(([, limit]) => limit !== undefined);
  if (set.some(([, , value, holds]) => value === undefined || !holds)) return undefined;
  const numbers = set.flatMap(([name, , value]) => (value === undefined ? [] : [{ name, value }]));
  if (where === undefined) return numbers;
  const entries = Object.entries(where);
  const found = facts.find((one) =>
    entries.every(([name, condition]) => meets(one[name], { condition, areFields })),
  );
  return found && [...numbers, ...entries.map(([name]) => ({ name, value: found[name] ?? '' }))];
}

/**
 * Whether a fact is one of some values, or within bounds. A list of the service is one text with `; ` between its
 * values, in a record `, `.
 */
function meets(
  fact: string | undefined,
  { condition, areFields }: { condition: FactCondition; areFields: boolean },
): boolean {
  if (fact === undefined) return false;
  if ('gte' in condition || 'lte' in condition) {
    const { gte, lte } = condition;
    return (
      (gte === undefined || compareFact(fact, gte) >= 0) && (lte === undefined || compareFact(fact, lte) <= 0)
    );
  }
  if (!isTexts(condition)) return false;
  const values = [fact, ...fact.split(areFields ? /[;,]\s/ : ';')].map(plain);
  return condition.some((one) => values.includes(plain(one)));
}

function isTexts(condition: FactCondition): condition is readonly string[] {
  return Array.isArray(condition);
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}

/** Negative below the bound, positive above it, NaN where the two cannot be compared. Texts are days. */
function compareFact(fact: string, bound: number | string): number {
  const [value, limit] = [numberIn(fact), typeof bound === 'number' ? bound : plainNumber(bound)];
  if (limit !== undefined) return value === undefined ? Number.NaN : value - limit;
  const [day, wanted] = [fact, String(bound)].map((text) => Date.parse(text.slice(0, 10)));
  return (day ?? Number.NaN) - (wanted ?? Number.NaN);
}

/** `1200`, `1,200` and `12.5%`. */
function plainNumber(text: string): number | undefined {
  const digits = text.trim().replaceAll(/[\s,_%]/g, '');
  return /^-?\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : undefined;
}

/** A plain number, or the only one in a text: `about 540 people`, `$1.2 billion`. */
function numberIn(text: string): number | undefined {
  const plainly = plainNumber(text);
  if (plainly !== undefined) return plainly;
  const [found, ...others] = text.matchAll(NUMBER);
  if (!found || others.length > 0) return undefined;
  const [, number = '', unit = ''] = found;
  return Number(number.replaceAll(',', '')) * (SCALES[unit.toLowerCase()] ?? 1);
}

/** A number by itself, with the word or letter that multiplies it. */
const NUMBER =
  /(?<![\p{L}\d.,:/-])(\d+(?:,\d{3})*(?:\.\d+)?)(?!\d|[.,:/-]\d)(?:\s?(thousand|million|billion|trillion|k|m|mn|bn|b)\b|(?!\p{L}))/giu;

/** Whether `other` holds whenever `rule` does, and raises at least as high. */
export function hides(other: RaiseRule, rule: RaiseRule): boolean {
  const asLeast = (weak?: number, strong?: number) =>
    weak === undefined || (strong !== undefined && strong >= weak);
  const asMost = (weak?: number, strong?: number) =>
    weak === undefined || (strong !== undefined && strong <= weak);
  return (
    compareSeverity(other.to, rule.to) >= 0 &&
    asLeast(other.outlets, rule.outlets) &&
    asLeast(other.countries, rule.countries) &&
    asMost(other.topRank, rule.topRank) &&
    asMost(other.sentiment, rule.sentiment) &&
    Object.entries(other.where ?? {}).every(([name, weak]) => {
      const strong = rule.where?.[name];
      return strong !== undefined && isWithin(strong, weak);
    })
  );
}

/** Whether all that meets one condition meets another one. */
function isWithin(strong: FactCondition, weak: FactCondition): boolean {
  if (isTexts(strong)) return strong.every((text) => meets(text, { condition: weak, areFields: false }));
  if (isTexts(weak)) return false;
  const { gte: low, lte: high } = strong;
  const isLow = weak.gte === undefined || (low !== undefined && compareFact(String(low), weak.gte) >= 0);
  return (
    isLow && (weak.lte === undefined || (high !== undefined && compareFact(String(high), weak.lte) <= 0))
  );
}
