import type { Channel, EditRules } from '../channels/channel.ts';
import { idOf, isSame } from '../lib/hash.ts';
import type { Viewer } from '../pages/viewer.ts';
import { policyOf } from '../policies/registry.ts';
import type { QueryNode } from '../query/ast.ts';
import { foldText } from '../query/fold.ts';
import { printQuery } from '../query/match.ts';
import { parseQuery } from '../query/parse.ts';
import type { ReportPlan } from '../reports/report-record.ts';
import type { Instant } from '../time/instant.ts';
import { textsOf, type Watch } from '../watches/watch.ts';

// What people change on pages. An edit holds above the file, until the file says the same or somebody undoes it.

/** What is edited: a watch, a channel, or a report with its brand. */
export const EDITED_KINDS = ['watch', 'channel', 'report'] as const;
export type EditedKind = (typeof EDITED_KINDS)[number];

/** An entry that is added to a list or removed from it, or a value that is set. */
export interface EditChange {
  /** A key of `fieldsOf…`. */
  key: string;
  act: 'add' | 'remove' | 'set';
  value: string | number | boolean;
}

type Editor = Pick<Viewer, 'id' | 'name'>;

export interface Edit extends EditChange {
  id: string;
  by: Editor;
  at: Instant;
  /** Identity of what the file said under the key. */
  base: string;
  /** Absent: it holds. */
  undone?: { by: Editor; at: Instant };
}

/** A definition as the file says it, with what people changed of it. */
export interface Edited<T> {
  base: T;
  /** The oldest first. */
  edits: readonly Edit[];
  /** Grows with each change of the edits. */
  revision: number;
}

type FieldValue = readonly string[] | number | boolean;

/** One thing of a definition that can be edited. */
export interface Field<T = unknown> {
  key: string;
  /** Where it is in `watches.yaml`. */
  path: readonly string[];
  value: FieldValue;
  /** The definition with another value. Of a list, what is no list changes nothing. */
  with: (value: FieldValue) => T;
  /** Of a number. */
  bounds?: { whole: boolean; min: number; max: number };
}

function listField<T>(
  key: string,
  {
    path,
    value,
    of,
  }: { path: readonly string[]; value: readonly string[]; of: (list: readonly string[]) => T },
): Field<T> {
  return { key, path, value, with: (next) => of(typeof next === 'object' ? next : value) };
}

export function fieldsOfWatch(watch: Watch): Field<Watch>[] {
  const { id, query, exclude, alert, disabled, ...rest } = watch;
  const at = (...keys: string[]) => ['watches', id, ...keys];
  const { q } = query;
  const names = typeof q === 'string' && watch.accents === undefined ? namesOf(q) : undefined;
  const excluding = (key: 'phrases' | 'domains') => ({
    path: at('exclude', key),
    value: exclude[key],
    of: (list: readonly string[]): Watch => ({ ...watch, exclude: { ...exclude, [key]: list } }),
  });
  const asking = (name: string, value: string | readonly string[]): Watch => ({
    ...watch,
    query: { ...query, [name]: value },
  });
  const { settings = {} } = alert;
  return [
    ...(typeof q === 'string' && names
      ? [
          listField('names', {
            path: at('query', 'q'),
            value: names,
            of: (list) => asking('q', withNames(q, list)),
          }),
        ]
      : []),
    listField('phrases', excluding('phrases')),
    listField('outlets', excluding('domains')),
    ...(query['sources'] === undefined
      ? []
      : [
          listField('sources', {
            path: at('query', 'sources'),
            value: textsOf(query['sources']),
            of: (list) => asking('sources', list),
          }),
        ]),
    {
      key: 'enabled',
      path: at('enabled'),
      value: !disabled,
      with: (isOn) => ({ ...rest, id, query, exclude, alert, ...(isOn === false && { disabled: true }) }),
    },
    ...policyOf(alert.when).parameters.flatMap(({ name, form }): Field<Watch>[] => {
      const value = settings[name];
      if (form.type !== 'number' || typeof value !== 'number') return [];
      const set = (next: FieldValue): Watch =>
        typeof next === 'number'
          ? { ...watch, alert: { ...alert, settings: { ...settings, [name]: next } } }
          : watch;
      return [{ key: `alert.${name}`, path: at('alert', name), value, with: set, bounds: form }];
    }),
  ];
}

