import { S3Client } from '@aws-sdk/client-s3';
import type { ReportFiles } from '../../use-cases/ports/reports.ts';
import { boundedRequests } from '../requests/bounded-requests.ts';
import { s3ReportReader } from './s3-report-files.ts';

/** Reads the files of reports with a client of its own. */
export function openReportReader(bucket: string): Pick<ReportFiles, 'get'> {
  return s3ReportReader(new S3Client(boundedRequests()), bucket);
}
