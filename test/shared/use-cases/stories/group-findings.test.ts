import { describe, expect, it } from 'vitest';
import { writeStoryArticle } from '../../../../shared/contracts/stored/stored-story.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { DAY, HOUR, type Instant } from '../../../../shared/domain/time/instant.ts';
import type { OpenStory } from '../../../../shared/domain/stories/open-story.ts';
import { signatureOf } from '../../../../shared/domain/stories/similarity.ts';
import { MOST_STORY_ARTICLES } from '../../../../shared/domain/stories/story-record.ts';
import { similarityProfileOf } from '../../../../shared/domain/stories/similarity-profile.ts';
import { readStories, readStoriesOfWatch } from '../../../../shared/use-cases/stories/read-stories.ts';
import { dies, dying, forEveryDeath } from '../../../ports/dying.ts';
import { aFinding, NOON } from '../../../ports/examples.ts';
import { heldStories, memoryStore, type MemoryStore } from '../../../store/memory-store.ts';
import { leaveShared, newStories } from '../../../ports/story-examples.ts';
import { placeInStories } from './place-in-stories.ts';

const TEXT =
  'The plant in Leipzig closes at the end of the year, and 1,200 people lose their work, Acme said. ';
const TITLE = 'Acme closes its plant in Leipzig';
const report = (n: number, changes: Partial<Finding> = {}) =>
  aFinding(n, { title: TITLE, snippet: TEXT.repeat(5), ...changes });

const WATCH = 'acme-news';

type Ports = Pick<MemoryStore, 'stories' | 'table'>;
/** The open stories of the one watch that places findings in a store. */
const openIn = new WeakMap<Ports, Map<string, OpenStory>>();
async function place(ports: Ports, findings: readonly Finding[], now: Instant = NOON) {
  const before = new Map(openIn.get(ports));
  const placed = await placeInStories(ports, findings, { watchId: WATCH, now, open: before.values() });
  const changed = [...placed.open].filter(([id, story]) => before.get(id) !== story);
  openIn.set(ports, new Map([...(openIn.get(ports) ?? []), ...changed]));
  return placed.stories;
}

/** Places each finding by itself, one after the other, and gives back the id of the story of each as it is in the end. */
async function placedOneByOne(findings: readonly Finding[], ports: Ports = memoryStore()) {
  const ids: string[] = [];
  for (const finding of findings) {
    ids.push((await place(ports, [finding])).get(finding.fingerprint)?.story.id ?? '');
  }
  const now = await readStoriesOfWatch(ports, WATCH, ids);
  return ids.map((id) => now.get(id)?.story.id);
}

const recordOf = async (ports: Ports, id = '') =>
  (await ports.stories.ofWatch(WATCH, { keys: [], ids: [id] })).records.get(id);

const distinct = (ids: readonly unknown[]) => new Set(ids).size;

describe('findings are grouped into one story', () => {
  it.each<[string, Finding]>([
    ['with the same title and text', report(2)],
    ['that was edited', report(2, { title: 'Acme closes its Leipzig plant', snippet: TEXT.repeat(4) })],
    ['in capitals and with other punctuation', report(2, { title: 'ACME: closes its "plant" in Leipzig!' })],
    ['without a text', report(2, { snippet: '' })],
  ])('%s', async (_name, copy) => {
    expect(distinct(await placedOneByOne([report(1), copy]))).toBe(1);
  });

  it.each([
    ['Greek', 'Η Acme κλείνει το εργοστάσιο της Λειψίας'],
    ['Arabic', 'أكمي تغلق مصنعها في لايبزيغ نهاية العام'],
    ['Hindi', 'एक्मे ने लाइपज़िग का कारखाना बंद किया'],
    ['Japanese', '東京のアクメが新工場を閉鎖すると発表'],
  ])('in %s', async (_name, title) => {
    const other = aFinding(3, { title: Array.from(title).toReversed().join(''), snippet: '' });
    const [a, b, c] = await placedOneByOne([report(1, { title }), report(2, { title, snippet: '' }), other]);
    expect(a).toBe(b);
    expect(c).not.toBe(a);
  });

  it('of one group of the service, whatever their titles and its chosen parent say', async () => {
    const inGroup = (n: number, title: string) => aFinding(n, { title, snippet: '', duplicateGroup: 'g-1' });
    const ids = await placedOneByOne([
      inGroup(1, 'Acme closes plant'),
      inGroup(2, 'Werk in Leipzig macht zu'),
    ]);
    expect(distinct(ids)).toBe(1);
  });

  it('when a group and a similar story overlap, in whatever order they came', async () => {
    const grouped = report(1, { duplicateGroup: 'g-1', title: 'Werk in Leipzig macht zu', snippet: '' });
    const like = report(2);
    const both = report(3, { duplicateGroup: 'g-1' });
    for (const order of [
      [grouped, like, both],
      [like, grouped, both],
      [both, like, grouped],
      [grouped, both, like],
    ]) {
      expect(distinct(await placedOneByOne(order))).toBe(1);
    }
  });

  it('all at once or one by one', async () => {
    const copies = Array.from({ length: 60 }, (_, n) => report(n, { outlet: { domain: `o${n}.example` } }));
    const ports = memoryStore();
    const placed = await place(ports, copies);
    expect(distinct([...placed.values()].map(({ story }) => story.id))).toBe(1);
    expect(placed.get('article-00000')?.story.outlets).toHaveLength(60);
    expect(distinct(await placedOneByOne(copies))).toBe(1);
  });
});

