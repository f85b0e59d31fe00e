import * as z from 'zod';
import { maskKey } from './mask-key.ts';

/** The most characters of a service's text in an error. */
const LONGEST = 300;

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
 * `message`, else the first characters of the body.
 */
export function errorMessageOf(text: string, key: string): string {
  const body = ERROR_BODY.safeParse(parsed(text));
  const words = body.success ? wordsOf(body.data) : undefined;
  return maskKey(onOneLine(words ?? text), key).slice(0, LONGEST);
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

/** Removes HTML tags, control characters and repeated blanks. */
function onOneLine(text: string): string {
  return text
    .replaceAll(/<(script|style)\b.*?<\/\1>/gis, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
