import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { groupsOf, type SearchView } from '../../../../shared/domain/pages/search-view.ts';
import type { Story } from '../../../../shared/domain/stories/story.ts';
import { aFinding, aStoredFinding, NOON } from '../../../ports/examples.ts';

interface Example {
  text: (plain: string) => string;
  item: (n: number) => Finding;
  alert: Alert;
  story: Story;
}

/** A full page of a search, with every kind of entry and every filter. */
export function exampleSearch({ text, item, alert, story }: Example): SearchView {
  const found = Array.from({ length: 28 }, (_, n) => ({
    kind: n % 9 === 0 ? ('records' as const) : ('findings' as const),
    at: NOON - n * 60_000,
    found: aStoredFinding(n, {
      story: n % 4 === 1 ? 's1' : `s-${n}`,
      finding: {
        ...aFinding(n),
        ...item(n),
        language: 'fr',
        sentiment: { content: -0.42 },
        snippet: text(
          'Acme said on Friday that it recalls 4,000 industrial pumps after a fire near Lyon. '.repeat(4),
        ),
      },
    }),
  }));
  return {
    query: {
      words: text('recall "industrial pumps" -comics').slice(0, 200),
      watch: 'acme-news',
      outlet: 'lyon-daily.example',
      country: 'FR',
      from: '2026-10-21',
      to: '2026-11-20',
    },
    kinds: ['alerts', 'stories', 'findings', 'records'],
    ignored: ['severity'],
    groups: groupsOf([
      { kind: 'alerts', at: NOON, alert, state: { state: 'pending', dueAt: NOON } },
      { kind: 'stories', at: NOON, story, watches: ['acme-news', 'acme-trouble'] },
      ...found,
    ]),
    part: 2,
    parts: 3,
    isRanked: true,
    read: 1_008,
    next: { at: NOON - 3_600_000, list: 'acme-news', id: 'article-00001' },
    isFirst: false,
    choices: {
      brand: ['acme', 'globex'],
      watch: Array.from({ length: 60 }, (_, n) => `watch-number-${n}`),
      channel: ['press-team'],
    },
  };
}