/** Mail alone: whoever may edit cannot send anything to a phone or to a program. */
export function fieldsOfChannel(channel: Channel): Field<Channel>[] {
  const { name, email, transports } = channel;
  const ses = transports?.ses;
  return [
    ...(email.length > 0
      ? [
          listField('email', {
            path: ['channels', name, 'email'],
            value: email,
            of: (list): Channel => ({ ...channel, email: list }),
          }),
        ]
      : []),
    ...(ses
      ? [
          listField('ses', {
            path: ['channels', name, 'ses', 'to'],
            value: ses.to,
            of: (to): Channel => ({ ...channel, transports: { ...transports, ses: { ...ses, to } } }),
          }),
        ]
      : []),
  ];
}

export function fieldsOfReport(plan: ReportPlan): Field<ReportPlan>[] {
  const { brand } = plan;
  const known = new Map(brand.competitors.map((one) => [one.names[0] ?? one.id, one]));
  return [
    listField('competitors', {
      path: ['brands', brand.id, 'competitors'],
      value: [...known.keys()],
      of: (list): ReportPlan => {
        const competitors = list.map((name) => known.get(name) ?? { id: idOfName(name), names: [name] });
        return { ...plan, brand: { ...brand, competitors } };
      },
    }),
  ];
}

/** The key of a competitor in the file: `globex-motors` of `Globex Motors`. */
export function idOfName(name: string): string {
  return foldText(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 48);
}

// A query finds the names that it joins by OR, whatever else it joins.

function partsOf(q: string): QueryNode[] | undefined {
  const parsed = parseQuery(q);
  if (!parsed.ok || parsed.query.type === 'everything') return undefined;
  const parts = parsed.query.type === 'any' ? parsed.query.parts : [parsed.query];
  // With a plus sign, an OR ignores its other parts.
  return parts.some((part) => 'required' in part && part.required) ? undefined : parts;
}

function nameOf(part: QueryNode): string | undefined {
  return part.type === 'term' || part.type === 'phrase' ? printQuery(part).replaceAll('"', '') : undefined;
}

function namesOf(q: string): string[] | undefined {
  return partsOf(q)?.flatMap((part) => nameOf(part) ?? []);
}

/** A query that finds these names in place of those that it finds now. As long as none goes, it stays as it is written. */
function withNames(q: string, names: readonly string[]): string {
  const parts = partsOf(q) ?? [];
  const known = namesOf(q) ?? [];
  const kept = parts.filter((part) => {
    const name = nameOf(part);
    return name === undefined || has(names, name);
  });
  const added = names.filter((name) => !has(known, name)).map((name) => `"${name}"`);
  const [only] = kept;
  const isWhole = kept.length === parts.length;
  const before = isWhole
    ? q
    : kept.length > 1
      ? printQuery({ type: 'any', parts: kept })
      : only && printQuery(only);
  if (before === undefined) return added.length > 0 ? added.join(' OR ') : q;
  return added.length === 0
    ? before
    : [only?.type === 'all' && kept.length === 1 ? `(${before})` : before, ...added].join(' OR ');
}

/** The query of a watch after a change of its names. Undefined where it is no list of names and other parts. */
export function queryAfter(q: string, change: EditChange): string | undefined {
  const value = namesOf(q);
  const names = value && valueAfter({ value }, change);
  return typeof names === 'object' ? withNames(q, names) : undefined;
}

/** Letter case and accents do not matter in what is edited. */
function has(list: readonly string[], value: string): boolean {
  return list.some((one) => foldText(one) === foldText(value));
}

/** What a field holds after a change. */
function valueAfter({ value: now }: Pick<Field, 'value'>, { act, value }: EditChange): FieldValue {
  if (typeof now !== 'object') return typeof value === 'string' ? now : value;
  const text = String(value);
  if (act === 'remove') return now.filter((one) => !has([one], text));
  return has(now, text) ? now : [...now, text];
}

/** A definition with a change; as it is, if it has no such field any more. */
export function withChange<T>(one: T, change: EditChange, fieldsOf: (one: T) => Field<T>[]): T {
  const field = fieldsOf(one).find(({ key }) => key === change.key);
  return field ? field.with(valueAfter(field, change)) : one;
}

export function isActive({ undone }: Edit): boolean {
  return undone === undefined;
}

/** A definition as it holds: what the file says, with the edits that were not undone. */
export function withEdits<T>({ base, edits }: Edited<T>, fieldsOf: (one: T) => Field<T>[]): T {
  return edits.filter(isActive).reduce((one, edit) => withChange(one, edit, fieldsOf), base);
}

const WIDENS: Readonly<Record<string, EditChange['act']>> = {
  names: 'add',
  sources: 'add',
  outlets: 'remove',
};

/** Whether a watch finds more by a change, so that it begins with a baseline again. */
export function makesFindMore({ key, act }: EditChange): boolean {
  return WIDENS[key] === act;
}

