import { expect, it } from 'vitest';
import { corpusArticle } from '../../../../../../infra/local/services/kit/corpus/corpus.ts';
import { placeWhileQuiet } from '../../../../../../infra/local/services/news/groups/place-while-quiet.ts';
import { openStoryGroups } from '../../../../../../infra/local/services/news/groups/story-groups.ts';
import { openLibrary } from '../../../../../../infra/local/services/news/library/library.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');
const clock = { now: () => NOW };
const TITLES = ['Acme confirms a breach', 'Storm hits Chicago', 'Globex buys Hooli for $5 million'];

/** More articles than one turn takes; every third one has a copy of the text of the one before it. */
const library = openLibrary({
  articles: Array.from({ length: 200 }, (_, at) => {
    const group = Math.floor(at / 3) * 3;
    const content = Array.from({ length: 40 }, (__, word) => `word${group + (word % 9)}`).join(' ');
    const title = `${TITLES[(group / 3) % TITLES.length]} in ${group + 100} towns`;
    return corpusArticle({ id: String(at), title, content, published_date: '2026-11-20 08:00:00' }, 'a line');
  }),
  events: [],
});

const groupsOf = (groups: ReturnType<typeof openStoryGroups>) =>
  library.entries.map((entry) => {
    const { story, copies } = groups.membershipOf(entry) ?? {};
    return [story?.id, copies?.id];
  });

/** A delay whose end the test decides. */
function heldDelay() {
  const waiting: (() => void)[] = [];
  return {
    waiting,
    delay: (work: () => void) => {
      waiting.push(work);
      return { refresh: () => undefined, close: () => void waiting.splice(waiting.indexOf(work), 1) };
    },
  };
}

it('places the articles as the first request would', async () => {
  const [quietly, asked] = [openStoryGroups(library), openStoryGroups(library)];
  const { waiting, delay } = heldDelay();
  const work = placeWhileQuiet(quietly, { clock, delay });
  waiting.shift()?.();
  expect(groupsOf(quietly)[0]?.[0]).toBeTypeOf('string');
  // A request that comes while it works places some of them itself.
  await quietly.carryOn(NOW);
  await asked.carryOn(NOW);
  work.stop();

  expect(groupsOf(quietly)).toEqual(groupsOf(asked));
  expect(new Set(groupsOf(asked).map(([story]) => story)).size).toBeGreaterThan(1);
});

it('places nothing more once it is stopped', () => {
  const groups = openStoryGroups(library);
  const { waiting, delay } = heldDelay();
  const work = placeWhileQuiet(groups, { clock, delay });
  const [begin] = waiting;
  work.stop();
  expect(waiting).toEqual([]);
  begin?.();

  expect(groupsOf(groups)[0]).toEqual([undefined, undefined]);
});
