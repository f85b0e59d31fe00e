import { OPERATOR } from '../../../../shared/domain/pages/viewer.ts';
import { expect, it } from 'vitest';
import { groupRow } from '../../../../shared/render/pages/search-page.ts';
import { aFinding, aStoredFinding, NOON } from '../../../ports/examples.ts';

const desk = { root: '/i/x', now: NOON, until: NOON, timezone: 'UTC', viewer: OPERATOR };
const article = (n: number, title: string, watchId = 'acme-news') => ({
  kind: 'findings' as const,
  at: NOON - n,
  found: aStoredFinding(n, {
    watchId,
    story: 's1',
    finding: aFinding(n, { title, outlet: { domain: `outlet-${n}.example` } }),
  }),
});

it('shows a story once, its copies by their outlets, what several watches found once, and a link to the rest', () => {
  const found = [
    article(1, 'Acme recalls pumps'),
    article(1, 'Acme recalls pumps', 'acme-trouble'),
    article(2, 'Acme recalls pumps'),
    article(3, 'Pumps burn'),
    article(4, 'Pumps burn'),
  ];
  const row = groupRow({ stories: [], alerts: [], found }, desk).toString();
  expect(row.split('Acme recalls pumps')).toHaveLength(2);
  expect(row).toContain('<a href="/i/x/stories/s1"><bdi>Acme recalls pumps</bdi></a>');
  expect(row).toContain('4 articles found');
  for (const text of ['outlet-1.example', 'outlet-2.example', 'Pumps burn', 'acme-trouble'])
    expect(row.split(`>${text}<`)).toHaveLength(2);
  expect(row).toContain('<a href="/i/x/stories/s1">1 more article</a>');
});
