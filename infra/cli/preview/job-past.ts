import type { Extraction } from '../../../shared/domain/extraction/extraction.ts';
import { DAY, dayOf, MINUTE, type Instant } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { Stack } from '../stack/stack.ts';
import type { TriedOut } from '../stack/try-out.ts';

/** What the jobs of a watch took and found, as far as its stack remembers. */
export interface JobPast {
  /** Jobs of ours that have ended well; those that a monitor repeats are not kept one by one. */
  jobs: number;
  /** Means of one job; undefined where there was none. */
  took?: {
    records: number;
    calls: number;
    /** Minutes that it held a slot. */
    slotMinutes: number;
  };
  /** What came after its silent base, as if it were tried out; undefined where nothing but the base was laid. */
  tried?: TriedOut;
}

const BACK = 30 * DAY;
/** More jobs a day than this no plan has slots for. */
const MOST_A_DAY = 1_000;

type Remembered = Pick<Stack, 'definitions' | 'extractions' | 'findings'>;

/** The past of a watch that asks for jobs: of the same question alone. Undefined where nothing of it is known. */
export async function readJobPast(
  watch: Watch,
  { stack, now }: { stack: Remembered; now: Instant },
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

/** What a monitor has delivered, since the first of it; undefined where there is nothing, or of another question. */
async function deliveredFor(
  watch: Watch,
  { stack, now }: { stack: Remembered; now: Instant },
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
