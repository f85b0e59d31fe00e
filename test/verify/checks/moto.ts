import { join } from 'node:path';
import { createClock } from '../../../infra/local/aws/shared-clock.ts';
import { playFaults } from '../../../infra/local/services/kit/faults/faults.ts';
import { DEFAULT_PLAN } from '../../../infra/local/services/kit/plan/plan.ts';
import { startServices } from '../../../infra/local/services/start-services.ts';
import { PREFIX_PARAMETER, URL_PARAMETERS } from '../../../infra/stack-parameters.ts';
import { ENV } from '../../../shared/contracts/names.ts';
import { type Expect, takeJourney } from '../moto/journey.ts';
import { openMotoWorld } from '../moto/moto-world.ts';
import { smokeInMoto } from '../moto/smoke.ts';
import { startMoto } from '../moto/start-moto.ts';
import { type Check, outcomeOf } from '../outcome.ts';
import type { SynthesisedStage } from '../synthesised-stages.ts';

/** The articles of the services are of the days before this. */
const START = Date.parse('2026-11-21T08:45:00Z');
const STATE = join(import.meta.dirname, '..', '..', 'frozen', 'state');

/** The real bundles in moto, and every call that they made against the policies of the template. */
export function motoJourney({ stage, template, stackName, assets }: SynthesisedStage): Check {
  return {
    name: `moto and the policies of ${stage}`,
    async run() {
      const moto = await startMoto();
      const clock = createClock(START);
      const services = await startLocalServices(clock);
      const findings: string[] = [];
      try {
        const { news, events, jobs } = services;
        const world = await openMotoWorld({
          moto: moto.url,
          template,
          stackName,
          assets,
          clock,
          parameters: {
            [URL_PARAMETERS.news]: news.url,
            [URL_PARAMETERS.events]: events.url,
            [URL_PARAMETERS.extraction]: jobs.url,
            [PREFIX_PARAMETER]: jobs.prefix,
          },
          secrets: {
            [ENV.serviceKeySecret.news]: news.key,
            [ENV.serviceKeySecret.events]: events.key,
            [ENV.serviceKeySecret.extraction]: jobs.key,
          },
        });
        try {
          const expect: Expect = (isTrue, otherwise) => {
            if (!isTrue) findings.push(otherwise);
          };
          await smokeInMoto(world, expect)
            .then(() => takeJourney(world, expect))
            .catch((cause: unknown) => findings.push(`the journey ended: ${String(cause)}`));
          findings.push(...errorsIn(world.printed));
          const { denied, unused, checked } = world.replay();
          // A permission that no call used may still be needed: by a fault, by AWS itself, by a kind of watch that is not here.
          for (const line of unused) process.stderr.write(`  not used: ${line.replace(/arn:aws:/, '')}\n`);
          return outcomeOf(
            [...denied, ...findings],
            `${checked} permissions needed, ${unused.length} not used`,
          );
        } finally {
          await world.close();
        }
      } finally {
        await services.close();
        moto.stop();
      }
    },
  };
}

export function startLocalServices(clock: ReturnType<typeof createClock>) {
  let ids = 0;
  return startServices({
    port: 0,
    corpus: [join(STATE, 'articles.ndjson'), join(STATE, 'later.ndjson')],
    shiftToNow: false,
    plan: DEFAULT_PLAN,
    faults: playFaults(),
    allowLoopback: true,
    extraction: { walk: { by: 'call' } },
    clock,
    chance: () => 0.5,
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    log: () => undefined,
  });
}

/** Errors that functions logged, each once: no call of this check should cause any. */
function errorsIn(lines: readonly string[]): string[] {
  const errors = lines
    .filter((line) => line.includes('"level":"ERROR"'))
    .map((line) => JSON.parse(line))
    .map(
      ({ function_name = 'a function', message, error }) =>
        `${function_name} logged: ${message} ${inWords(error)}`,
    );
  return [...new Set(errors)];
}

function inWords(error: any): string {
  return error === undefined ? '' : `${error.name}: ${error.message}`;
}
