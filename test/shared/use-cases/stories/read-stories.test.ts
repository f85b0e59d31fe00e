import { describe, expect, it } from 'vitest';
import { articleWordsOf } from '../../../../shared/domain/stories/article-words.ts';
import {
  addToStory,
  openStories,
  openStoriesNear,
  type OpenStories,
} from '../../../../shared/domain/stories/open-stories.ts';
import { headlineOf } from '../../../../shared/domain/stories/open-story.ts';
import { similarityProfileOf } from '../../../../shared/domain/stories/similarity-profile.ts';
import { beginPart, endPart, leftStories } from '../../../../shared/use-cases/stories/stories-of-run.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { findingsOf, workbench } from '../bench.ts';
import { removeItems } from '../../../store/memory-store.ts';

const outletOf = (n: number) => ({ outlet: { domain: `outlet-${n}.example` } });
const titled = (n: number, title: string, at: number) => ({
  finding: aFinding(n, { title, snippet: '', indexedAt: at, publishedAt: at, ...outletOf(n) }),
});
const watch = aWatch({
  firstRun: 'tell',
  lookback: 4 * HOUR,
  alert: { when: 'story', channel: 'press-team' },
});
const FIRST = 'Acme to shut turbine plant in Leipzig';
const LATER = 'Leipzig loses its turbine plant, and Acme many friends';

describe('the open stories of a watch', () => {
  it('take in what another outlet writes in other words hours later', async () => {
    const corpus = [titled(1, FIRST, NOON - HOUR), titled(2, LATER, NOON + 3 * HOUR)];
    const bench = await workbench({ watches: [watch], corpus });
    expect(await bench.run()).toMatchObject({ new: 1, alerts: 1 });
    bench.clock.at = NOON + 4 * HOUR;
    expect(await bench.run({}, 'later')).toMatchObject({ new: 1, alerts: 0 });
    const [found] = await bench.ports.findings.read(watch.id, [aFinding(2).fingerprint]);
    expect(found).toMatchObject({
      verdict: { silent: 'same-story' },
      joined: { by: 'words', words: expect.arrayContaining(['turbine', 'leipzig']) },
    });
  });

  it('are made of what was found in the last three days where a version before kept none', async () => {
    const corpus = [titled(1, FIRST, NOON - HOUR), titled(2, LATER, NOON + 3 * HOUR)];
    const bench = await workbench({ watches: [watch], corpus });
    await bench.run();
    // That version planned no verdicts.
    for (const one of await findingsOf(bench)) await bench.store.findings.judge(one, one.verdict!);
    await removeItems(bench.store.table, ({ sk }) => sk.startsWith('OPEN#'));
    bench.clock.at = NOON + 4 * HOUR;
    expect(await bench.run({}, 'upgraded')).toMatchObject({ new: 1, alerts: 0 });
  });
});

it('a strict watch alerts where a loose one does not', async () => {
  const corpus = [
    titled(1, FIRST, NOON - 3 * HOUR),
    titled(2, 'Leipzig fears for its turbine makers and their jobs', NOON - HOUR / 4),
  ];
  const alertsOf = async (stories: 'strict' | 'loose') => {
    const bench = await workbench({ watches: [{ ...watch, stories }], corpus });
    return (await bench.run()).alerts;
  };
  expect([await alertsOf('strict'), await alertsOf('loose')]).toEqual([2, 1]);
});

const articleOf = (title: string, n = 1) => {
  const outlet = { domain: `outlet-${n}.example` };
  const finding = aFinding(n, { title, snippet: '', outlet, indexedAt: NOON + n * HOUR });
  return { words: articleWordsOf(finding), headline: headlineOf(finding) };
};
const PLANT = articleOf('Acme shuts turbine plant in Leipzig');
const CHIEF = articleOf('Globex names Solveig Dahl finance chief', 2);

/** What an index holds, whatever the order in which it came and how sets of one value are held. */
function contentOf({ stories, having, hours }: OpenStories) {
  const sets = (given: OpenStories['having']['title'] | OpenStories['hours']['byWord']) =>
    [...given]
      .map(([key, held]) => [key, new Set<string | number>(held instanceof Set ? held : [held])] as const)
      .filter(([, values]) => values.size > 0)
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    stories: [...stories.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    having: [sets(having.title), sets(having.text)],
    hours: [new Set(hours.all), sets(hours.byWord)],
  };
}
const rebuilt = ({ stories }: OpenStories) => contentOf(openStories([...stories.values()]));

it('a part begins with the index that would be built of what the part before has left', () => {
  let left = leftStories([]);
  // More articles than a story keeps headlines of, so that its first hours are forgotten.
  for (let n = 1; n <= 20; n += 1) {
    const open = beginPart(left);
    expect(contentOf(open)).toEqual(rebuilt(open));
    addToStory(open, 'plant', articleOf(`Turbine plant in Leipzig, number ${n}`, n));
    left = endPart(left);
  }
  expect(contentOf(beginPart(left))).toEqual(rebuilt(left.index.open));
});

it('a part that is repeated finds the stories as the part before it has left them', () => {
  const read = leftStories([]);
  addToStory(beginPart(read), 'plant', PLANT);
  const left = endPart(read);
  const before = contentOf(left.index.open);
  const failed = beginPart(left);
  addToStory(failed, 'plant', articleOf('Turbine plant in Leipzig shut', 3));
  addToStory(failed, 'chief', CHIEF);
  const repeated = beginPart(left);
  expect(contentOf(repeated)).toEqual(before);
  expect(repeated.changed.size).toBe(0);
});

it('what is near an article is asked again once a story has changed, and when a part is taken back', () => {
  const read = leftStories([]);
  const finding = aFinding(9, { title: 'Acme shuts turbine plant in Leipzig', snippet: '' });
  const profile = similarityProfileOf({ ...finding, indexedAt: NOON });
  const near = () => openStoriesNear({ open: read.index.open, joining: 'normal' }, profile);
  const first = beginPart(read);
  expect(near()).toEqual([]);
  addToStory(first, 'plant', PLANT);
  expect(near()).toEqual(['plant']);
  beginPart(read);
  expect(near()).toEqual([]);
});

it('only the last part can be repeated', () => {
  const read = leftStories([]);
  beginPart(read);
  beginPart(endPart(read));
  expect(() => beginPart(read)).toThrow('Only the last part of a run can be repeated.');
});
