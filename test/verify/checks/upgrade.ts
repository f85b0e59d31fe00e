import { type Check, type Outcome, outcomeOf } from '../outcome.ts';
import type { SynthesisedStage } from '../synthesised-stages.ts';
import { type Before, BEFORE, openBefore } from '../upgrade/before.ts';
import { readCreateOnly } from '../upgrade/create-only.ts';
import { upgradeInMoto } from '../upgrade/on-moto.ts';
import { upgradeOnOneMachine } from '../upgrade/on-one-machine.ts';
import { replacements } from '../upgrade/replacements.ts';

const SINCE = BEFORE.slice(0, 8);

/** An update of the version before to this one, and the way back. */
export function upgrade(stages: readonly SynthesisedStage[]): Check[] {
  const known = stages.filter(({ stage }) => ['dev', 'prod'].includes(stage));
  const first = known.find(({ stage }) => stage === 'dev');
  return [
    {
      name: `update from ${SINCE}: nothing is replaced`,
      async run() {
        const createOnly = await readCreateOnly();
        const findings: string[] = [];
        for (const { stage, template } of known) {
          const before = await openBefore(stage);
          await before.dispose();
          const found = replacements(before.template, template, createOnly);
          findings.push(...found.map((line) => `${stage}: ${line}`));
        }
        return outcomeOf(findings, `the templates of ${known.map(({ stage }) => stage).join(', ')}`);
      },
    },
    {
      name: `update from ${SINCE} and rollback of npm start`,
      run: () => onBefore((before) => upgradeOnOneMachine(before)),
    },
    {
      name: `update from ${SINCE} and rollback in moto`,
      run: () =>
        onBefore((before) => {
          if (!first) throw new Error('There is no stage that the version before had');
          return upgradeInMoto(before, first);
        }),
    },
  ];
}

/** Does something with the version before, in the stage `dev`, and removes it. */
async function onBefore(
  work: (before: Before) => Promise<{ findings: string[]; sent: number[] }>,
): Promise<Outcome> {
  const before = await openBefore('dev');
  try {
    const { findings, sent } = await work(before);
    return outcomeOf(findings, `${sent.join(', ')} alerts sent, none twice`);
  } finally {
    await before.dispose();
  }
}
