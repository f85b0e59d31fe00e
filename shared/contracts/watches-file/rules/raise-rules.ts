import { EXCLUDABLE_TOPICS } from '../../../domain/findings/finding.ts';
import { settingsOf, type Subject } from '../../../domain/policies/policy.ts';
import { policyOf } from '../../../domain/policies/registry.ts';
import { hasLanguageLayer } from '../../../domain/services/news-rules.ts';
import { hides } from '../../../domain/watches/story-severity.ts';
import { compareSeverity, type RaiseRule, type Severity } from '../../../domain/watches/watch.ts';
import { didYouMean } from '../near-miss.ts';
import { memberOf, type Path, type Problem } from '../problem.ts';
import type { PartialFile } from '../schema/file-schema.ts';
import { valuesOf } from '../schema/query-schema.ts';
import type { PartialWatch } from '../schema/watch-schema.ts';
import { raiseRulesOf } from '../to-desired.ts';
import { subjectIn } from './check-named.ts';

type Why = Pick<Problem, 'what' | 'hint'> & { key?: string };

/** Errors in the rules of a watch: rules without a condition, and facts that its findings cannot have. */
export function checkRaise(watch: PartialWatch, { path, raw }: { path: Path; raw: unknown }): Problem[] {
  const { raise } = watch;
  if (!raise) return [];
  return raise.flatMap((rule, n): Problem[] => {
    const at = [...path, 'raise', n];
    const { to } = rule;
    if (isWithoutCondition(at.reduce<unknown>(memberOf, raw))) {
      const what = `The rule to ${to} has no condition`;
      const hint = `add one, such as outlets: 10, or write severity: ${to} in the watch`;
      return [{ path: at, what, expected: 'outlets, top_rank, countries, sentiment or where', hint }];
    }
    return Object.keys(rule.where ?? {}).flatMap((name) =>
      checkFact(name, { watch, path: [...at, 'where'] }),
    );
  });
}

/** Whether nothing but `to` is written, right or wrong. */
function isWithoutCondition(rule: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return false;
  const { where, ...others } = Object.fromEntries(Object.entries(rule));
  const isEmpty = where === undefined || (typeof where === 'object' && Object.keys(where ?? {}).length === 0);
  return isEmpty && Object.keys(others).every((key) => key === 'to');
}

function checkFact(name: string, { watch, path }: { watch: PartialWatch; path: Path }): Problem[] {
  const subject = subjectIn(watch);
  if (!subject || subject.finds === 'records') return [];
  const at = [...path, name];
  if (subject.finds !== 'events') {
    const what = `This watch finds ${subject.finds}, which have no facts`;
    const hint = 'remove where, or use a watch of kind events or extraction';
    return [{ path: at, atKey: true, what, hint }];
  }
  const { facts } = subject;
  if (!facts || facts.includes(name)) return [];
  const plain = facts.find((fact) => name.endsWith(`.${fact}`));
  const hint =
    plain === undefined ? didYouMean(name, facts) : `write ${plain}: facts have no type before them`;
  const what = `Events of this type have no fact "${name}"`;
  return [{ path: at, atKey: true, what, expected: facts.join(', '), hint: hint ?? 'remove it' }];
}

/** Warns of rules that never raise a story, each with the reason. */
export function raiseWarnings(
  watch: PartialWatch,
  { path, file }: { path: Path; file: PartialFile },
): Problem[] {
  const severity = watch.severity ?? file.defaults?.severity ?? 'info';
  const rules = raiseRulesOf(watch.raise ?? []);
  return rules.flatMap((rule, n): Problem[] => {
    const why = neverHolds(rule, { watch, file, severity, others: hidingRules(rules, n) });
    if (!why) return [];
    const { key, what, hint } = why;
    return [
      {
        path: [...path, 'raise', n, ...(key === undefined ? [] : [key])],
        what: `This rule never holds: ${what}`,
        hint: hint ?? 'remove it',
      },
    ];
  });
}

