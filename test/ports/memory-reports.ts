import type { ReportFiles, ReportSchedule, ReportSchedules } from '../../shared/use-cases/ports/reports.ts';
import type { StoredObjects } from '../../shared/use-cases/ports/stored-objects.ts';

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

/** The objects of twins of the bucket, each a map by key, and what stands before its keys in the bucket. */
export function memoryObjects(
  ...parts: readonly { objects: Map<string, unknown>; below?: string }[]
): StoredObjects {
  const keysBelow = (folder: string) =>
    parts.flatMap(({ objects, below = '' }) =>
      [...objects.keys()]
        .filter((key) => `${below}${key}`.startsWith(folder))
        .map((key) => ({ objects, key })),
    );
  return {
    count: async (folder) => keysBelow(folder).length,
    remove: async (folder) => {
      const found = keysBelow(folder);
      for (const { objects, key } of found) objects.delete(key);
      return found.length;
    },
  };
}
