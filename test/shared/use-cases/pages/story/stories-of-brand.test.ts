import { describe, expect, it } from 'vitest';
import type { StoryEntry } from '../../../../../shared/domain/pages/inbox.ts';
import { DAY, dayOf, MINUTE } from '../../../../../shared/domain/time/instant.ts';
import { readStoriesOf } from '../../../../../shared/use-cases/pages/story/read-story.ts';
import { readStoryOfBrand } from '../../../../../shared/use-cases/pages/story/story-of-brand.ts';
import { htmlPages } from '../../../../../shared/render/pages/html-pages.ts';
import { rememberSame } from '../../../../../shared/use-cases/pages/story/remember-same.ts';
import { aFinding, aWatch } from '../../../../ports/examples.ts';
import { memoryReportFiles } from '../../../../ports/memory-services.ts';
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
    const reports = { ...store, files: memoryReportFiles() };
    const links = async () => ({ base: 'https://pages.example.com', keys: ['key'] });
    const ports = { ...store, clock, links, reports, pages: htmlPages, sameStories: rememberSame() };

    const { entries } = await readStoriesOf({ day: dayOf(NOW), page: 1 }, ports);
    expect(entries.map(({ story }) => story.members.length)).toEqual([2]);
    for (const id of entries.flatMap(({ story }) => [story.id, ...(story.absorbed ?? [])]))
      expect((await readStoryOfBrand(id, ports))?.whole.story.members).toHaveLength(2);
  });

  it('are compared once in a minute, and a story that began since is in the list at once', async () => {
    const ids = ['acme-news', 'acme-too'];
    const watches = ids.map((id) => aWatch({ id, brand: 'acme', lookback: DAY, firstRun: 'tell' }));
    const bench = await workbench({ watches, now: NOW });
    const find = async (story: number, title: string) => {
      for (const [n, watchId] of ids.entries()) {
        const at = NOW - MINUTE;
        const link = `https://paper-${n}.example/${story}`;
        const finding = aFinding(2 * story + n, { title, link, publishedAt: at, indexedAt: at });
        bench.corpus.splice(0, bench.corpus.length, { finding });
        await bench.run({ watchId });
      }
    };
    await find(0, 'Acme Corp buys Globex for 5 billion dollars');
    const { store, clock } = bench;
    const reports = { ...store, files: memoryReportFiles() };
    const links = async () => ({ base: 'https://pages.example.com', keys: ['key'] });
    let latest = 0;
    const timeline: typeof store.timeline = {
      ...store.timeline,
      latest: (...asked) => {
        latest += 1;
        return store.timeline.latest(...asked);
      },
    };
    const ports = {
      ...store,
      timeline,
      clock,
      links,
      reports,
      pages: htmlPages,
      sameStories: rememberSame(),
    };
    const titles = async () =>
      (await readStoriesOf({ day: dayOf(NOW), page: 1 }, ports)).entries.map(({ story }) => story.title);

    const [{ story }] = (await readStoriesOf({ day: dayOf(NOW), page: 1 }, ports)).entries as [StoryEntry];
    for (let view = 0; view < 3; view += 1)
      expect((await readStoryOfBrand(story.id, ports))?.whole.family).toHaveLength(2);
    expect(latest).toBe(ids.length);
    bench.clock.at += MINUTE;
    await readStoryOfBrand(story.id, ports);
    expect(latest).toBe(2 * ids.length);

    expect(await titles()).toHaveLength(1);
    await find(1, 'Lawmakers question the chief of Initech about safety');
    expect(await titles()).toHaveLength(2);
  });
});
