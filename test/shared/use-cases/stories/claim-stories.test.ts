import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { MINUTE } from '../../../../shared/domain/time/instant.ts';
import { claimStories, holderOf } from '../../../../shared/use-cases/stories/claim-stories.ts';
import type { FindingScope } from '../../../../shared/use-cases/context/finding-scope.ts';
import { groupFindings } from '../../../../shared/use-cases/stories/group-findings.ts';
import { runWatch } from '../../../../shared/use-cases/run/run-watch.ts';
import { longForm } from '../../../long-form.ts';
import { aFinding, aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { everyOrder, inBursts, takingTurns } from '../../../ports/interleaved.ts';
import { workbench } from '../bench.ts';

const watch = aWatch({ alert: { when: 'story', channel: 'press-team' } });
const copy = (n: number, changes: Partial<Finding> = {}) =>
  aFinding(n, { title: 'Acme merges', snippet: '', ...changes });

/** Lets each writer place and claim one finding, in the order chosen; gives back which of them tell. */
async function writers(
  findings: readonly Finding[],
  choose: (waiting: readonly number[]) => number,
): Promise<string[]> {
  const { ports } = await workbench({ watches: [watch] });
  const turns = takingTurns();
  const writers = findings.map(async (finding, n) => {
    const { stories, notifiedStories } = turns.ports(n, {
      stories: ports.stories,
      notifiedStories: ports.notifiedStories,
    });
    const scope: FindingScope = {
      ports: { ...ports, stories, notifiedStories },
      watch,
      track: 'live',
      finish: NOON + MINUTE,
      hold: async () => true,
    };
    const { groups } = await groupFindings(scope, [aStoredFinding(1, { finding })], undefined);
    const claimed = await claimStories(scope, groups);
    const holders = claimed.map(({ claims }) => holderOf(claims)?.fingerprint);
    return holders.includes(finding.fingerprint) ? [finding.fingerprint] : [];
  });
  await turns.run(writers, choose);
  return (await Promise.all(writers)).flat();
}

describe('runs of one watch at the same time notify of a story once', () => {
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
          const notified = await writers(findings, inBursts(choices));
          expect(notified).toHaveLength(1);
        },
      ),
      { numRuns: longForm(150, 400) },
    );
  });

  it('when both have read before either wrote, and one waits after any call until the other has ended', async () => {
    for (const numbers of [
      [1, 2],
      [2, 1],
    ]) {
      for (let awake = 0; awake < 12; awake += 1) {
        let step = 0;
        const notified = await writers(
          numbers.map((n) => copy(n)),
          (waiting) => {
            step += 1;
            const isFirst = step > 1 && step <= awake + 1;
            return (isFirst ? waiting[0] : waiting.at(-1)) ?? -1;
          },
        );
        expect(notified, `awake for ${awake} calls`).toHaveLength(1);
      }
    }
  });

  it('also when both have the very same finding', async () => {
    const alone = copy(1, { title: '!?', duplicateGroup: 'g' });
    const orders = await everyOrder(async (choose) => {
      expect(new Set(await writers([alone, alone], choose))).toEqual(new Set(['article-00001']));
    });
    expect(orders).toBeGreaterThan(20);
  });
});

it('a run reads its channel once, however many alerts it puts', async () => {
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
  expect(reads).toBe(1);
});
