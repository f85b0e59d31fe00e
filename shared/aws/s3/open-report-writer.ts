import { S3Client } from '@aws-sdk/client-s3';
import type { ReportFiles } from '../../use-cases/ports/reports.ts';
import { boundedRequests } from '../requests/bounded-requests.ts';
import { s3ReportWriter } from './s3-report-files.ts';

/** Writes the files of reports with a client of its own. */
export function openReportWriter(bucket: string): Pick<ReportFiles, 'put'> {
  return s3ReportWriter(new S3Client(boundedRequests()), bucket);
}
