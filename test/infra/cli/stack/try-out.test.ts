import { expect, it } from 'vitest';
import { MOST_PAGES, tryOut } from '../../../../infra/cli/stack/try-out.ts';
import { caveatsOf } from '../../../../infra/cli/preview/not-known.ts';
import { wouldNotify } from '../../../../infra/cli/preview/would-notify.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import type { Source } from '../../../../shared/use-cases/ports/source.ts';
import { aChannel, aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { pageOf } from '../../../ports/found-pages.ts';

const window = { from: NOON - 30 * DAY, to: NOON };
const PAGE = 4;
const raise = [{ to: 'critical', outlets: 6 }] as const;

/** A service that has one story, of which each outlet prints an article an hour before the one after it; the latest come first. */
function serviceWith(articles: number): Source & { asked: number[] } {
  const asked: number[] = [];
  return {
    asked,
    fetchPage: async ({ watch, page }) => {
      if (watch.kind === 'volume') return pageOf([], { counts: [], hits: articles });
      asked.push(page);
      const all = Array.from({ length: articles }, (_, n) => {
        const at = NOON - n * HOUR;
        const title = 'Acme recalls four thousand pumps after a fire near Lyon';
        return aFinding(n, { title, publishedAt: at, indexedAt: at, outlet: { domain: `o${n}.example` } });
      });
      const findings = all.slice((page - 1) * PAGE, page * PAGE);
      return pageOf(findings, { hits: articles, pages: Math.ceil(articles / PAGE) });
    },
    count: async () => ({ hits: articles, calls: 1 }),
  };
}

it('reads one page of matches, and up to five where stories climb, none of them twice', async () => {
  const plain = serviceWith(100);
  expect((await tryOut({ watch: aWatch(), window }, plain)).findings).toHaveLength(PAGE);
  const climbing = serviceWith(100);
  const tried = await tryOut({ watch: aWatch({ raise }), window }, climbing);
  expect([plain.asked, climbing.asked]).toEqual([[1], [1, 2, 3, 4, 5]]);
  expect(tried).toMatchObject({ hits: 100, calls: 1 + MOST_PAGES });
  expect(new Set(tried.findings.map(({ fingerprint }) => fingerprint)).size).toBe(MOST_PAGES * PAGE);
  const few = serviceWith(7);
  await tryOut({ watch: aWatch({ raise }), window }, few);
  expect(few.asked).toEqual([1, 2]);
});

it('a preview counts a climb whose articles lie on two pages, and says how many matches it did not see', async () => {
  const watch = aWatch({ raise, alert: { when: 'story', channel: 'press-team' } });
  const channel = aChannel({ minSeverity: 'critical' });
  const seen = async (articles: number) => {
    const tried = await tryOut({ watch, window }, serviceWith(articles));
    return {
      alerts: (await wouldNotify(watch, { tried, channel })).alerts,
      caveats: caveatsOf(watch, { tried, channel }),
    };
  };
  expect(await seen(PAGE)).toEqual({ alerts: 0, caveats: [] });
  expect(await seen(7)).toEqual({ alerts: 1, caveats: [] });
  expect((await seen(100)).caveats).toEqual([expect.stringContaining('in the latest 20 of 100 matches')]);
});
