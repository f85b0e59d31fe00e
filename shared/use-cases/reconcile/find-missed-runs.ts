import { isSame } from '../../domain/lib/hash.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { type ExpectedRun, expectRun, isRunMissing, withLastRun } from '../../domain/runs/expected-run.ts';
import { runsHere, type Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';

export type MissedRunPorts = Pick<Ports, 'clock' | 'definitions' | 'states' | 'expectedRuns' | 'resources'>;

/**
 * The ids of the watches whose run is missing: a slot of their timetable has passed and no run has followed. Disabled
 * watches and monitors have no slots. The state of a watch is read only when a run could be missing, so that most sweeps
 * read one partition.
 */
export async function findMissedRuns(ports: MissedRunPorts): Promise<string[]> {
  const { definitions, expectedRuns } = ports;
  const watches = (await definitions.watches()).filter(runsHere);
  const known = new Map((await expectedRuns.all()).map((expected) => [expected.watchId, expected]));
  const missed = await inParallel(watches, async (watch) => isMissed(watch, known.get(watch.id), ports));
  const ids = new Set(watches.map(({ id }) => id));
  await inParallel(
    [...known.keys()].filter((id) => !ids.has(id)),
    (id) => expectedRuns.remove(id),
  );
  return watches.flatMap(({ id }, n) => (missed[n] ? [id] : []));
}

async function isMissed(
  watch: Watch,
  before: ExpectedRun | undefined,
  ports: MissedRunPorts,
): Promise<boolean> {
  const now = ports.clock.now();
  const expected = await currentOf(watch, expectRun(watch, before, now), ports);
  if (!isSame(expected, before)) await ports.expectedRuns.put(expected);
  return isRunMissing(expected, watch, now);
}

/** What is stored may be older than the last run. A watch whose watchlist is being prepared waits: it runs, and asks nothing. */
async function currentOf(
  watch: Watch,
  expected: ExpectedRun,
  { clock, states, resources }: MissedRunPorts,
): Promise<ExpectedRun> {
  const now = clock.now();
  if (!isRunMissing(expected, watch, now)) return expected;
  const current = withLastRun(expected, (await states.read(watch.id, 'live')) ?? {});
  if (watch.watchlist === undefined || !isRunMissing(current, watch, now)) return current;
  const resource = await resources.watchlist(watch.watchlist);
  return resource?.dataset !== undefined && resource.ready ? current : { ...current, after: now };
}
