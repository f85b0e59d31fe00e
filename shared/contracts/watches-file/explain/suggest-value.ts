import { isObject } from '../../../domain/lib/fields.ts';
import { listOf, type Path, yamlText } from '../problem.ts';
import { expectationOf } from '../schema/values.ts';
import { meantCountry, meantLanguage } from './codes.ts';
import { accepts, type SchemaPlace } from './schema-place.ts';
import { suggestedSchedules } from './suggest-schedule.ts';

/**
 * What to write instead of a wrong value, as YAML: the first of its other forms that the schema takes. Undefined where
 * it takes none.
 */
export function suggestedValue({ schema, value, path }: SchemaPlace & { path: Path }): string | undefined {
  const key = path.findLast((part) => typeof part === 'string') ?? '';
  if (expectationOf(schema).noun === 'duration' && typeof value === 'number') {
    const spans = ['m', 'h', 'd'].map((unit) => `${value}${unit}`).filter((span) => accepts(schema, span));
    return spans.length === 0 ? undefined : listOf(spans);
  }
  const forms = [...formsOf(value, key), ...listedForms(value)];
  const taken = forms.find((form) => form !== undefined && form !== value && accepts(schema, form));
  return taken === undefined ? undefined : yamlOf(taken);
}

/** A value as YAML on one line. */
export function yamlOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yamlOf).join(', ')}]`;
  if (typeof value !== 'string') return String(value);
  return yamlText(value);
}

/** Other forms of one value. */
function* formsOf(value: unknown, key: string): Generator {
  if (typeof value === 'number' || typeof value === 'boolean') yield* formsOf(String(value), key);
  if (typeof value !== 'string' || value.length > LONGEST) return;
  const text = value.trim();
  const [first = '', ...rest] = text.toLowerCase();
  yield* [text, text.toLowerCase(), text.toUpperCase(), first.toUpperCase() + rest.join('')];
  yield /^(?:yes|on|true)$/i.test(text) ? true : /^(?:no|off|false)$/i.test(text) ? false : undefined;
  yield text === '' ? undefined : Number(text);
  if (/^(?:not_)?lang$/.test(key)) yield meantLanguage(text);
  if (/^(?:not_)?countries$/.test(key)) yield meantCountry(text);
  yield* suggestedSchedules(text);
  yield* spansOf(text);
  yield text.replace(/^\d:/, '0$&');
  yield /[^\s@<>:]+@[^\s@<>]+/.exec(text)?.[0];
  if (/^(?:\+|00)/.test(text)) yield `+${text.replaceAll(/^\+|^00|[\s().-]/g, '')}`;
  yield URL.parse(text.includes('//') ? text : '')?.hostname.replace(/^www\./, '');
  yield text.replace(/^http:/, 'https:');
  yield ZONES[text.toUpperCase()];
}

/** Letters that people write for a time zone, and a zone with summer time that has them. */
const ZONES: Readonly<Record<string, string>> = {
  CEST: 'Europe/Paris',
  BST: 'Europe/London',
  EDT: 'America/New_York',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
};

/** In characters. Longer texts are no words and no numbers. */
const LONGEST = 300;

/** `15m` for `15 min`, `7d` for `1 week`. */
function spansOf(text: string): string[] {
  const [, count, unit = ''] =
    /^(\d{1,6})\s*([smhdw])(?:ecs?|econds?|ins?|inutes?|rs?|ours?|ays?|eeks?)?$/i.exec(text) ?? [];
  if (count === undefined) return [];
  return [unit.toLowerCase() === 'w' ? `${Number(count) * 7}d` : `${count}${unit.toLowerCase()}`];
}

/** One value as a list, several in one text as a list, and the only value of a list or of a mapping. */
function* listedForms(value: unknown): Generator {
  if (typeof value === 'string' && value.length <= LONGEST) {
    const parts = value.split(/[,;]/).map((part) => part.trim());
    yield parts;
    yield parts.map((part) => meantLanguage(part) ?? part);
    yield parts.map((part) => meantCountry(part) ?? part);
  }
  if (Array.isArray(value)) yield* value;
  if (isObject(value)) yield* Object.values(value);
}
