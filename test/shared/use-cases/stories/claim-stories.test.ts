import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { signatureOf } from '../../../../shared/domain/stories/similarity.ts';
import { singleFindingStory, type StoryRecord } from '../../../../shared/domain/stories/story-record.ts';
import { DAY, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { claimStories, holderOf, newClaims } from '../../../../shared/use-cases/stories/claim-stories.ts';
import type { StoryGroup } from '../../../../shared/use-cases/stories/story-group.ts';
import { writeStories } from '../../../../shared/use-cases/stories/stories-of-run.ts';
import type { NewStories } from '../../../../shared/use-cases/ports/stories.ts';
import { runWatch } from '../../../../shared/use-cases/run/run-watch.ts';
import { longForm } from '../../../long-form.ts';
import { aFinding, aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { inBursts, takingTurns } from '../../../ports/interleaved.ts';
import { memorySource } from '../../../ports/memory-services.ts';
import { newStories } from '../../../ports/story-examples.ts';
import { findingsOf, workbench } from '../bench.ts';

const NONE = newStories({});
const watch = aWatch({ alert: { when: 'story', channel: 'press-team' } });
const copy = (n: number, changes: Partial<Finding> = {}) =>
  aFinding(n, { title: 'Acme merges', snippet: '', ...changes });

const group = (n: number): StoryGroup => {
  const finding = copy(n);
  const story = singleFindingStory(finding);
  return { whole: { story, articles: [], family: [story.id] }, members: [aStoredFinding(n, { finding })] };
};
const recordOf = ({ whole: { story } }: StoryGroup): StoryRecord => ({
  id: story.id,
  title: story.title,
  madeAt: NOON,
  seenAt: NOON,
  expiresAt: NOON + DAY,
  articles: story.members.map((fingerprint) => ({ fingerprint, at: NOON })),
  signature: signatureOf(story.title),
  samples: [],
  absorbed: [],
});

/** Claims stories, and writes the claims with all that is new. */
async function claim(
  scope: Parameters<typeof claimStories>[0] & Parameters<typeof writeStories>[0],
  groups: readonly StoryGroup[],
  fresh: NewStories,
) {
  const claimed = await claimStories(scope, groups, fresh);
  await writeStories(scope, fresh, newClaims(claimed));
  return claimed;
}

describe('stories are claimed', () => {
  /** A store that records its calls. */
  async function open() {
    const { ports } = await workbench({ watches: [watch] });
    const calls: string[] = [];
    const recorded = <P extends object>(port: P): P =>
      new Proxy(port, {
        get: (target, key) => {
          const method: unknown = Reflect.get(target, key);
          if (typeof method !== 'function') return method;
          return (...args: unknown[]) => {
            calls.push(String(key));
            return Reflect.apply(method, target, args) as unknown;
          };
        },
      });
    const { stories, notifiedStories } = ports;
    const scope = {
      watch,
      ports: { ...ports, stories: recorded(stories), notifiedStories: recorded(notifiedStories) },
    };
    return { scope, calls, ports };
  }

  it('together with what is new, in one write and without a read', async () => {
    const { scope, calls, ports } = await open();
    const [one, other] = [group(1), group(2)];
    const id = one.whole.story.id;
    const keys = [{ key: 'k', story: id, until: NOON + DAY }];
    const fresh = newStories({ stories: [recordOf(one), recordOf(other)], keys });
    const claimed = await claim(scope, [one], fresh);
    expect(claimed.map(({ claims }) => holderOf(claims)?.fingerprint)).toEqual([copy(1).fingerprint]);
    expect(calls).toEqual(['putNew']);
    const stored = await ports.stories.ofWatch(watch.id, { keys: ['k'], ids: [id, other.whole.story.id] });
    expect([stored.owners.size, stored.records.size]).toEqual([1, 2]);
    expect(await ports.notifiedStories.read(watch.id, [id, other.whole.story.id], NOON)).toHaveLength(1);
  });

  it('once: what the watch has notified of stays so, also under the id of a story that was merged', async () => {
    const { scope, calls } = await open();
    const one = group(1);
    await claim(scope, [one], newStories({ stories: [recordOf(one)] }));
    const merged = group(2);
    const whole = { ...merged.whole, family: [merged.whole.story.id, one.whole.story.id] };
    calls.length = 0;
    const [again] = await claim(scope, [{ ...merged, whole }], NONE);
    expect(holderOf(again?.claims ?? [])?.fingerprint).toBe(copy(1).fingerprint);
    expect(calls).toEqual(['read']);
  });

  it('where there is a story that the watch has not notified of', async () => {
    const { scope, calls } = await open();
    const [claimed] = await claim(scope, [group(1)], NONE);
    expect(claimed?.claims).toMatchObject([{ fingerprint: copy(1).fingerprint, watchId: watch.id }]);
    expect(calls).toEqual(['read', 'putNew']);
    expect(await claim(scope, [], NONE)).toEqual([]);
    expect(calls).toEqual(['read', 'putNew']);
  });
});

/** Runs of one watch at the same time, each of which finds one finding; then those that found the lease held. */
async function notifiedBy(findings: readonly Finding[], choose: (waiting: readonly number[]) => number) {
  const bench = await workbench({ watches: [{ ...watch, firstRun: 'tell' }] });
  const turns = takingTurns();
  const writers = findings.map(async (finding, n) => {
    const { clock, source: _none, ...ports } = bench.ports;
    const source = memorySource([{ finding }], clock);
    const given = { ...turns.ports(n, ports), clock, source };
    await runWatch(bench.order(), given, { owner: `run-${n}`, deadline: NOON + 5 * MINUTE });
  });
  await turns.run(writers, choose);
  bench.corpus.push(...findings.map((finding) => ({ finding })));
  bench.clock.at += 15 * MINUTE;
  await bench.run({}, 'the next one');
  const found = await findingsOf(bench);
  expect(found).toHaveLength(new Set(findings.map(({ fingerprint }) => fingerprint)).size);
  expect(found.filter(({ verdict }) => !verdict)).toEqual([]);
  return (await bench.store.alerts.madeOn('2026-11-20', 100)).length;
}

describe('runs of one watch at the same time notify of a story once, since one of them holds the lease', () => {
  it('in many orders of their calls, by similarity keys and by group', async () => {
    const order = fc.shuffledSubarray([1, 2, 3], { minLength: 2 });
    await fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(fc.noBias(fc.nat(5_999))),
        order,
        fc.boolean(),
        async (choices, numbers, isGrouped) => {
          const findings = numbers.map((n) =>
            copy(n, isGrouped ? { duplicateGroup: 'g', title: `Werk${n} zu${n}` } : {}),
          );
          expect(await notifiedBy(findings, inBursts(choices))).toBe(1);
        },
      ),
      { numRuns: longForm(60, 400) },
    );
  });

  it('when one waits after any call until the other has ended, also with the very same finding', async () => {
    for (const numbers of [
      [1, 2],
      [2, 1],
      [1, 1],
    ]) {
      for (let awake = 0; awake < 20; awake += 1) {
        let step = 0;
        const alerts = await notifiedBy(
          numbers.map((n) => copy(n)),
          (waiting) => {
            step += 1;
            const isFirst = step > 1 && step <= awake + 1;
            return (isFirst ? waiting[0] : waiting.at(-1)) ?? -1;
          },
        );
        expect(alerts, `awake for ${awake} calls`).toBe(1);
      }
    }
  });
});

it('a run reads its channel with its stories, however many alerts it puts, and never by itself', async () => {
  const corpus = Array.from({ length: 20 }, (_, n) => ({ finding: aFinding(n) }));
  const { ports, order } = await workbench({ watches: [aWatch()], corpus });
  let reads = 0;
  const definitions = {
    ...ports.definitions,
    channel: (name: string) => {
      reads += 1;
      return ports.definitions.channel(name);
    },
  };
  const context = { owner: 'one', deadline: NOON + 5 * MINUTE };
  expect(await runWatch(order(), { ...ports, definitions }, context)).toMatchObject({ alerts: 20 });
  expect(reads).toBe(0);
});