/** The highest severity that an alert of a watch can have. */
export function highestSeverity(watch: PartialWatch, file: PartialFile): Severity {
  const severity = watch.severity ?? file.defaults?.severity ?? 'info';
  const reached = raiseRulesOf(watch.raise ?? [])
    .filter((rule) => !neverHolds(rule, { watch, file, severity, others: [] }))
    .map(({ to }) => to);
  return reached.reduce((high, one) => (compareSeverity(one, high) > 0 ? one : high), severity);
}

function neverHolds(
  rule: RaiseRule,
  given: { watch: PartialWatch; file: PartialFile; severity: Severity; others: readonly RaiseRule[] },
): Why | undefined {
  const {
    watch,
    file,
    severity,
    others: [hiding],
  } = given;
  const subject = subjectIn(watch);
  if (compareSeverity(rule.to, severity) <= 0) {
    const hint = `raise to a higher severity, or lower the severity of the watch`;
    return { key: 'to', what: `${rule.to} is no higher than the severity of the watch, ${severity}`, hint };
  }
  if (hiding)
    return {
      what: `another rule raises to ${hiding.to} whenever this one could`,
      hint: 'remove one of them',
    };
  return (
    (subject && withoutStory(rule, { watch, subject })) ??
    withoutValues(rule, { watch, file, subject }) ??
    beyondQuery(rule, watch) ??
    outOfRange(rule, watch)
  );
}

/** The rules that hide one of them; of two equal ones, the later is hidden. */
function hidingRules(rules: readonly RaiseRule[], n: number): RaiseRule[] {
  const rule = rules[n];
  if (!rule) return [];
  return rules.filter((other, m) => m !== n && hides(other, rule) && (m < n || !hides(rule, other)));
}

/** Some policies judge hours, and some alert on each finding by itself. */
function withoutStory(
  { outlets, countries }: RaiseRule,
  { watch, subject }: { watch: PartialWatch; subject: Subject },
): Why | undefined {
  const { alert: { when = 'story', ...written } = {} } = watch;
  const policy = policyOf(when);
  if (subject.finds === 'numbers' || policy.counting?.(settingsOf(policy.parameters, written)))
    return {
      what: `the policy ${when} judges hours, not stories`,
      hint: 'set severity of the watch instead',
    };
  const isStory = subject.finds === 'articles' && policy.byStory;
  if (isStory || (outlets === undefined && countries === undefined)) return undefined;
  const key = outlets === undefined ? 'countries' : 'outlets';
  if (subject.finds !== 'articles') {
    const what = `each of the ${subject.finds} of this watch is a story of its own, which has one outlet`;
    return { key, what, hint: 'use where, with facts' };
  }
  return {
    key,
    what: `the policy ${when} alerts on each finding by itself, which has one outlet`,
    hint: 'use when: story',
  };
}

/** Values that the findings of a watch do not have. */
function withoutValues(
  { sentiment, topRank, countries }: RaiseRule,
  { watch, file, subject }: { watch: PartialWatch; file: PartialFile; subject: Subject | undefined },
): Why | undefined {
  if (!subject) return undefined;
  const { finds, polled } = subject;
  if (sentiment !== undefined && (finds !== 'articles' || !hasLayer(watch, file))) {
    const hint =
      finds === 'articles' && !polled
        ? 'add include_nlp_data: true to the query, if your plan includes NLP'
        : 'remove it';
    return { key: 'sentiment', what: `the ${finds} of this watch have no sentiment`, hint };
  }
  if (countries !== undefined && (finds !== 'articles' || polled === 'feeds'))
    return { key: 'countries', what: `the ${finds} of this watch have no country of an outlet` };
  const hasRank =
    (finds === 'articles' && !polled) ||
    (finds === 'events' && listIn(watch, 'additional_article_fields').includes('rank'));
  if (topRank === undefined || hasRank) return undefined;
  const hint = finds === 'events' ? 'add rank to additional_article_fields' : 'remove it';
  return { key: 'top_rank', what: `the ${finds} of this watch have no rank of an outlet`, hint };
}

