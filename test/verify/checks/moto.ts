import { createClock } from '../../../infra/local/aws/shared-clock.ts';
import { type Expect, takeJourney } from '../moto/journey.ts';
import { errorsIn, stackSettings, startLocalServices } from '../moto/local-services.ts';
import { openMotoWorld } from '../moto/moto-world.ts';
import { smokeInMoto } from '../moto/smoke.ts';
import { startMoto } from '../moto/start-moto.ts';
import { type Check, type Outcome, outcomeOf } from '../outcome.ts';
import type { SynthesisedStage } from '../synthesised-stages.ts';

/** The articles of the services are of the hour and the days before this. */
const START = Date.parse('2026-11-21T08:45:00Z');

/**
 * The real bundles in moto, and every call that they made against the policies of the template. Stages with the same
 * policies are one check. `listsUnused` prints the permissions that no call used.
 */
export function motoJourneys(
  stages: readonly SynthesisedStage[],
  { listsUnused }: { listsUnused: boolean },
): Check[] {
  return [...Map.groupBy(stages, policiesOf).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    return {
      name: `moto and the policies of ${same.map(({ stage }) => stage).join(', ')}`,
      async run() {
        const moto = await startMoto();
        try {
          return await runJourney(moto.url, first, listsUnused);
        } finally {
          moto.stop();
        }
      },
    };
  });
}

/**
 * All roles and policies of a template as one text. Logical ids are the same in all stages. Roles of the CDK's own
 * functions, such as the one that empties the bucket of a stage that keeps nothing, make no call here.
 */
function policiesOf({ stage, template }: SynthesisedStage): string {
  const all = Object.entries<any>(template.Resources).filter(
    ([id, { Type }]) => Type.startsWith('AWS::IAM::') && !id.startsWith('Custom'),
  );
  return JSON.stringify(all.map(([id, { Properties }]) => [id, Properties])).replaceAll(
    // Names that the CDK makes begin with the stack's name and end with a hash of it.
    new RegExp(`bellwether-?${stage}[\\w-]*`, 'g'),
    '',
  );
}

async function runJourney(moto: string, stage: SynthesisedStage, listsUnused: boolean): Promise<Outcome> {
  const clock = createClock(START);
  const services = await startLocalServices(clock);
  const findings: string[] = [];
  const expect: Expect = (isTrue, otherwise) => {
    if (!isTrue) findings.push(otherwise);
  };
  try {
    const world = await openMotoWorld({ moto, ...stage, clock, ...stackSettings(services) });
    try {
      await smokeInMoto(world, expect)
        .then(() => takeJourney(world, expect))
        .catch((cause: unknown) => findings.push(`the journey ended: ${String(cause)}`));
      findings.push(...errorsIn(world.printed));
      const { denied, unused, checked } = world.replay();
      // A permission that no call used may still be needed: by a fault, by AWS itself, by a kind of watch that is not
      // here.
      if (listsUnused)
        for (const line of unused) process.stderr.write(`  not used: ${line.replace('arn:aws:', '')}\n`);
      return outcomeOf([...denied, ...findings], `${checked} permissions needed, ${unused.length} not used`);
    } finally {
      await world.close();
    }
  } finally {
    await services.close();
  }
}