/** The same of a watch. Where it finds more by them, it has another version. */
export function watchWithEdits(edited: Edited<Watch>): Watch {
  const wider = edited.edits.filter((edit) => isActive(edit) && makesFindMore(edit));
  const watch = withEdits(edited, fieldsOfWatch);
  if (wider.length === 0) return watch;
  return {
    ...watch,
    version: idOf(watch.version, ...wider.map(({ key, value }) => `${key} ${value}`).toSorted()),
  };
}

/** Identity of what the file says in a field. */
export function baseOf({ value }: Pick<Field, 'value'>): string {
  return idOf(JSON.stringify(typeof value === 'object' ? value.toSorted() : value));
}

/**
 * What the file makes of an edit: it says the same now, it says something else than when the edit was made, or it is as
 * it was.
 */
export function fateOf(edit: Edit, fields: readonly Field[]): 'in-file' | 'overruled' | 'kept' {
  const field = fields.find(({ key }) => key === edit.key);
  if (field && isSame(valueAfter(field, edit), field.value)) return 'in-file';
  return field && baseOf(field) === edit.base ? 'kept' : 'overruled';
}

/** An edit that somebody makes. The same change of the same file is the same edit. */
export function newEdit(
  change: EditChange,
  given: { of: string; field: Field; by: Editor; at: Instant },
): Edit {
  const { of, field, by, at } = given;
  const { key, act, value } = change;
  const base = baseOf(field);
  return {
    ...change,
    id: idOf(of, key, act, String(value), base),
    by: { id: by.id, name: by.name },
    at,
    base,
  };
}

/** So many edits of a definition hold at a time, and of those that were undone so many are kept. */
export const MOST_EDITS = 100;
const MOST_UNDONE = 30;

/** The edits with one more, in place of one with its id. */
export function withEdit(edits: readonly Edit[], edit: Edit): Edit[] {
  const all = [...edits.filter(({ id }) => id !== edit.id), edit];
  const old = new Set(all.filter((one) => !isActive(one)).slice(0, -MOST_UNDONE));
  return all.filter((one) => !old.has(one));
}

const DOMAIN = /^(?=.{4,100}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i;
const MAIL = /^[^\s@<>()[\]\\,;:"]{1,64}@[a-z0-9.-]{3,200}$/i;
const MOST_LETTERS = 100;

/** Why a change cannot be made, as a sentence; undefined when it can. */
export function refusalOf(field: Field, change: EditChange, rules: EditRules): string | undefined {
  const { value: now, key, bounds } = field;
  const { act, value } = change;
  if (typeof now === 'number') {
    const fits = typeof value === 'number' && bounds && value >= bounds.min && value <= bounds.max;
    if (fits && (!bounds.whole || Number.isInteger(value))) return undefined;
    return `Write a ${bounds?.whole ? 'whole ' : ''}number from ${bounds?.min ?? 0} to ${bounds?.max ?? 0}.`;
  }
  if (typeof now === 'boolean') return typeof value === 'boolean' ? undefined : 'Choose one of the two.';
  const text = String(value);
  const isMail = key === 'email' || key === 'ses';
  if (act === 'remove') {
    if (!has(now, text)) return 'It is not in the list any more.';
    const isLast = now.length === 1 && (isMail || key === 'names' || key === 'sources');
    return isLast ? 'The last one cannot be removed here.' : undefined;
  }
  if (has(now, text)) return 'It is in the list already.';
  if (text.length > MOST_LETTERS || !/[\p{L}\p{N}]/u.test(text)) return 'Write up to 100 letters and digits.';
  if ((key === 'outlets' || key === 'sources') && !DOMAIN.test(text))
    return 'Write a domain such as example.com.';
  if (isMail && !(MAIL.test(text) && has(rules.mailDomains, text.slice(text.indexOf('@') + 1))))
    return `Write an address of ${rules.mailDomains.join(' or ') || 'a domain that edits: mail_domains lists'}.`;
  if (key === 'names' && !partsOf(`"${text}"`)?.every((part) => nameOf(part) !== undefined))
    return 'Write the name alone, without quotes and signs.';
  if (key === 'competitors' && idOfName(text) === '')
    return 'Write the name in Latin letters, or in watches.yaml.';
  return undefined;
}

/** A change in one line: `exclude.phrases: + job ad`. The path begins below the name of the watch or the channel. */
export function changeText({ key, act, value }: EditChange, path: readonly string[] = [key]): string {
  const sign = act === 'add' ? '+ ' : act === 'remove' ? '- ' : '';
  return `${(path.length > 2 ? path.slice(2) : path).join('.')}: ${sign}${value}`;
}