it('a story of 2,000 articles stays one, and keeps as many as an item of the store holds', async () => {
  const ports = memoryStore();
  const ids = new Set<string>();
  for (let part = 0; part < 20; part += 1) {
    const copies = Array.from({ length: 100 }, (_, n) =>
      report(part * 100 + n, {
        outlet: { domain: `outlet-${part * 100 + n}.example`, country: 'US', rank: 4_000 },
      }),
    );
    for (const { story } of (await place(ports, copies)).values()) ids.add(story.id);
  }
  expect(ids.size).toBe(1);
  const record = await recordOf(ports, ...ids);
  const articles = record?.articles ?? [];
  expect(articles.length).toBeGreaterThanOrEqual(MOST_STORY_ARTICLES);
  expect(articles.length).toBeLessThanOrEqual(MOST_STORY_ARTICLES + 100);
  expect(Buffer.byteLength(articles.map(writeStoryArticle).join(''))).toBeLessThan(200_000);
});

it('copies of a story find it when an older story has the similarity keys of the same words', async () => {
  const breach = (n: number, figure: string, at: Instant) =>
    aFinding(n, { title: `Hackers copied records of ${figure} customers`, snippet: '', indexedAt: at });
  const [old, first, copy] = await placedOneByOne([
    breach(1, '580,000', NOON - 6 * HOUR),
    breach(2, '1,500,000', NOON),
    breach(3, '1,500,000', NOON + HOUR),
  ]);
  expect(first).not.toBe(old);
  expect(copy).toBe(first);
});

describe('keys', () => {
  const kinds = (ports: Ports) =>
    [...heldStories(ports.table).keys.keys()].map((key) => key.slice(0, 1)).toSorted();

  it('are put for the title, the text and the group of an article', async () => {
    const ports = memoryStore();
    await place(ports, [report(1, { duplicateGroup: 'g' })]);
    expect(kinds(ports)).toEqual(['g', 't', 't', 'x']);
    await place(ports, [report(2)]);
    expect(kinds(ports), 'a copy brings no further one').toEqual(['g', 't', 't', 'x']);
  });

  it('are not needed for an edited title while its story is open', async () => {
    const headline = (n: number, title: string) =>
      aFinding(n, { title, snippet: '', indexedAt: NOON + n * HOUR });
    const ports = memoryStore();
    const [first, edited] = await placedOneByOne(
      [
        headline(1, 'Unions ready to fight for the Leipzig works'),
        headline(2, 'Breaking news: Unions ready to fight for the Leipzig works'),
      ],
      ports,
    );
    expect(edited).toBe(first);
    expect(kinds(ports)).toEqual(['x', 'x']);
  });

  it('that a version before put under pairs of words lead edited titles to its stories for as long as they are remembered', async () => {
    const ports = memoryStore();
    const old = report(1, { snippet: '' });
    const times = { madeAt: NOON - 20 * DAY, seenAt: NOON - 20 * DAY, expiresAt: NOON + 400 * DAY };
    const articles = [{ fingerprint: old.fingerprint, at: NOON - 20 * DAY }];
    const story = { id: 'story-of-before', title: TITLE, ...times, articles, samples: [], absorbed: [] };
    const pairs = similarityProfileOf(old).keys.filter((one) => one.startsWith('w'));
    const to = { story: story.id, until: NOON + 40 * DAY };
    const keys = new Map(pairs.map((key) => [key, to]));
    await leaveShared(ports.table, { stories: [{ ...story, signature: signatureOf(TITLE) }], keys });
    expect(keys.size).toBe(3);
    const edited = report(2, { title: 'Acme closes its Leipzig plant', snippet: '' });
    expect(await placedOneByOne([edited], ports)).toEqual([story.id]);
  });
});

it('two stories with one article in common are one, however different they are otherwise', async () => {
  const ports = memoryStore();
  const shared = report(1);
  const [key = '', next = ''] = similarityProfileOf(shared).keys;
  for (const [id, on, title] of [
    ['story-a', key, 'Heavy rain floods streets'],
    ['story-b', next, 'Researchers store solar power'],
  ] as const) {
    const times = { madeAt: NOON - DAY, seenAt: NOON - DAY, expiresAt: NOON + 400 * DAY };
    const articles = [{ fingerprint: shared.fingerprint, at: NOON - DAY }];
    const story = { id, title, ...times, articles, signature: signatureOf(title), samples: [], absorbed: [] };
    const keys = [{ key: on, story: id, until: NOON + 60 * DAY }];
    await ports.stories.putNew(WATCH, newStories({ stories: [story], keys }));
  }
  const placed = await place(ports, [shared]);
  expect(placed.get(shared.fingerprint)).toMatchObject({ family: ['story-a', 'story-b'] });
});

