import { describe, expect, it } from 'vitest';
import { takeAnswer, settleLanguage } from '../../../../shared/domain/feeds/take-answer.ts';
import { type FeedAnswer, type FeedItem, type FeedState } from '../../../../shared/domain/feeds/feed.ts';
import { type KnownItem } from '../../../../shared/domain/feeds/item-keys.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';

const url = 'https://a.example/rss';
const NOW = Date.UTC(2026, 10, 23, 12);
const item = (n: number, changes: Partial<FeedItem> = {}): FeedItem => ({
  title: `Title ${n}`,
  link: `https://a.example/${n}`,
  snippet: '',
  authors: [],
  publishedAt: NOW - HOUR,
  ...changes,
});
const read = (items: readonly FeedItem[], changes: Partial<FeedAnswer> = {}): FeedAnswer => ({
  ...changes,
  status: 'read',
  validators: {},
  document: { format: 'rss', title: 'A', hints: {}, items },
});

function poll(
  answer: FeedAnswer,
  { before, seen, now = NOW }: { before?: FeedState; seen?: readonly KnownItem[]; now?: number } = {},
) {
  return takeAnswer({ url, before, answer, now }, seen);
}
const titles = ({ items }: ReturnType<typeof poll>) => items.map(({ title }) => title);

describe('the first poll', () => {
  it('counts what the feed dates within the last day as new, and knows the rest', () => {
    const old = item(2, { publishedAt: NOW - 2 * DAY });
    const { publishedAt: _none, ...undated } = item(3);
    const first = poll(read([item(1), old, undated]));
    expect(titles(first)).toEqual(['Title 1']);
    expect(first.missed).toBeUndefined();
    const next = poll(read([item(4), item(1), old, undated]), {
      before: first.state,
      seen: first.seen!,
      now: NOW + HOUR,
    });
    expect(titles(next)).toEqual(['Title 4']);
  });

  it('that fails is no gap, and the next one is still the first', () => {
    const failed = poll({ status: 'failed', failure: 'unreachable', text: 'It is away.' });
    expect(failed.state).toMatchObject({ failures: 1, failureText: 'It is away.', dueAt: NOW + 5 * MINUTE });
    const later = poll(read([item(1)]), { before: failed.state, now: NOW + DAY });
    expect(later.missed).toBeUndefined();
    expect(later.state.failures).toBe(0);
  });
});

describe('a later poll', () => {
  const first = poll(read([item(1), item(2)]));
  const known = { before: first.state, seen: first.seen!, now: NOW + HOUR };

  it('of a feed whose addresses have all changed knows the items by their titles', () => {
    const moved = (n: number) => item(n, { link: `https://new.example/${n}`, id: `new-${n}` });
    const after = poll(read([moved(3), moved(1), moved(2)]), known);
    expect(titles(after)).toEqual(['Title 3']);
    expect(after.missed).toBeUndefined();
  });

  it('of an empty feed proves nothing, and a feed that stays empty misses nothing', () => {
    const empty = poll(read([]), known);
    expect(empty.missed).toEqual({ url, from: NOW, to: NOW + HOUR });
    const still = poll(read([]), { before: empty.state, seen: empty.seen!, now: NOW + 2 * HOUR });
    expect(still.missed).toBeUndefined();
  });
});

