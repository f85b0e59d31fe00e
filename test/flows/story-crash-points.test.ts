import { describe, expect, it } from 'vitest';
import type { Channel } from '../../shared/domain/channels/channel.ts';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import type { OpenStory } from '../../shared/domain/stories/open-story.ts';
import { HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { runWatch } from '../../shared/use-cases/run/run-watch.ts';
import { longForm, shareOf } from '../long-form.ts';
import { dies } from '../ports/dying.ts';
import { dyingWithin, type ItemDoom } from '../ports/dying-within.ts';
import { aChannel, aFinding, aWatch, NOON } from '../ports/examples.ts';
import { randomFrom, wordsOf } from '../shared/use-cases/news-of.ts';
import { findingsOf, workbench } from '../shared/use-cases/bench.ts';
import { heldStories } from '../store/memory-store.ts';

// A part is repeated after a death in it. What a story counts are sets, and the words of an open story know which articles they have: so
// however much of a part was written, the stories are those of a run that was never interrupted.

type Bench = Awaited<ReturnType<typeof workbench>>;

const watch = aWatch({
  firstRun: 'tell',
  severity: 'info',
  raise: [
    { to: 'warning', outlets: 3 },
    { to: 'critical', outlets: 10, countries: 3 },
  ],
  alert: { when: 'story', channel: 'press-team' },
});

const article = (n: number, title: string, changes: Partial<Finding> = {}): Finding =>
  aFinding(n, {
    title,
    snippet: '',
    outlet: {
      domain: `outlet-${n}.example`,
      country: ['US', 'FR', 'DE', 'IT'][n % 4] ?? 'US',
      rank: 50_000 - n,
    },
    sentiment: { content: ((n % 7) - 3) / 4 },
    ...changes,
  });

const PLANT = 'Acme closes its plant in Leipzig';
const OWN = 'Werk macht zu';
const PRESS = 'Old printing press goes back to museum of Ghent';
const FERRY = 'Mayor of Rostock wants more ferries';
/** Long enough to be the text of an article. It says what both titles say. */
const REPORT = `${PRESS}. It came by one of the ferries from Rostock, whose mayor wants more of them. ${wordsOf('press', 140)}`;

const EARLIER: readonly Finding[] = [
  article(1, PLANT),
  // Another paper's own words, which the service puts into a group with the first one later.
  article(2, OWN, { duplicateGroup: 'g-1' }),
  article(3, PRESS, { snippet: REPORT }),
  article(4, FERRY, { snippet: `${FERRY}. ${wordsOf('ferry', 140)}` }),
];

/** The part that is interrupted: it merges two pairs of stories, adds to some and begins others. */
const LATER: readonly Finding[] = [
  article(10, PLANT, { duplicateGroup: 'g-1' }),
  // It has the title of one open story and the whole text of the other, which says that title.
  article(11, FERRY, { snippet: REPORT }),
  ...Array.from({ length: 18 }, (_, n) => article(20 + n, n % 3 === 0 ? `Update ${n}: ${PLANT}` : PLANT)),
  ...Array.from({ length: 15 }, (_, n) => article(50 + n, 'Globex hires Solveig Dahl as its counsel')),
  article(70, 'Researchers store solar power in salt'),
];

/** What comes after it. */
const LAST: readonly Finding[] = [
  ...Array.from({ length: 4 }, (_, n) => article(80 + n, PLANT)),
  article(90, PRESS, { snippet: REPORT }),
  article(91, 'Globex hires Solveig Dahl as its counsel'),
];

/** What a watch finds in three runs. The second of them is interrupted. */
interface Found {
  earlier: readonly Finding[];
  later: readonly Finding[];
  last: readonly Finding[];
  /** Where its alerts go. Left out: one channel that takes all of them. */
  to?: { alert: Partial<Watch['alert']>; channels: readonly Channel[] };
}

const MERGING: Found = { earlier: EARLIER, later: LATER, last: LAST };

/** A watch that has found what came earlier, before the part that is interrupted. */
async function begin({ earlier, later, to }: Found): Promise<Bench> {
  const alert = { ...watch.alert, ...to?.alert };
  const bench = await workbench({ watches: [{ ...watch, alert }], now: NOON, ...to });
  await find(bench, earlier);
  publish(bench, later, 15 * MINUTE);
  return bench;
}

function publish({ clock, corpus }: Bench, findings: readonly Finding[], later: number): void {
  clock.at += later;
  for (const [n, finding] of findings.entries()) {
    const at = clock.at - 10 * MINUTE + n * 1_000;
    corpus.push({ finding: { ...finding, indexedAt: at, publishedAt: at } });
  }
}

async function find(bench: Bench, findings: readonly Finding[]): Promise<void> {
  publish(bench, findings, 20 * MINUTE);
  await bench.run();
}

/** All that is stored of stories, but for when it was written. */
async function aftermath(bench: Bench) {
  const { stories, keys, open, notified } = heldStories(bench.store.table);
  const found = await findingsOf(bench);
  const alerts = await bench.store.alerts.madeOn('2026-11-20', 1_000);
  const sorted = <T>(map: ReadonlyMap<string, T>) =>
    [...map].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    findings: found.map(({ finding, story = '', verdict }) => ({
      id: finding.fingerprint,
      story,
      verdict: Object.entries(verdict ?? {}).join(),
    })),
    waiting: (await bench.store.findings.unjudged(watch.id, { limit: 100 })).length,
    alerts: alerts
      .map(({ alert: { id, channel, occasion, severity, raised } }) => ({
        id,
        channel,
        occasion,
        severity,
        raised,
      }))
      .toSorted((one, other) => (`${one.id} ${one.channel}` < `${other.id} ${other.channel}` ? -1 : 1)),
    stories: sorted(stories).map(([id, { articles, samples, absorbed, mergedInto, title }]) => ({
      id,
      title,
      mergedInto,
      absorbed: absorbed.toSorted(),
      isAlone: mergedInto === undefined && absorbed.length === 0,
      articles: articles.toSorted((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1)),
      samples: new Set(samples.map((sample) => JSON.stringify(sample))),
    })),
    keys: sorted(keys).map(([key, { story }]) => [key, story]),
    open: sorted(open).map(([, story]) => story),
    claims: sorted(notified).map(([key, { fingerprint, severities }]) => ({
      key,
      fingerprint,
      severities: severities?.toSorted(),
    })),
  };
}

