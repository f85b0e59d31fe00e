/** What may stand in a template: text is escaped, lists are joined, nothing is shown for what is not there. */
export type Part = Html | string | number | undefined | false | readonly Part[];

/** Markup that only `html` can make: what is one of these has been escaped. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}
export type Html = Markup;

/**
 * Makes markup of a template. Every value is escaped for text and for quoted attributes alike.
 *
 * @throws TypeError for a value in an attribute without quotes: no escaping can hold it there.
 */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = literals[0] ?? '';
  for (const [index, part] of parts.entries()) {
    if (isBareAttribute(text)) throw new TypeError(`A value needs quotes around it after ${text.slice(-30)}`);
    text += textOf(part) + (literals[index + 1] ?? '');
  }
  return new Markup(text);
}

/** Markup of a drawing that a chart library wrote: the texts in it have been escaped there. */
export function drawing(svg: string): Html {
  return new Markup(svg);
}

/** Whether a value would stand in a tag after an equals sign and outside of quotes. */
function isBareAttribute(before: string): boolean {
  const [tag = ''] = /<[a-z][^<>]*$/i.exec(before.slice(-2_000)) ?? [];
  return /=\s*$/.test(tag.replaceAll(/"[^"]*("|$)/g, '""'));
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.toString();
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return part.map(textOf).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Control characters but line breaks and tabs, and the marks that turn the writing direction of what follows them. */
const HARMFUL = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

function escaped(text: string): string {
  return text
    .replace(HARMFUL, '')
    .replace(/[&<>"'`]/g, (mark) => ENTITIES[mark] ?? '')
    .toWellFormed();
}
