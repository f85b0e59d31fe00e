import { loadedOnce } from '../../shared/domain/lib/loaded-once.ts';
import type { ReportFiles } from '../../shared/use-cases/ports/reports.ts';

/** Writes the files of reports. Its client of S3 is loaded with the first file. */
export function lateReportWriter(bucket: string): Pick<ReportFiles, 'put'> {
  const open = loadedOnce(async () =>
    (await import('../../shared/aws/s3/open-report-writer.ts')).openReportWriter(bucket),
  );
  return { put: async (...given) => (await open()).put(...given) };
}