/** The part is interrupted, each time after some more written items, then repeated; what comes later is found after it. */
async function lived(found: Found, dooms: readonly ItemDoom[]) {
  const bench = await begin(found);
  let items = 0;
  let isWhole = true;
  for (const doom of dooms) {
    const { ports, state } = dyingWithin(bench.ports, doom);
    const call = { owner: `dies-${bench.clock.at}`, deadline: bench.clock.at + 5 * MINUTE };
    await dies(runWatch(bench.order(), ports, call));
    items += state.written;
    const stored = (await findingsOf(bench)).length - found.earlier.length;
    isWhole &&= stored === 0 || stored === found.later.length;
    bench.clock.at += 10 * MINUTE;
  }
  bench.clock.at = NOON + 2 * HOUR;
  await bench.run();
  const after = await aftermath(bench);
  const isPlanned = (await findingsOf(bench)).every((one) => one.isPlanned);
  await find(bench, found.last);
  return { items, isWhole, isPlanned, after, later: await aftermath(bench) };
}

const kindsOf = (alerts: Awaited<ReturnType<typeof aftermath>>['alerts']) =>
  alerts.map(({ raised }) => (raised?.after ? 'climb' : 'first')).toSorted();

type Stored = Awaited<ReturnType<typeof aftermath>>;

/** An open story by what it has counted. */
const sizeOf = ({ id, articles, texts, headlines, passed = [] }: OpenStory) => ({
  id,
  articles,
  hasTexts: texts > 0,
  remembered: headlines.length + passed.length,
});

/** The count is stored with two decimals, at each write. */
const ROUNDED = 0.01;
/** An article counts less by this factor with each one after it. */
const FADING = 0.97;
const fadingSum = (count: number) => (1 - FADING ** count) / (1 - FADING);

const nameOf = (key: string) => key.replace(`${watch.id}/`, '').replace(`/${watch.id}`, '');

