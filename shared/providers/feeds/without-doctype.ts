/**
 * A document without its declaration of a type. Such a declaration may define entities, which can grow without bound or read
 * files. Feeds need none: what is left of a name like `&nbsp;` is decoded as HTML.
 */
export function withoutDoctype(text: string): string {
  const from = text.search(/<!doctype\s+(?!html)/i);
  const root = text.search(/<[a-z]/i);
  if (from < 0 || (root >= 0 && root < from)) return text;
  const inner = text.indexOf('[', from);
  const end = text.indexOf('>', from);
  const hasSubset = inner >= 0 && inner < end;
  const close = hasSubset ? /\]\s*>/g : />/g;
  close.lastIndex = hasSubset ? inner : from;
  const found = close.exec(text);
  return found ? text.slice(0, from) + text.slice(found.index + found[0].length) : text.slice(0, from);
}
