import * as z from 'zod';
import { maskKey } from './mask-key.ts';

/** The most characters of a service's text in an error. */
const LONGEST = 300;

/** How much of a body is read for them: a page of HTML begins with its title, after some markup. */
const READ = 16_384;

const DETAIL_ITEM = z.object({
  loc: z.array(z.union([z.string(), z.number()])).catch([]),
  msg: z.string(),
});

const ERROR_BODY = z.object({
  detail: z.union([z.string(), z.array(z.union([DETAIL_ITEM, z.string()])), z.undefined()]).catch(undefined),
  message: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
});

/**
 * The text of an error body, on one line, with the key masked: `detail` (a text, or a list of places and texts), else
 * `message`, else the first characters of the body. Takes time in proportion to the body.
 */
export function errorMessageOf(text: string, key: string): string {
  const body = ERROR_BODY.safeParse(parsed(text));
  const words = (body.success ? wordsOf(body.data) : undefined) ?? text;
  // Markup is removed between two masks: it may stand inside a key, and a key may look like markup.
  return maskKey(onOneLine(maskKey(words, key).slice(0, READ)), key).slice(0, LONGEST);
}

function wordsOf({ detail, message, error }: z.infer<typeof ERROR_BODY>): string | undefined {
  if (!Array.isArray(detail)) return detail ?? message ?? error;
  return detail
    .map((item) => (typeof item === 'string' ? item : `${item.loc.join('.')}: ${item.msg}`))
    .join('; ');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes HTML tags with the contents of scripts and styles, control characters and repeated blanks. */
function onOneLine(text: string): string {
  return withoutTags(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Replaces each tag by a blank. A script or style goes up to its end; a `<` without a `>` is text. Reads once. */
function withoutTags(text: string): string {
  const ends = { script: endsOf(text, 'script'), style: endsOf(text, 'style') };
  let shown = '';
  let at = 0;
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
    const name = /^<(script|style)\b/i.exec(text.slice(open, open + 8))?.[1]?.toLowerCase();
    const end = name === 'script' || name === 'style' ? ends[name](open) : undefined;
    const close = end ?? text.indexOf('>', open) + 1;
    if (close === 0) break;
    shown += `${text.slice(at, open)} `;
    at = close;
  }
  return shown + text.slice(at);
}

/** Finds the end of the first closing tag after a position. The positions that it is asked for must rise. */
function endsOf(text: string, name: string): (after: number) => number | undefined {
  const ends = Array.from(
    text.matchAll(new RegExp(`</${name}>`, 'gi')),
    ({ 0: tag, index }) => index + tag.length,
  );
  let next = 0;
  return (after) => {
    while ((ends[next] ?? Infinity) <= after) next += 1;
    return ends[next];
  };
}