/** The ids of stories that have a finding, merged ones among them. */
function foundStories({ findings, stories }: Stored): Set<string> {
  const ids = new Set(findings.map(({ story }) => story));
  for (const id of ids) {
    const { mergedInto = [], absorbed = [] } = stories.find((one) => nameOf(one.id) === id) ?? {};
    for (const other of [mergedInto, absorbed].flat()) ids.add(other);
  }
  return ids;
}

/**
 * What must be so wherever a part was cut, and is not: each article is in one story, which lists it once and has counted its words once;
 * each story has one first alert. The record or the words of a story may be left that the next try does not begin, but
 * nothing may join it. Where the next try merges two stories that both have their alerts, one of them is recorded.
 */
function faultsOf(stored: Stored): string[] {
  const { findings, waiting, alerts, stories, keys, open, claims } = stored;
  const found = foundStories(stored);
  const own = stories.filter(({ id }) => found.has(nameOf(id)));
  const listed = own.flatMap(({ articles }) => articles.map(({ fingerprint }) => fingerprint)).toSorted();
  const sizes = open.filter(({ id }) => found.has(id)).map(sizeOf);
  const counted = sizes.reduce((sum, { remembered }) => sum + remembered, 0);
  const isNotified = new Set(
    findings.flatMap(({ id, verdict }) => (verdict.startsWith('notified') ? id : [])),
  );
  const firsts = kindsOf(alerts).filter((kind) => kind === 'first').length;
  const alertsOn = ({ articles }: (typeof own)[number]) =>
    articles.filter(({ fingerprint }) => isNotified.has(fingerprint)).length;
  const isJoinable = (id: string) => open.some((one) => one.id === id) || keys.some(([, to]) => to === id);
  return Object.entries({
    'articles are listed twice or not at all': listed.join() !== findings.map(({ id }) => id).join(),
    'words are counted twice or not at all': counted !== findings.length,
    'words are counted more than once': sizes.some(
      ({ articles, remembered }) => Math.abs(articles - fadingSum(remembered)) > ROUNDED,
    ),
    'findings wait': waiting > 0,
    'alerts are lost': firsts < isNotified.size || own.some((one) => one.isAlone && alertsOn(one) === 0),
    'alerts are doubled': firsts > claims.length || own.some((one) => alertsOn(one) > 1),
    'what is left can be joined': stories.some(({ id }) => !found.has(nameOf(id)) && isJoinable(nameOf(id))),
  }).flatMap(([fault, is]) => (is ? fault : []));
}

describe('a part that merges stories, adds to some and begins others', () => {
  it('merges a pair by the group of the service and one by a title and a text; two climb', async () => {
    const { after } = await lived(MERGING, []);
    const merged = after.stories.filter(({ mergedInto }) => mergedInto !== undefined);
    expect(merged.map(({ title }) => title).toSorted()).toEqual([FERRY, OWN]);
    const first = Array.from({ length: 6 }, () => 'first');
    expect(kindsOf(after.alerts)).toEqual(['climb', 'climb', ...first]);
  });

  it.each([false, true])(
    'leaves the same after a death wherever it was, once it is repeated (backwards: %s)',
    async (backwards) => {
      const unharmed = await lived(MERGING, []);
      const { items } = await lived(MERGING, [{ dieAfter: Infinity }]);
      const all = Array.from({ length: items }, (_, dieAfter) => dieAfter);
      const whole: Awaited<ReturnType<typeof lived>>[] = [];
      for (const dieAfter of longForm(shareOf(all, { share: 6, turn: backwards ? 0 : 3 }), all)) {
        const now = await lived(MERGING, [{ dieAfter, backwards }]);
        expect([now.after, now.later].flatMap(faultsOf), `after ${dieAfter} items of ${items}`).toEqual([]);
        // Of a part that was stored by halves the first half is a part of its own: another article may begin a story.
        if (now.isWhole) whole.push(now);
      }
      for (const { after, later } of whole)
        expect({ after, later }).toEqual({ after: unharmed.after, later: unharmed.later });
      expect(whole.length).toBeGreaterThan(items / 12);
    },
  );
});

/** The same without what merges stories: its findings are stored once, with the verdicts that are planned. */
const GROWING: Found = {
  earlier: EARLIER.filter(({ duplicateGroup }) => duplicateGroup === undefined),
  later: LATER.slice(2),
  last: LAST,
};