/** What the query itself leaves out: other outlets, countries or ranks. */
function beyondQuery(
  { outlets = 0, countries = 0, topRank }: RaiseRule,
  watch: PartialWatch,
): Why | undefined {
  const [sources, places] = [listIn(watch, 'sources'), listIn(watch, 'countries')];
  const isClosed = sources.length > 0 && listIn(watch, 'predefined_sources').length === 0;
  // An entry may stand for its subdomains.
  const hint = 'lower the number, or widen the query';
  if (isClosed && sources.every((one) => one.split('.').length > 2) && outlets > sources.length)
    return {
      key: 'outlets',
      what: `the query takes ${sources.length === 1 ? '1 outlet' : `${sources.length} outlets`} only`,
      hint,
    };
  if (places.length > 0 && countries > places.length)
    return {
      key: 'countries',
      what: `the query takes outlets of ${places.length === 1 ? '1 country' : `${places.length} countries`} only`,
      hint,
    };
  const least = watch.query?.['from_rank'];
  if (topRank === undefined || typeof least !== 'number' || least <= topRank) return undefined;
  return { key: 'top_rank', what: `the query takes outlets from rank ${least} on only`, hint };
}

function listIn({ query = {} }: PartialWatch, key: string): readonly string[] {
  const value = query[key];
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string');
  return typeof value === 'string' ? valuesOf(value) : [];
}

/** Ranges that hold nothing, by themselves or together with the filter of the query. */
function outOfRange({ where = {} }: RaiseRule, watch: PartialWatch): Why | undefined {
  const { event_type: written } = watch.query ?? {};
  const type = typeof written === 'string' ? written : '';
  const filters = watch.query?.['additional_filters'];
  const found = Object.entries(where).find(([name, condition]) => {
    const filter = memberOf(filters, `${type}.${name}`);
    const [low, high] = [boundOf(condition, 'gte'), boundOf(condition, 'lte')];
    const [least, most] = [boundOf(filter, 'gte'), boundOf(filter, 'lte')];
    return isAbove(low, high) || isAbove(low, most) || isAbove(least, high);
  });
  return (
    found && {
      key: 'where',
      what: `no value of ${found[0]} is within these bounds and those of the query`,
      hint: 'correct the bounds',
    }
  );
}

function boundOf(condition: unknown, side: 'gte' | 'lte'): number | undefined {
  const bound = memberOf(condition, side);
  return typeof bound === 'number' ? bound : undefined;
}

function isAbove(low: number | undefined, high: number | undefined): boolean {
  return low !== undefined && high !== undefined && low > high;
}

/** Warns of excluded topics that no article can have, because nothing asks for the language layer. */
export function topicWarnings(file: PartialFile): Problem[] {
  const watches = Object.entries(file.watches ?? {});
  const isRead = watches.some(([, watch]) => hasLayer(watch, file));
  return [
    ...(isRead ? [] : problemsIn(file.exclude, ['exclude'], NEEDED)),
    ...watches.flatMap(([name, watch]) => {
      const path = ['watches', name, 'exclude'];
      if (hasLayer(watch, file)) return [];
      return problemsIn(watch.exclude, path, hintFor(watch.kind));
    }),
  ];
}

const NEEDED =
  'if your plan includes NLP, write plan: { nlp: true }, or include_nlp_data: true in the query. Otherwise this excludes nothing';

function hintFor(kind: PartialWatch['kind']): string {
  if (kind === 'events') return 'add nlp.theme, nlp.ner_PER or nlp.ner_LOC to additional_article_fields';
  return kind === undefined || hasLanguageLayer(kind) ? NEEDED : `remove it: kind ${kind} has no topics`;
}

function hasLayer({ kind, query }: PartialWatch, { plan }: PartialFile): boolean {
  // Themes and people of the archive, and its tone.
  if (kind === 'world') return true;
  if (kind === 'events') return JSON.stringify(query?.['additional_article_fields'] ?? '').includes('"nlp');
  const asked = query?.['include_nlp_data'];
  const isAsked = asked === undefined ? plan?.nlp === true : asked === true;
  return isAsked && kind !== undefined && hasLanguageLayer(kind);
}

function problemsIn(exclude: PartialWatch['exclude'], path: Path, hint: string): Problem[] {
  return EXCLUDABLE_TOPICS.filter((name) => (exclude?.[name] ?? []).length > 0).map((name) => ({
    path: [...path, name],
    atKey: true,
    what: `"${name}" needs the language layer of the news service (NLP)`,
    hint,
  }));
}