describe('the pace', () => {
  const lived = (count: number, gap: number, at: number) =>
    Array.from({ length: count }, (_, n) => item(at / gap - n, { publishedAt: at - n * gap }));
  const hints = (answer: FeedAnswer, ttl: number): FeedAnswer =>
    answer.status === 'read' ? { ...answer, document: { ...answer.document, hints: { ttl } } } : answer;

  it('is that of the items, not of a ttl in which they would come and go', () => {
    const busy = poll(hints(read(lived(60, 3 * MINUTE, NOW)), DAY));
    expect(busy.state.dueAt).toBeLessThanOrEqual(NOW + HOUR);
    const slow = poll(hints(read(lived(60, 12 * HOUR, NOW)), DAY));
    expect(slow.state.dueAt).toBe(NOW + DAY);
  });

  it('of a feed whose hints have hidden items is its own from then on', () => {
    const first = poll(hints(read([item(1)]), DAY));
    const gap = poll(hints(read([item(2)]), DAY), { before: first.state, seen: first.seen!, now: NOW + DAY });
    const next = poll(hints(read([item(2)]), DAY), {
      before: gap.state,
      seen: gap.seen!,
      now: NOW + DAY + HOUR,
    });
    expect(gap.state.dueAt).toBe(NOW + DAY + 5 * MINUTE);
    expect(next.state.dueAt).toBe(NOW + DAY + HOUR + 5 * MINUTE);
  });
});

describe('a first poll covers', () => {
  const sinceOf = (...hours: (number | undefined)[]) => {
    const shown = hours.map((ago, n) => {
      const { publishedAt: _none, ...undated } = item(n);
      return ago === undefined ? undated : { ...undated, publishedAt: NOW - ago * HOUR };
    });
    return (NOW - (poll(read(shown)).state.since ?? 0)) / HOUR;
  };

  it.each([
    ['from the oldest item that it shows', [1, 2, 5], 5],
    ['the same where the oldest stands first', [5, 2, 1], 5],
    ['a day at most, for what is older is no news', [1, 30, 50], 24],
    ['nothing of what only a pinned item reaches', [9_000, 1, 2], 2],
    ['nothing where it shows no dates', [undefined, undefined], 0],
    ['nothing where it is empty', [], 0],
  ])('%s', (_, hours, covered) => {
    expect(sinceOf(...hours)).toBe(covered);
  });
});

describe('a feed that cannot be read', () => {
  it('is asked as its server says', () => {
    const busy = poll({ status: 'failed', failure: 'busy', text: '', retryAfter: 2 * HOUR });
    expect(busy.state.dueAt).toBe(NOW + 2 * HOUR);
    const gone = poll({ status: 'failed', failure: 'gone', text: '' });
    expect(gone.state.dueAt).toBe(NOW + DAY);
  });
});

const detector = (scores: Record<string, number>) => ({
  languages: ['de', 'en', 'fr', 'no', 'zh'],
  detect: () => scores,
});
const LONG = {
  title: 'Acme baut ein neues Werk in Leipzig und sucht Leute',
  snippet: 'Die Produktion soll im Herbst beginnen, wie das Unternehmen mitteilte.',
};

it.each([
  ['none is stated, and the text shows one', undefined, LONG, { de: 0.8, en: 0.2 }, 'de'],
  ['none is stated, and the detector is not sure', undefined, LONG, {}, undefined],
  [
    'none is stated, and the text is too short',
    undefined,
    { title: 'Acme!', snippet: '' },
    { de: 0.8 },
    undefined,
  ],
  ['the text shows what is stated', 'de', LONG, { de: 0.8, en: 0.2 }, 'de'],
  ['what is stated is plainly wrong', 'en', LONG, { de: 0.8, en: 0.2 }, 'de'],
  ['what is stated does not fit at all', 'zh', LONG, { de: 0.8 }, 'de'],
  ['what is stated fits nearly as well', 'en', LONG, { de: 0.5, en: 0.4 }, 'en'],
  ['what is stated is another code of the same', 'nb', LONG, { no: 0.8, de: 0.1 }, 'nb'],
  ['the detector does not know what is stated', 'cy', LONG, { de: 0.8 }, 'cy'],
  [
    'a short title speaks against what is stated',
    'en',
    { title: 'Neues Werk in Leipzig', snippet: '' },
    { de: 0.9 },
    'en',
  ],
] as const)('the language of an item where %s', (_case, language, text, scores, settled) => {
  expect(settleLanguage({ language, ...text }, detector({ ...scores }))).toBe(settled);
});
