import type { Extraction } from '../../../shared/domain/extraction/extraction.ts';
import { DAY, dayOf, type Instant, MINUTE } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { Stack } from '../stack/stack.ts';
import type { TriedOut } from '../stack/try-out.ts';

/** Costs and findings of a watch's past jobs, from the store. */
export interface JobPast {
  /** Completed jobs; those of a monitor are not stored one by one. */
  jobs: number;
  /** Means per job; undefined without jobs. */
  took?: {
    records: number;
    calls: number;
    /** Minutes for which a job used a slot. */
    slotMinutes: number;
  };
  /** What was found after the baseline; undefined without any. */
  tried?: TriedOut;
}

const BACK = 30 * DAY;
/** More jobs than a plan has slots for in a day. */
const MOST_A_DAY = 1_000;

type PastStores = Pick<Stack, 'definitions' | 'extractions' | 'findings'>;

/** The past jobs of an extraction watch with the same query; undefined without any. */
export async function readJobPast(
  watch: Watch,
  { stack, now }: { stack: PastStores; now: Instant },
): Promise<JobPast | undefined> {
  const jobs = await endedJobs(watch, { stack, now });
  const notified = jobs.filter(({ silent }) => !silent);
  const from = Math.min(...notified.map(({ range }) => range.from));
  const tried =
    notified.length > 0
      ? await foundSince(watch, { stack, from, now })
      : watch.monitor && (await deliveredFor(watch, { stack, now }));
  if (jobs.length === 0 && !tried) return undefined;
  const mean = (of: (job: Extraction) => number) => jobs.reduce((sum, job) => sum + of(job), 0) / jobs.length;
  const took = {
    records: mean(({ records }) => records),
    calls: mean(({ calls }) => calls),
    slotMinutes: mean(({ sentAt = 0, endedAt = sentAt }) => Math.ceil((endedAt - sentAt) / MINUTE)),
  };
  return { jobs: jobs.length, ...(jobs.length > 0 && { took }), ...(tried && { tried }) };
}

/** What a monitor has delivered; undefined without findings or for another query. */
async function deliveredFor(
  watch: Watch,
  { stack, now }: { stack: PastStores; now: Instant },
): Promise<TriedOut | undefined> {
  const applied = (await stack.definitions.watches()).find(({ id }) => id === watch.id);
  if (applied?.version !== watch.version) return undefined;
  const tried = await foundSince(watch, { stack, from: now - BACK, now });
  const from = Math.min(...tried.findings.map(({ indexedAt }) => indexedAt));
  return tried.hits === 0 ? undefined : { ...tried, window: { from: Math.min(from, now - DAY), to: now } };
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
