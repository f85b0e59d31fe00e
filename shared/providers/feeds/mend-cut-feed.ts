/** The ends of items, and what closes the document of each root element. */
const ITEM_END = /<\/(?:item|entry)\s*>/gi;
const CLOSINGS: readonly (readonly [root: RegExp, closing: string])[] = [
  [/<rss\b/i, '</channel></rss>'],
  [/<feed\b/i, '</feed>'],
];

/** A feed that was cut off, up to its last whole item and closed. Undefined where it has none. */
export function mendCutFeed(text: string): string | undefined {
  const last = [...text.matchAll(ITEM_END)].at(-1);
  const closing = CLOSINGS.find(([root]) => root.test(text))?.[1];
  return last && closing !== undefined ? text.slice(0, last.index + last[0].length) + closing : undefined;
}
