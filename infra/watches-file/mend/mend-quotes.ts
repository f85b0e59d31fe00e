import { parseDocument } from 'yaml';
import { yamlText } from '../../../shared/contracts/watches-file/problems/yaml-text.ts';
import { meantQuery } from '../../../shared/domain/query/habits.ts';
import { parseQuery } from '../../../shared/domain/query/parse.ts';
import { withoutForbidden } from '../../../shared/domain/query/forbidden.ts';
import { meantSchedule } from '../../../shared/contracts/watches-file/meant/meant-schedule.ts';
import { type Entry, entryOf, type BrokenText, type Repair } from './repair.ts';

/** Longer lines are not parsed by themselves. */
const LONGEST_LINE = 2_000;

/** A value that YAML reads as its own signs, because it has no quotes, or the wrong ones. */
export function mendQuotes({ lines, at }: BrokenText): Repair[] {
  const text = lines[at.line] ?? '';
  if (text.length > LONGEST_LINE) return [];
  const entry = entryOf(text) ?? listItemOf(text);
  if (!entry || !isBroken(`${entry.key}: ${entry.value}`)) return [];
  const { head, key, value } = entry;
  const place = { line: at.line, column: at.column };
  if (/^[{[]/.test(value)) return inFlow(text, { place });
  if (MAPPINGS.has(key) && /^[a-z_]+: +\S/.test(value)) return inBraces({ head, key, value }, place);
  const meant = writtenValue(key, meantText(value));
  const written = `${key === ITEM ? '-' : `${key}:`} ${meant}`;
  const cause = causeOf(value);
  const hint = `${cause.hint}: write ${written}`;
  return [{ ...place, ...cause, hint, unsure: true, lines: new Map([[at.line, `${head}${meant}`]]) }];
}

/** Keys whose value is a mapping. */
const MAPPINGS: ReadonlySet<string> = new Set([
  'query',
  'alert',
  'exclude',
  'quiet_hours',
  'operators',
  'plan',
]);

/** A key and its value on the line of the mapping that they belong to, such as `query: q: Acme`. */
function inBraces({ head, key, value }: Entry, place: Pick<Repair, 'line' | 'column'>): Repair[] {
  const meant = `{ ${value} }`;
  const hint = `start a new line, or write ${key}: ${meant}`;
  const lines = new Map([[place.line, `${head}${meant}`]]);
  return [{ ...place, what: 'This line has a second colon', hint, lines }];
}

const ITEM = 'item';

function listItemOf(text: string) {
  const [, head, value] = /^(\s*-\s+)(\S.*)$/.exec(text.trimEnd()) ?? [];
  return head === undefined || value === undefined ? undefined : { head, key: ITEM, value };
}

function isBroken(text: string): boolean {
  const { errors, warnings } = parseDocument(text, { prettyErrors: false, stringKeys: true });
  return errors.length + warnings.length > 0;
}

/** The text that the author meant: without quotes that are only half of a pair, or that contain others of their kind. */
function meantText(value: string): string {
  const inner = /^'(.*)'$/.exec(value)?.[1];
  if (inner !== undefined) return inner.replaceAll("''", "'");
  const isOpen = /^(["'])[^"']*$/.test(value);
  return isOpen ? value.slice(1) : value;
}

/** The value of a key as YAML: of a schedule or a query in the form that the key takes. */
function writtenValue(key: string, text: string): string {
  if (key === 'schedule' || key === 'brief')
    return meantSchedule(text, { needsCron: key !== 'schedule' }) ?? yamlText(text);
  if (key !== 'q' || parseQuery(text).ok) return yamlText(text);
  const plain = withoutForbidden(text);
  const meant = [meantQuery(plain).corrected, plain, plain.replace(/^[*?]+/, '')];
  return yamlText(meant.find((q) => parseQuery(q).ok) ?? text);
}

const QUOTES = 'put a text in quotes if it contains quotes';

/** What is wrong with a value, from its first sign. */
function causeOf(value: string): Pick<Repair, 'what' | 'hint'> {
  const sign = value.charAt(0);
  if (/^'.*'$/.test(value))
    return { what: 'A single quote inside single quotes ends the text', hint: 'double it' };
  if (/^(["'])[^"']*$/.test(value)) return { what: `The quote ${sign} is not closed`, hint: 'close it' };
  if (/^["']/.test(value))
    return { what: 'Text follows the closing quote: the quotes end the value', hint: QUOTES };
  const known = SIGNS[sign];
  if (known !== undefined)
    return {
      what: `A value cannot begin with ${sign}, a reserved character`,
      hint: `${known}put a text in quotes`,
    };
  if (/:(?:\s|$)/.test(value))
    return { what: 'This line has a second colon', hint: 'put the value in quotes' };
  return { what: 'YAML cannot read this value', hint: QUOTES };
}

const SIGNS: Readonly<Record<string, string>> = {
  '@': '',
  '`': '',
  '%': '',
  ',': '',
  ']': '',
  '}': '',
  '>': '',
  '|': '',
  '?': '',
  '*': 'the file must not have anchors and aliases (& and *); ',
  '&': 'the file must not have anchors and aliases (& and *); ',
  '!': 'the file must not have tags with !; ',
};

/** A value inside brackets, such as `{ q: "Acme" AND x }`. The value ends at a comma or a bracket. */
function inFlow(text: string, { place }: { place: Pick<Repair, 'line' | 'column'> }): Repair[] {
  const entries = text.matchAll(
    /([\w.-]+):[ \t]+((?:"[^"]*"|'[^']*')?[^,{}[\]"']*(?:(?:"[^"]*"|'[^']*')[^,{}[\]"']*)*)/g,
  );
  for (const { 0: whole, 1: key = '', 2: raw = '', index } of entries) {
    const value = raw.trimEnd();
    if (value === '' || !isBroken(`{ ${key}: ${value} }`)) continue;
    const cause = causeOf(value);
    const written = `${key}: ${writtenValue(key, meantText(value))}`;
    const rest = whole.slice(whole.length - (raw.length - value.length));
    const blank = raw.length === value.length ? '' : rest;
    const line = `${text.slice(0, index)}${written}${blank}${text.slice(index + whole.length)}`;
    const repair = {
      ...place,
      ...cause,
      hint: `${cause.hint}: write ${written}`,
      unsure: true as const,
      lines: new Map([[place.line, line]]),
    };
    return [repair];
  }
  return [];
}
