import type { Extraction } from '../../../shared/domain/extraction.ts';
import { DAY, dayOf, MINUTE, type Instant } from '../../../shared/domain/instant.ts';
import type { Watch } from '../../../shared/domain/watch.ts';
import type { Stack } from '../stack/stack.ts';
import type { TriedOut } from '../stack/try-out.ts';

/** What the jobs of a watch took and found, as far as its stack remembers. */
export interface JobPast {
  jobs: number;
  /** Means of one job: its records, the calls it took, and the minutes that it held a slot. */
  records: number;
  calls: number;
  slotMinutes: number;
  /** What came after its silent base, as if it were tried out; undefined where nothing but the base was laid. */
  tried?: TriedOut;
}

const BACK = 30 * DAY;
/** More jobs a day than this no plan has slots for. */
const MOST_A_DAY = 1_000;

/** The past of a watch that asks for jobs: of the same question alone. Undefined where no job of it has ended well. */
export async function readJobPast(
  watch: Watch,
  { stack, now }: { stack: Pick<Stack, 'extractions' | 'findings'>; now: Instant },
): Promise<JobPast | undefined> {
  const jobs = await endedJobs(watch, { stack, now });
  if (jobs.length === 0) return undefined;
  const mean = (of: (job: Extraction) => number) => jobs.reduce((sum, job) => sum + of(job), 0) / jobs.length;
  const told = jobs.filter(({ silent }) => !silent);
  const from = Math.min(...told.map(({ range }) => range.from));
  return {
    jobs: jobs.length,
    records: mean(({ records }) => records),
    calls: mean(({ calls }) => calls),
    slotMinutes: mean(({ sentAt = 0, endedAt = sentAt }) => Math.ceil((endedAt - sentAt) / MINUTE)),
    ...(told.length > 0 && { tried: await foundSince(watch, { stack, from, now }) }),
  };
}

async function endedJobs(
  watch: Watch,
  { stack, now }: { stack: Pick<Stack, 'extractions'>; now: Instant },
): Promise<Extraction[]> {
  const ended: Extraction[] = [];
  for (let at = now - BACK; dayOf(at) <= dayOf(now); at += DAY) {
    const made = await stack.extractions.madeOn(dayOf(at), MOST_A_DAY);
    ended.push(
      ...made.filter(
        ({ watchId, watchVersion, track, state }) =>
          watchId === watch.id && watchVersion === watch.version && track === 'live' && state === 'done',
      ),
    );
  }
  return ended;
}

async function foundSince(
  watch: Watch,
  { stack, from, now }: { stack: Pick<Stack, 'findings'>; from: Instant; now: Instant },
): Promise<TriedOut> {
  const window = { from: Math.max(from, now - BACK), to: now };
  const stored = await stack.findings.foundIn(watch.id, window);
  const findings = stored
    .filter(({ verdict }) => !(verdict && 'silent' in verdict && verdict.silent === 'base'))
    .map(({ finding }) => finding);
  const frames = findings.map(({ indexedAt }) => ({ from: indexedAt, count: 1 }));
  return { window, hits: findings.length, frames, findings, calls: 0 };
}
