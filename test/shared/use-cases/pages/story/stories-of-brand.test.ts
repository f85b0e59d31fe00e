import { describe, expect, it } from 'vitest';
import { DAY, dayOf } from '../../../../../shared/domain/time/instant.ts';
import { readStoriesOf } from '../../../../../shared/use-cases/pages/story/read-story.ts';
import { readStoryOfBrand } from '../../../../../shared/use-cases/pages/story/story-of-brand.ts';
import { htmlPages } from '../../../../../shared/render/pages/html-pages.ts';
import { aFinding, aWatch } from '../../../../ports/examples.ts';
import { memoryReportFiles, memoryReports } from '../../../../ports/memory-reports.ts';
import { workbench } from '../../bench.ts';

const NOW = Date.parse('2026-05-12T09:00:00Z');

describe('stories of a brand', () => {
  it('leave no article out: what the list shows as one is one on its page, also when it was found days later', async () => {
    const ids = ['acme-news', 'acme-too'];
    const watches = ids.map((id) => aWatch({ id, brand: 'acme', lookback: 4 * DAY, firstRun: 'tell' }));
    const bench = await workbench({ watches, now: NOW });
    for (const [n, watchId] of ids.entries()) {
      const at = NOW - 2 * DAY + n;
      const finding = aFinding(n, {
        title: 'Acme Corp buys Globex for 5 billion dollars',
        link: `https://paper-${n}.example/acme-buys-globex`,
        publishedAt: at,
        indexedAt: at,
      });
      bench.corpus.splice(0, bench.corpus.length, { finding });
      await bench.run({ watchId });
    }
    const { store, clock } = bench;
    const reports = { ...memoryReports(store), files: memoryReportFiles() };
    const links = async () => ({ base: 'https://pages.example.com', keys: ['key'] });
    const ports = { ...store, clock, links, reports, pages: htmlPages };

    const { entries } = await readStoriesOf({ day: dayOf(NOW), page: 1 }, ports);
    expect(entries.map(({ story }) => story.members.length)).toEqual([2]);
    for (const id of entries.flatMap(({ story }) => [story.id, ...(story.absorbed ?? [])]))
      expect((await readStoryOfBrand(id, ports))?.whole.story.members).toHaveLength(2);
  });
});
