import { loadedOnce } from '../../shared/domain/lib/loaded-once.ts';
import type { ReportFiles } from '../../shared/use-cases/ports/reports.ts';

/** Reads the files of reports. Its client of S3 is loaded with the first file. */
export function lateReportReader(bucket: string): Pick<ReportFiles, 'get'> {
  const open = loadedOnce(async () =>
    (await import('../../shared/aws/s3/open-report-reader.ts')).openReportReader(bucket),
  );
  return { get: async (...given) => (await open()).get(...given) };
}
