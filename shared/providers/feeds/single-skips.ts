/** So much of a feed is in front of its items, in characters. */
const HEAD = 20_000;

/**
 * The hours and days of `skipHours` and `skipDays` as RSS writes them. The parser of feeds gives them from two on: a list with a single
 * entry is lost there.
 */
export function skipsOf(document: string): { skipHours: number[]; skipDays: string[] } {
  const [head = ''] = document.slice(0, HEAD).split(/<item[\s>]/i, 1);
  return {
    skipHours: entriesOf(head, 'Hours', 'hour').map(Number).filter(Number.isFinite),
    skipDays: entriesOf(head, 'Days', 'day'),
  };
}

function entriesOf(head: string, list: 'Hours' | 'Days', entry: 'hour' | 'day'): string[] {
  const from = head.search(new RegExp(`<skip${list}[\\s>]`, 'i'));
  const to = head.search(new RegExp(`</skip${list}\\s*>`, 'i'));
  if (from < 0 || to < from) return [];
  const inner = head.slice(from, to);
  return Array.from(inner.matchAll(new RegExp(`<${entry}>([^<]{1,20})</${entry}`, 'gi')), ([, text = '']) =>
    text.trim(),
  );
}
