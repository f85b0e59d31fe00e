import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredFinding } from '../../../../shared/domain/findings/finding.ts';
import { findingTime } from '../../../../shared/domain/reports/day-rollup.ts';
import { addRollup, emptyTotals } from '../../../../shared/domain/reports/period-totals.ts';
import { localDayOf } from '../../../../shared/domain/reports/period.ts';
import { openRollup } from '../../../../shared/domain/reports/roll-up-findings.ts';
import { sharesOf } from '../../../../shared/domain/reports/voice-rows.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { aFinding, NOON } from '../../../ports/examples.ts';

const PERIOD = { first: '2026-11-16', last: '2026-11-20', timezone: 'Asia/Kolkata' };

const findings = fc.uniqueArray(
  fc.record({
    n: fc.nat(5_000),
    day: fc.integer({ min: -6, max: 1 }),
    hour: fc.nat(23),
    outlet: fc.nat(5),
    rank: fc.constantFrom(undefined, 1, 900, 5_000, 60_000, 500_000, 999_999),
    country: fc.constantFrom(undefined, 'FR', 'US', 'IN'),
    authors: fc.array(fc.constantFrom('Jane Doe', 'John Roe', ' ', 'A. N. Other'), { maxLength: 3 }),
    mood: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
    story: fc.nat(6),
    excluded: fc.boolean(),
    type: fc.constantFrom('article' as const, 'article' as const, 'event' as const, 'record' as const),
  }),
  { selector: ({ n }) => n, maxLength: 60 },
);
type Drawn = typeof findings extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

function stored({
  n,
  day,
  hour,
  outlet,
  rank,
  country,
  authors,
  mood: sentimentSum,
  story,
  excluded,
  type,
}: Drawn): StoredFinding {
  return {
    watchId: 'acme-news',
    foundAt: NOON + 3 * DAY,
    expiresAt: NOON + 400 * DAY,
    ...(story > 0 && { story: `story-${story}` }),
    finding: aFinding(n, {
      type,
      publishedAt: NOON + day * DAY + hour * HOUR,
      outlet: { domain: `outlet-${outlet}.example`, ...(rank && { rank }), ...(country && { country }) },
      authors,
      ...(sentimentSum !== undefined && { sentiment: { content: sentimentSum } }),
      ...(excluded && { excludedBy: 'comics' }),
    }),
  };
}

describe('rollups of findings', () => {
  it('come to the same totals as counting the findings one by one, however they are divided', () => {
    fc.assert(
      fc.property(findings, fc.array(fc.nat(2), { minLength: 60, maxLength: 60 }), (drawn, lots) => {
        const all = drawn.map(stored);
        const totals = emptyTotals(PERIOD);
        // Each day in up to three rollups, as when articles of a day are found on different days.
        for (const lot of [0, 1, 2])
          for (const { day } of totals.days) {
            const rollup = openRollup();
            all.forEach((one, index) => {
              if (lots[index] === lot && localDayOf(findingTime(one), PERIOD.timezone) === day)
                rollup.add(one);
            });
            addRollup(totals, { day, rollup: rollup.close() });
          }

        const inPeriod = all.filter((one) => totals.days.some(({ day }) => day === dayOf(one)));
        const articles = inPeriod.filter(
          ({ finding: f }) => f.type === 'article' && f.excludedBy === undefined,
        );
        const distinct = (values: unknown[]) => new Set(values).size;
        expect(totals.articles).toBe(articles.length);
        expect(totals.excluded).toBe(inPeriod.filter(({ finding: f }) => f.excludedBy !== undefined).length);
        expect(totals.events + totals.records).toBe(inPeriod.length - articles.length - totals.excluded);
        expect(totals.outlets.size).toBe(distinct(articles.map(({ finding: f }) => f.outlet?.domain)));
        expect(totals.stories.size).toBe(
          distinct(articles.map((one) => one.story ?? one.finding.fingerprint)),
        );
        expect(totals.authors.size).toBe(
          distinct(
            articles.flatMap(({ finding: f }) =>
              f.authors.map((name) => name.trim()).filter((name) => name !== ''),
            ),
          ),
        );
        expect(totals.countries.get('FR') ?? 0).toBe(
          articles.filter(({ finding: f }) => f.outlet?.country === 'FR').length,
        );
        expect(totals.reach[0]).toBe(
          articles.filter(({ finding: f }) => (f.outlet?.rank ?? 1e9) <= 1_000).length,
        );
        expect(totals.reach.reduce((a, b) => a + b, 0)).toBe(articles.length);
        expect(totals.mood.count).toBe(articles.filter(({ finding: f }) => f.sentiment).length);
        expect(totals.mood.negative).toBe(
          articles.filter(({ finding: f }) => Math.round((f.sentiment?.content ?? 0) * 1_000) < -200).length,
        );
        for (const { day, articles: count } of totals.days)
          expect(count).toBe(articles.filter((one) => dayOf(one) === day).length);
        for (const [id, { course, outlets, mood: sentimentSum }] of totals.large) {
          const notified = articles.filter((one) => (one.story ?? one.finding.fingerprint) === id);
          expect(course.reduce((a, b) => a + b, 0)).toBe(notified.length);
          expect(outlets.size).toBe(distinct(notified.map(({ finding: f }) => f.outlet?.domain)));
          expect(sentimentSum.count).toBe(notified.filter(({ finding: f }) => f.sentiment).length);
        }
        expect(totals.examples.flat()).toHaveLength(articles.length);
      }),
      { numRuns: 60 },
    );
  });

  it('are the same bytes in whatever order the findings came', () => {
    fc.assert(
      fc.property(
        findings.chain((drawn) =>
          fc.tuple(fc.constant(drawn), fc.shuffledSubarray(drawn, { minLength: drawn.length })),
        ),
        ([one, other]) => {
          expect(bytesOf(one)).toBe(bytesOf(other));
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('shares', () => {
  it('add up to 100% to a tenth, and lie within a tenth of the exact share', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 12 }), (amounts) => {
        const total = amounts.reduce((a, b) => a + b, 0);
        const shares = sharesOf(amounts);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(total === 0 ? 0 : 1_000);
        for (const [index, share] of shares.entries())
          expect(Math.abs(share - (amounts[index]! / Math.max(total, 1)) * 1_000)).toBeLessThan(1);
      }),
    );
  });
});

function bytesOf(drawn: readonly Drawn[]): string {
  const rollup = openRollup();
  for (const one of drawn) rollup.add(stored(one));
  return JSON.stringify(rollup.close());
}

function dayOf(one: StoredFinding): string {
  return localDayOf(findingTime(one), PERIOD.timezone);
}
