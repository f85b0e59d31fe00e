import { describe, expect, it } from 'vitest';
import type { Window } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import type { Source } from '../../shared/use-cases/ports/services.ts';
import { readPage } from './found-pages.ts';

const LIMITS = { deadline: Number.POSITIVE_INFINITY };

/** A source with items at known times, at least two within `window`, one at each of its ends, and a watch of it. */
export interface SourceSetting {
  source: Source;
  watch: Watch;
  window: Window;
  /** When the source had each item, by its fingerprint: those that the watch finds. */
  items: ReadonlyMap<string, number>;
}

/** What every source must do: see docs/sources.md. */
export function sourceSuite(name: string, open: () => Promise<SourceSetting>): void {
  describe(`the source ${name}`, () => {
    const fetched = async ({ source, watch }: SourceSetting, window: Window) =>
      readPage(source.fetchPage({ watch, window, page: 1 }, LIMITS));

    it('gives the items of a window from its begin on and before its end, and counts them', async () => {
      const setting = await open();
      const { source, watch, window, items } = setting;
      const wanted = [...items].filter(([, at]) => at >= window.from && at < window.to).map(([key]) => key);
      const page = await fetched(setting, window);
      expect(page.findings.map(({ fingerprint }) => fingerprint).toSorted()).toEqual(wanted.toSorted());
      expect(page.hits).toBe(wanted.length);
      expect((await source.count({ watch, window }, LIMITS)).hits).toBe(wanted.length);
    });

    it('gives in two halves of a window what it gives in the whole, each item once', async () => {
      const setting = await open();
      const { from, to } = setting.window;
      const middle = Math.round((from + to) / 2);
      const [whole, first, second] = await Promise.all(
        [
          { from, to },
          { from, to: middle },
          { from: middle, to },
        ].map((part) => fetched(setting, part)),
      );
      const keys = (page = whole) => page!.findings.map(({ fingerprint }) => fingerprint);
      expect([...keys(first), ...keys(second)].toSorted()).toEqual(keys().toSorted());
    });

    it('gives the same again, under the same identities, each with a title and the time of its window', async () => {
      const setting = await open();
      const [one, other] = [await fetched(setting, setting.window), await fetched(setting, setting.window)];
      expect(other.findings).toEqual(one.findings);
      for (const { fingerprint, title, indexedAt } of one.findings) {
        expect(title).not.toBe('');
        expect(indexedAt).toBe(setting.items.get(fingerprint));
      }
    });

    it('says of the time that it can cover that the window is in it', async () => {
      const { source, watch, window } = await open();
      const known = source.knownSpan ? await source.knownSpan(watch, 'live') : window;
      expect(known!.from).toBeLessThanOrEqual(window.from);
      expect(known!.to).toBeGreaterThanOrEqual(window.to);
    });
  });
}
