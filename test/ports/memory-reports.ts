import type { ReportStore } from '../../shared/store/open-report-store.ts';
import type { Store } from '../../shared/store/open-store.ts';
import { dayOf, isoOf } from '../../shared/domain/time/instant.ts';
import type { RollupMark, RollUpScope } from '../../shared/domain/reports/rollup/day-rollup.ts';
import type { ReportPlan } from '../../shared/domain/reports/report-plan.ts';
import type { ReportRecord } from '../../shared/domain/reports/report-record.ts';
import { contains } from '../../shared/domain/time/window.ts';
import type {
  KeyedRollup,
  ReportFiles,
  ReportSchedule,
  ReportSchedules,
  StoredCounts,
} from '../../shared/use-cases/ports/reports.ts';
import { copyOf } from '../../infra/memory/copy-of.ts';

const order = (one: string, other: string) => (one < other ? -1 : 1);

/** What reports keep, in memory; findings and windows are those of the other store. */
export function memoryReports(store: Pick<Store, 'findings' | 'windows'>) {
  const plans = new Map<string, ReportPlan>();
  const records = new Map<string, ReportRecord>();
  const counts = new Map<string, StoredCounts>();
  const marks = new Map<string, RollupMark>();
  const rollups = new Map<string, KeyedRollup>();
  const inScope = ({ brand, timezone }: RollUpScope, rest: string) => `${brand} ${timezone} ${rest}`;

  const port: ReportStore = {
    plans: {
      plan: async (id) => copyOf(plans.get(id)),
      plans: async () => copyOf([...plans.values()]).toSorted((a, b) => order(a.id, b.id)),
      putPlan: async (plan) => void plans.set(plan.id, copyOf(plan)),
      removePlan: async (id) => void plans.delete(id),
    },
    records: {
      put: async (record) => void records.set(record.id, copyOf(record)),
      get: async (id) => copyOf(records.get(id)),
      latest: async (limit) =>
        copyOf([...records.values()])
          .toSorted((a, b) => order(keyOf(b), keyOf(a)))
          .slice(0, limit),
    },
    counts: {
      get: async (key) => copyOf(counts.get(key)),
      put: async (key, one) => void counts.set(key, copyOf(one)),
    },
    rollups: {
      marks: async (scope, { from, to }) =>
        [...marks]
          .filter(
            ([key, { foundDay }]) => key === inScope(scope, foundDay) && from <= foundDay && foundDay <= to,
          )
          .map(([, mark]) => copyOf(mark))
          .toSorted((a, b) => order(a.foundDay, b.foundDay)),
      mark: async (scope, mark) => void marks.set(inScope(scope, mark.foundDay), copyOf(mark)),
      put: async (scope, rollup) =>
        void rollups.set(inScope(scope, `${rollup.day} ${rollup.foundDay}`), copyOf(rollup)),
      remove: async (scope, { day, foundDay }) => void rollups.delete(inScope(scope, `${day} ${foundDay}`)),
      async *read(scope, { first, last }) {
        for (const [key, one] of [...rollups].toSorted(([a], [b]) => order(a, b)))
          if (key === inScope(scope, `${one.day} ${one.foundDay}`) && first <= one.day && one.day <= last)
            yield copyOf(one);
      },
    },
    found: {
      async *pages(watchId, day, after) {
        const found = await store.findings.foundOn(watchId, day, Number.MAX_SAFE_INTEGER);
        const placeOf = ({ foundAt, fingerprint }: { foundAt: number; fingerprint: string }) =>
          `${isoOf(foundAt)}#${fingerprint}`;
        const keyed = found.map((one) => ({ one, place: placeOf({ ...one, ...one.finding }) }));
        const all = keyed
          .filter(({ place }) => !after || place > placeOf(after))
          .toSorted((a, b) => order(a.place, b.place))
          .map(({ one }) => one);
        for (let at = 0; at < all.length; at += 100) yield all.slice(at, at + 100);
      },
      foundBefore: async (watchId, fingerprints, day) => {
        const known = await store.findings.read(watchId, fingerprints);
        const before = known.filter(({ foundAt }) => dayOf(foundAt) < day);
        return new Map(before.map(({ finding, story }) => [finding.fingerprint, story]));
      },
    },
    recorded: {
      begunIn: async (watchId, span) =>
        (await store.windows.of(watchId))
          .filter(({ from }) => contains(span, from))
          .toSorted((a, b) => a.from - b.from),
    },
  };
  return { ...port, held: { records, marks, rollups } };
}

export type MemoryReports = ReturnType<typeof memoryReports>;

function keyOf({ period, reportId }: ReportRecord): string {
  return `${period.last}#${period.first}#${reportId}`;
}

/** Schedules of reports in memory, as strict as the scheduler about what exists. */
export function memoryReportSchedules(): ReportSchedules & { schedules: Map<string, ReportSchedule> } {
  const schedules = new Map<string, ReportSchedule>();
  return {
    schedules,
    list: async () => [...schedules.values()],
    put: async (schedule, existing) => {
      if (existing !== schedules.has(schedule.reportId))
        throw new Error(`Schedule ${schedule.reportId} ${existing ? 'does not exist' : 'already exists'}.`);
      schedules.set(schedule.reportId, schedule);
    },
    remove: async (reportId) => void schedules.delete(reportId),
  };
}

/** Files in memory, to be looked into. */
export function memoryReportFiles(): ReportFiles & { files: Map<string, { body: string; type: string }> } {
  // Bytes are kept as Base64.
  const files = new Map<string, { body: string; type: string }>();
  return {
    files,
    put: async (key, { body, type }) =>
      void files.set(key, {
        body: typeof body === 'string' ? body : Buffer.from(body).toString('base64'),
        type,
      }),
    get: async (key) => files.get(key)?.body,
  };
}
