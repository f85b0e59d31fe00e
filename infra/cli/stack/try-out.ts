import type { Finding } from '../../../shared/domain/finding.ts';
import { parameterNamesOf } from '../../../shared/domain/news-parameters.ts';
import { type Watch, serviceOf } from '../../../shared/domain/watch.ts';
import type { FrameCount } from '../../../shared/domain/window-record.ts';
import type { Window } from '../../../shared/domain/window.ts';
import type { Source } from '../../../shared/use-cases/ports.ts';

/** What a watch would have found in a span. */
export interface TriedOut {
  window: Window;
  /** How many matches there were in all. */
  hits: number;
  /** Numbers of matches by hour, where the service counts them; else made of the findings. */
  frames: readonly FrameCount[];
  /** The latest matches, at most one page; none for a watch that counts. */
  findings: readonly Finding[];
  calls: number;
}

const NO_DEADLINE = { deadline: Number.POSITIVE_INFINITY };

/** Asks a service what a watch would have found: one page of matches, and for a query of words their numbers by hour. */
export async function tryOut(
  { watch, window }: { watch: Watch; window: Window },
  source: Source,
): Promise<TriedOut> {
  const counted = watch.kind === 'search' || watch.kind === 'volume';
  const numbers = counted
    ? await source.fetchPage({ watch: countingTwin(watch), window, page: 1 }, NO_DEADLINE)
    : undefined;
  const page =
    watch.kind === 'volume' ? undefined : await source.fetchPage({ watch, window, page: 1 }, NO_DEADLINE);
  const findings = page?.findings ?? [];
  return {
    window,
    hits: numbers?.hits ?? page?.hits ?? 0,
    frames: numbers?.counts ?? findings.map(({ indexedAt }) => ({ from: indexedAt, count: 1 })),
    findings,
    calls: (numbers?.calls ?? 0) + (page?.calls ?? 0),
  };
}

/** The same question as numbers: the path that counts takes fewer parameters. */
function countingTwin(watch: Watch): Watch {
  const taken = new Set(parameterNamesOf('aggregation_count'));
  const query = Object.entries(watch.query).filter(([name]) => taken.has(name));
  return { ...watch, kind: 'volume', query: { ...Object.fromEntries(query), aggregation_by: 'hour' } };
}

/** Whether a watch can be tried out: jobs are asked for and paid one by one. */
export function canTryOut(watch: Watch): boolean {
  return serviceOf(watch.kind) !== 'extraction' && watch.kind !== 'breaking';
}
