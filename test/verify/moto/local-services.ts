import { join } from 'node:path';
import type { SharedClock } from '../../../infra/local/aws/shared-clock.ts';
import { playFaults } from '../../../infra/local/services/kit/faults.ts';
import { DEFAULT_PLAN } from '../../../infra/local/services/kit/plan.ts';
import { type RunningServices, startServices } from '../../../infra/local/services/start-services.ts';
import { PREFIX_PARAMETER, URL_PARAMETERS } from '../../../infra/stack-parameters.ts';
import { ENV } from '../../../shared/contracts/names.ts';

/** The three services over the articles beside this file, which are of 21 November 2026 and the days before. */
export function startLocalServices(clock: SharedClock): Promise<RunningServices> {
  let ids = 0;
  return startServices({
    port: 0,
    corpus: [join(import.meta.dirname, 'articles.ndjson')],
    shiftToNow: false,
    plan: DEFAULT_PLAN,
    faults: playFaults(),
    allowLoopback: true,
    extraction: { walk: { by: 'call' } },
    clock,
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    log: () => undefined,
  });
}

/** What a stack needs to call them: parameters of its template, and values of its secrets. */
export function stackSettings({ news, events, jobs }: RunningServices) {
  return {
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
  };
}

/** Errors that functions logged, each once: no call of these checks should cause any. */
export function errorsIn(lines: readonly string[]): string[] {
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