const strict = aChannel({ name: 'board', minSeverity: 'critical' });
const slack = { channel: '#press', tokenSecret: 'SLACK_TOKEN', minSeverity: 'warning' } as const;
const CHANNELS: Record<string, Found['to']> = {
  'one channel': undefined,
  'channels with lanes, one for some alerts and one that is gone': {
    alert: { channels: ['board', 'press-team', 'gone'] },
    channels: [strict, aChannel({ transports: { slack } })],
  },
  'a channel for critical alerts alone': { alert: { channel: 'board' }, channels: [strict] },
};

describe('a part that adds to stories and begins others', () => {
  it.each(Object.entries(CHANNELS))(
    'stores its findings once, and leaves the same after a death wherever it was: %s',
    async (_name, to) => {
      const found = { ...GROWING, ...(to && { to }) };
      const { items, isPlanned, ...unharmed } = await lived(found, [{ dieAfter: Infinity }]);
      expect(isPlanned).toBe(true);
      expect(kindsOf(unharmed.after.alerts)).toEqual(expect.arrayContaining(['climb', 'first']));
      const all = Array.from({ length: items }, (_, dieAfter) => dieAfter);
      let whole = 0;
      for (const backwards of [false, true]) {
        for (const dieAfter of longForm(shareOf(all, { share: 5, turn: backwards ? 0 : 2 }), all)) {
          const { isWhole, after, later } = await lived(found, [{ dieAfter, backwards }]);
          if (!isWhole) continue;
          whole += 1;
          expect({ after, later }, `after ${dieAfter} items, ${backwards}`).toEqual({
            after: unharmed.after,
            later: unharmed.later,
          });
        }
      }
      expect(whole).toBeGreaterThan(items / 10);
    },
  );
});

/** Articles on some stories in their own words, as outlets write them: of each story some earlier, some later, some last. */
function foundAtRandom(seed: number): Found {
  const random = randomFrom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const found: Record<'earlier' | 'later' | 'last', Finding[]> = { earlier: [], later: [], last: [] };
  const runs = ['earlier', 'later', 'later', 'later', 'last'] as const;
  for (let story = 0, n = 0; story < 6; story += 1) {
    const words = wordsOf(`${seed} ${story}`, 9).split(' ');
    for (let left = 1 + below(24); left > 0; left -= 1, n += 1) {
      const title = words.filter(() => random() < 0.8).join(' ');
      const text = random() < 0.3 ? wordsOf(`text ${seed} ${story}`, 120) : '';
      const group = random() < 0.1 && { duplicateGroup: `g-${story}` };
      found[runs[below(runs.length)] ?? 'later'].push(article(n, title, { snippet: text, ...group }));
    }
  }
  return found;
}

/** A story is named after the most central of its headlines so far, and a part that is repeated may end with another one. */
const withoutTitles = (stored: Stored) => ({
  ...stored,
  stories: stored.stories.map(({ title: _title, ...story }) => story),
});

it('a part that is repeated, however often it was interrupted, loses nothing and counts and notifies of nothing twice', async () => {
  const whole: { name: string; came: unknown; unharmed: unknown }[] = [];
  for (let seed = 1; seed <= longForm(4, 40); seed += 1) {
    const found = foundAtRandom(seed);
    const random = randomFrom(seed + 1_000);
    const { items, ...unharmed } = await lived(found, [{ dieAfter: Infinity }]);
    const whatCame = [unharmed.after, unharmed.later].map(withoutTitles);
    for (let turn = 0; turn < longForm(4, 8); turn += 1) {
      const dooms = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
        dieAfter: Math.floor(random() * items),
        backwards: random() < 0.5,
      }));
      const { after, later, isWhole } = await lived(found, dooms);
      const name = `seed ${seed}, ${JSON.stringify(dooms)}`;
      expect([after, later].flatMap(faultsOf), `after ${name}`).toEqual([]);
      if (isWhole) whole.push({ name, came: [after, later].map(withoutTitles), unharmed: whatCame });
    }
  }
  for (const { name, came, unharmed } of whole) expect(came, `after ${name}`).toEqual(unharmed);
  expect(whole.length).toBeGreaterThan(longForm(4, 100));
}, 180_000);
