import { DAY } from '../../shared/domain/time/instant.ts';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { aReportPlan } from '../ports/examples.ts';

// What the benches of reports are made over: findings of about 2.5 KB, by some thousand outlets and authors, in
// stories of a dozen.

export const PLAN = aReportPlan({
  timezone: 'UTC',
  brand: { id: 'acme', names: ['Acme Corp'], exclude: [], competitors: [] },
});

/** No finding is of this day or later. */
export const END = Date.parse('2026-11-20T00:00:00Z');

const SNIPPET = 'Acme Corp said on Friday that its plant stays open and that orders are met in time. '.repeat(
  18,
);

/** The n-th of so many findings of a day. */
export function findingOf(n: number, { day, perDay }: { day: number; perDay: number }): StoredFinding {
  const at = day + Math.floor((n / perDay) * DAY);
  const outlet = (n * 7_919) % 9_000;
  return {
    watchId: 'acme-news',
    foundAt: at,
    expiresAt: at + 400 * DAY,
    verdict: { silent: 'baseline' },
    story: `story-${String(Math.floor(n / 11))}-${Math.floor(day / DAY) % 9}`,
    finding: {
      fingerprint: `${day}-${n}`,
      service: 'news',
      type: 'article',
      indexedAt: at,
      publishedAt: at,
      title: `Acme Corp opens plant number ${n}`,
      link: `https://outlet-${outlet}.example/articles/${n}`,
      outlet: {
        domain: `outlet-${outlet}.example`,
        name: `Outlet ${outlet}`,
        country: ['FR', 'US', 'DE', 'JP'][outlet % 4]!,
        rank: 100 + outlet * 37,
      },
      authors: [`Author ${n % 20_000}`],
      language: n % 3 ? 'en' : 'fr',
      sentiment: { content: ((n % 201) - 100) / 100 },
      snippet: SNIPPET,
      matched: ['Acme Corp'],
    },
  };
}
