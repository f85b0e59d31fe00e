import { escapeUTF8 } from 'entities/escape';
import { sha256 } from '../../domain/lib/hash.ts';

/** What a template accepts: text is escaped, lists are joined, `undefined` and `false` add nothing. */
export type Part = Html | string | number | undefined | false | readonly Part[];

/** Markup whose values are escaped: only `html` and `trustedMarkup` make it. */
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
 * Builds markup from a template. Escapes each value for text and for quoted attributes.
 *
 * @throws TypeError for a value in an attribute without quotes: escaping does not protect it.
 */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = literals[0] ?? '';
  for (const [index, part] of parts.entries()) {
    if (endsInBareAttribute(text))
      throw new TypeError(`Put quotes around the value after ${text.slice(-30)}`);
    text += textOf(part) + (literals[index + 1] ?? '');
  }
  return new Markup(text);
}

/**
 * Marks text as markup without escaping it: our own styles, and drawings in which the chart library escaped the
 * texts.
 */
export function trustedMarkup(text: string): Html {
  return new Markup(text);
}

/** The parts, with a separator between them. */
export function joinParts(parts: readonly Part[], separator = ', '): Part {
  return parts.map((part, at) => [at > 0 && separator, part]);
}

/** Whether a template ends inside a tag, after an equals sign and outside of quotes. */
function endsInBareAttribute(before: string): boolean {
  const [tag = ''] = /<[a-z][^<>]*$/i.exec(before.slice(-2_000)) ?? [];
  return /=\s*$/.test(tag.replaceAll(/"[^"]*("|$)/g, '""'));
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.toString();
  if (typeof part === 'string') return escapeUTF8(part.replace(HARMFUL, '').toWellFormed());
  if (typeof part === 'number') return String(part);
  return part.map(textOf).join('');
}

/**
 * Control characters except line breaks and tabs, and marks that change the writing direction of the text after them.
 */
const HARMFUL = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * The content security policy of a report, for the answer that carries it: only its own style, no script, no frame.
 */
export function reportPolicy(page: string): string {
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
  return `${policyOf(style)}; frame-ancestors 'none'`;
}

/** The policy of a report with this style, for its own file. */
export function policyOf(style: string): string {
  const hash = btoa(String.fromCharCode(...sha256(style)));
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
}
