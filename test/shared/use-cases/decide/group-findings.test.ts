import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { keysOf } from '../../../../shared/domain/stories/assign-stories.ts';
import { MOST_STORY_ARTICLES } from '../../../../shared/domain/stories/story.ts';
import { DAY, HOUR, type Instant } from '../../../../shared/domain/time/instant.ts';
import { spaceOf } from '../../../../shared/domain/watches/watch.ts';
import { groupFindings, storiesToWrite } from '../../../../shared/use-cases/decide/group-findings.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { workbench } from '../bench.ts';

// Findings that are found one after the other, each time by a call that knows only what is stored.

const TEXT =
  'The plant in Leipzig closes at the end of the year, and 1,200 people lose their work, Acme said. ';
const TITLE = 'Acme closes its plant in Leipzig';
const report = (n: number, changes: Partial<Finding> = {}) =>
  aFinding(n, { title: TITLE, snippet: TEXT.repeat(5), ...changes });

const WATCH = aWatch({ brand: 'acme' });
const SPACE = spaceOf(WATCH);

type Bench = Awaited<ReturnType<typeof workbench>>;
const open = () => workbench({ watches: [] });

/** Groups findings that are found now, writes the stories, and gives back the story of each. */
async function place(bench: Bench, findings: readonly Finding[], watch = WATCH): Promise<string[]> {
  const { ports, clock } = bench;
  const times = { foundAt: clock.now(), expiresAt: clock.now() + watch.retention };
  const found = findings.map((finding) => ({ watchId: watch.id, finding, ...times }));
  const held = { space: SPACE, fence: 1 };
  const scope = { ports, held, finish: Number.POSITIVE_INFINITY, known: { stories: undefined } };
  const { candidates } = await groupFindings(scope, { watch, found });
  await ports.stories.write(SPACE, storiesToWrite(candidates));
  return findings.map(({ fingerprint }) => candidates.assigned.get(fingerprint)?.id ?? '');
}

async function placedOneByOne(findings: readonly Finding[], bench?: Bench): Promise<string[]> {
  const given = bench ?? (await open());
  const ids: string[] = [];
  for (const finding of findings) ids.push(...(await place(given, [finding])));
  return ids;
}

const storyIn = async ({ store }: Bench, id = '') =>
  (await store.stories.inSpace(SPACE, { keys: [], ids: [id] })).records[0];

const distinct = (ids: readonly string[]) => new Set(ids).size;

describe('findings are grouped into one story', () => {
  it.each<[string, Finding]>([
    ['with the same title and text', report(2)],
    ['that was edited', report(2, { title: 'Acme closes its Leipzig plant', snippet: TEXT.repeat(4) })],
    ['in capitals and with other punctuation', report(2, { title: 'ACME: closes its "plant" in Leipzig!' })],
    ['without a text', report(2, { snippet: '' })],
  ])('%s', async (_name, copy) => {
    expect(distinct(await placedOneByOne([report(1), copy]))).toBe(1);
  });

  it('all at once or one by one', async () => {
    const copies = Array.from({ length: 60 }, (_, n) => report(n, { outlet: { domain: `o${n}.example` } }));
    const bench = await open();
    const ids = await place(bench, copies);
    expect(distinct(ids)).toBe(1);
    expect((await storyIn(bench, ids[0]))?.articles).toHaveLength(60);
    expect(distinct(await placedOneByOne(copies))).toBe(1);
  });
});

it('a story of 2,000 articles stays one, and keeps as many as an item of the store holds', async () => {
  const bench = await open();
  const ids = new Set<string>();
  for (let part = 0; part < 20; part += 1) {
    const copies = Array.from({ length: 100 }, (_, n) =>
      report(part * 100 + n, {
        outlet: { domain: `outlet-${part * 100 + n}.example`, country: 'US', rank: 4_000 },
      }),
    );
    for (const id of await place(bench, copies)) ids.add(id);
  }
  expect(ids.size).toBe(1);
  expect((await storyIn(bench, ...ids))?.articles).toHaveLength(MOST_STORY_ARTICLES);
});

it('copies of a story find it when an older story has the similarity keys of the same words', async () => {
  const breach = (n: number, figure: string, at: Instant) =>
    aFinding(n, { title: `Hackers copied records of ${figure} customers`, snippet: '', indexedAt: at });
  const [old, first, copy] = await placedOneByOne([
    breach(1, '580,000', NOON - 5 * DAY),
    breach(2, '1,500,000', NOON),
    breach(3, '1,500,000', NOON + HOUR),
  ]);
  expect(first).not.toBe(old);
  expect(copy).toBe(first);
});

it('an edited title needs no key of its own while its story is open', async () => {
  const headline = (n: number, title: string) =>
    aFinding(n, { title, snippet: '', indexedAt: NOON + n * HOUR });
  const edited = headline(2, 'Breaking news: Unions ready to fight for the Leipzig works');
  const bench = await open();
  const given = [headline(1, 'Unions ready to fight for the Leipzig works'), edited];
  expect(distinct(await placedOneByOne(given, bench))).toBe(1);
  expect(distinct(await placedOneByOne([edited], bench))).toBe(1);
});

describe('grouping again', () => {
  it('changes nothing, and finds the same story even when it has grown away from the article', async () => {
    const bench = await open();
    const [first] = await place(bench, [report(1)]);
    const before = await storyIn(bench, first);
    expect(before).toBeDefined();
    await place(bench, [report(1)]);
    expect(await storyIn(bench, first)).toEqual(before);
    const drift = Array.from({ length: 12 }, (_, n) =>
      report(n + 10, {
        title: `Leipzig mayor criticises Acme over its plant, ${n} unions protest`,
        duplicateGroup: 'g',
      }),
    );
    await place(bench, [report(2, { duplicateGroup: 'g' }), ...drift]);
    expect(await place(bench, [report(1)])).toEqual([first]);
  });

  it('takes what is new of the same article, and claims no further key', async () => {
    const bench = await open();
    const keys = keysOf({ finding: report(1) });
    const owners = async () => (await bench.store.stories.inSpace(SPACE, { keys, ids: [] })).owners;
    const [id] = await place(bench, [report(1)]);
    const before = await owners();
    expect(before.map(({ story }) => story)).toEqual(keys.map(() => id));
    await place(bench, [report(1, { sentiment: { content: -0.5 } })]);
    expect((await storyIn(bench, id))?.articles).toMatchObject([{ sentiment: -0.5 }]);
    expect(await owners()).toEqual(before);
  });
});
