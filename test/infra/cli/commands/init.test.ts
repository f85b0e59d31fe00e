import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SeenItem } from '../../../../shared/domain/feeds/feed.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { memoryStack, NOW, openWorld } from '../open-world.ts';

const noFeeds = async () => ({
  shelf: {
    feedLists: { all: async () => [] },
    feeds: { round: async () => undefined, async *finds() {} },
  },
  feeds: 1,
  failed: [{ url: 'https://gone.example/rss', text: 'It is gone.' }],
});

const ANSWERS = ['--email', 'press@acme.example', '--people', 'Jane Doe', '--timezone', 'Europe/Paris'];

it('writes a file of its own that validate accepts, and says what to do next', async () => {
  const { call, folder } = openWorld();
  const ended = await call('init', 'Acme Corp', ...ANSWERS);
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(ended.out).toContain('own/watches.yaml is written. It has 6 watches.');
  expect(ended.out).toContain('npm start -- --watches own/watches.yaml');
  const text = readFileSync(join(folder, 'own/watches.yaml'), 'utf8');
  expect(text.split('\n')[0]).toBe(
    '# yaml-language-server: $schema=../node_modules/bellwether/watches.schema.json',
  );
  expect(await call('validate', 'own/watches.yaml')).toMatchObject({ code: 0 });
});

it('previews each watch where a stack runs', async () => {
  const { call } = openWorld({ stack: memoryStack().stack });
  const { out } = await call('init', 'Acme Corp', ...ANSWERS);
  expect(out).toContain('What bellwether-test would have found and sent in 30 days:');
  expect(out).toMatch(/ acme-corp-news +0 matches, about 0 alerts/);
});

it('without a key writes watches of feeds and their list, and shows what these have now', async () => {
  const item: SeenItem = {
    key: 'a',
    feed: 'https://feeds.bbci.co.uk/news/business/rss.xml',
    feedTitle: 'News',
    seenAt: NOW - HOUR,
    title: 'Acme Corp opens a plant',
    snippet: '',
    authors: [],
    link: 'https://news.example/1',
  };
  const asked: string[][] = [];
  const { call, folder } = openWorld({
    hasNewsKey: false,
    readFeeds: async (lists) => {
      asked.push(lists.flatMap(({ urls }) => urls));
      const items = [item, { ...item, key: 'b', title: 'Rain is expected' }];
      const shelf = {
        feedLists: { all: async () => [...lists] },
        feeds: {
          round: async () => undefined,
          async *finds() {
            yield { items, missed: [] };
          },
        },
      };
      return { shelf, feeds: 12, failed: [{ url: 'https://gone.example/rss', text: 'It is gone.' }] };
    },
  });
  const ended = await call('init', 'Acme Corp', ...ANSWERS, '--feeds', 'Business, United Kingdom');
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(ended.out).toContain('What 11 feeds show now. 1 could not be read: npx bellwether feeds check');
  expect(ended.out).toMatch(/acme-corp-news +1 match\n +Acme Corp opens a plant \(news\.example\)/);
  expect(ended.out).toMatch(/The latest of all headlines:\n.*\n +Rain is expected/);
  expect(asked).toEqual([expect.arrayContaining(['https://feeds.bbci.co.uk/news/business/rss.xml'])]);
  const list = readFileSync(join(folder, 'own/feeds.opml'), 'utf8');
  expect(list).not.toContain('Technology');
  expect(await call('validate', 'own/watches.yaml')).toMatchObject({ code: 0 });
});

it('asks for a name that is an ordinary word beside a word of business, and shows what of the archive fits', async () => {
  const titled = (title: string) => ({
    key: title,
    link: 'https://news.example/1',
    title,
    outlet: { domain: 'news.example' },
    authors: [],
    people: [],
    companies: [],
    names: [],
    themes: [],
    publishedAt: NOW,
    slot: NOW,
  });
  const rows = ['What comes next', 'Next raises its profit forecast', 'Next week: rain'].map(titled);
  const { call, folder } = openWorld({
    hasNewsKey: false,
    readFeeds: noFeeds,
    readArchive: async () => ({ read: 951, rows }),
  });
  const { out } = await call('init', 'Next', ...ANSWERS);
  expect(out).toContain(
    '"Next" is also an ordinary word. Context words are added: it counts only beside one of company,',
  );
  expect(out).toContain(
    'The archive has 951 articles of these hours, 3 with its names, and 1 of these fit next-world.',
  );
  expect(out).toContain('    Next raises its profit forecast (news.example)\n');
  expect(readFileSync(join(folder, 'own/watches.yaml'), 'utf8')).toContain(
    `q: '("Next") AND (company OR shares OR`,
  );
});

it('never changes a file that exists', async () => {
  const { call, folder } = openWorld();
  const own = join(folder, 'mine.yaml');
  writeFileSync(own, 'mine');
  const ended = await call('init', 'Acme', ...ANSWERS, '--watches', 'mine.yaml');
  expect(ended).toMatchObject({ code: 1, out: '' });
  expect(ended.err).toContain('Cannot write mine.yaml. It exists already. Nothing was changed.');
  expect(readFileSync(own, 'utf8')).toBe('mine');
});