describe('findings stay apart', () => {
  it.each<[string, Finding]>([
    [
      'that report something else',
      aFinding(2, { title: 'Globex raises its forecast for the year', snippet: '' }),
    ],
    ['that have no word at all', aFinding(2, { title: '!?', snippet: '' })],
  ])('%s', async (_name, other) => {
    expect(distinct(await placedOneByOne([report(1), other]))).toBe(2);
  });

  it('when the story has expired', async () => {
    const ports = memoryStore();
    const [first] = [...(await place(ports, [report(1)])).values()];
    const [kept] = [...(await place(ports, [report(2)], NOON + 29 * DAY)).values()];
    expect(kept?.story.id).toBe(first?.story.id);
    const [still] = [...(await place(ports, [report(3)], NOON + 58 * DAY)).values()];
    expect(still?.story.id, 'its memory runs from its latest article').toBe(first?.story.id);
    const [fresh] = [...(await place(ports, [report(4)], NOON + 89 * DAY)).values()];
    expect(fresh?.story.id).not.toBe(first?.story.id);
    const [next] = [...(await place(ports, [report(5)], NOON + 90 * DAY)).values()];
    expect(next?.story.id, 'the new story has taken the bands').toBe(fresh?.story.id);
  });
});

describe('grouping again', () => {
  it('changes nothing, and finds the same story even when it has grown away from the article', async () => {
    const ports = memoryStore();
    const [first] = [...(await place(ports, [report(1)])).values()];
    const before = await recordOf(ports, first?.story.id);
    expect(before).toBeDefined();
    await place(ports, [report(1)]);
    expect(await recordOf(ports, first?.story.id)).toEqual(before);
    const drift = Array.from({ length: 12 }, (_, n) =>
      report(n + 10, {
        title: `Leipzig mayor criticises Acme over its plant, ${n} unions protest`,
        duplicateGroup: 'g',
      }),
    );
    await place(ports, [report(2, { duplicateGroup: 'g' }), ...drift]);
    expect([...(await place(ports, [report(1)])).values()][0]?.story.id).toBe(first?.story.id);
  });

  it('takes what is new of the same article', async () => {
    const ports = memoryStore();
    await place(ports, [report(1)]);
    const placed = await place(ports, [report(1, { sentiment: { content: -0.5 } })]);
    expect(placed.get('article-00001')?.story).toMatchObject({ sentiment: -0.5, members: ['article-00001'] });
  });

  it('of what another watch has found begins a story of its own, under the same id', async () => {
    const ports = memoryStore();
    const [other] = [...(await place(ports, [report(1), report(2)])).values()];
    const alone = await placeInStories(ports, [report(1)], { watchId: 'another', now: NOON, open: [] });
    const [own] = [...alone.stories.values()];
    expect(own?.story).toMatchObject({ id: other?.story.id, members: ['article-00001'] });
    const read = await readStories(ports, [own?.story.id ?? '']);
    expect([...read.values()][0]?.story.members).toEqual(['article-00001', 'article-00002']);
  });

  it('gives the same after a death at any call', async () => {
    const other = aFinding(3, { title: 'Globex hires Solveig Dahl as its counsel', snippet: '' });
    const another = aFinding(5, { title: 'Heavy rain floods the streets of Lyon', snippet: '' });
    const third = aFinding(6, { title: 'Researchers store solar power in salt', snippet: '' });
    const findings = [report(1), report(2, { duplicateGroup: 'g' }), other, report(4), another, third];
    const unharmed = await placedOneByOne(findings);
    const deaths = await forEveryDeath(async (doom) => {
      const ports = memoryStore();
      await dies(place(dying(ports, doom), findings));
      expect(await placedOneByOne(findings, ports)).toEqual(unharmed);
    });
    expect(deaths).toBe(2);
  });
});

describe('merged stories', () => {
  it('are read as one from each of their ids, however long the chain is, and the chain ends', async () => {
    const ports = memoryStore();
    const inGroup = (n: number, group: string) =>
      aFinding(n, { title: `Topic${n} alone${n}`, snippet: '', duplicateGroup: group });
    const apart = Array.from({ length: 8 }, (_, n) => inGroup(n, `g-${n}`));
    const ids = [...(await place(ports, apart, NOON)).values()].map(({ story }) => story.id);
    expect(distinct(ids)).toBe(8);
    for (let n = 0; n < 7; n += 1) {
      const bridge = aFinding(100 + n, {
        title: `Topic${n + 1} alone${n + 1}`,
        snippet: '',
        duplicateGroup: `g-${n}`,
      });
      await place(ports, [bridge], NOON + HOUR);
    }
    const read = await readStoriesOfWatch(ports, WATCH, ids);
    expect(distinct([...read.values()].map(({ story }) => story.id))).toBe(1);
    const [whole] = [...read.values()];
    expect(whole?.story.id).toBe(ids.toSorted()[0]);
    expect(whole?.story.members).toHaveLength(15);
    expect(whole?.family.toSorted()).toEqual(ids.toSorted());
  });
});
