import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import { REPORT_FORMS, type ReportForm } from '../../domain/reports/report-record.ts';
import { reportPolicy } from '../report/report-policy.ts';
import { HEADERS } from './parts/page-answer.ts';

/** A report as an answer; the body of a spreadsheet is Base64. HTML gets the policy of its own style; the other forms get one that keeps browsers from running them. */
export function reportAnswer(body: string, form: ReportForm): HttpAnswer {
  const policy = form === 'html' ? reportPolicy(body) : "default-src 'none'; sandbox";
  const headers = { ...HEADERS, 'content-type': REPORT_FORMS[form].type, 'content-security-policy': policy };
  if (form !== 'xlsx') return { status: 200, headers, body };
  const file = { ...headers, 'content-disposition': 'attachment; filename="report.xlsx"' };
  return { status: 200, headers: file, body, isBase64Encoded: true };
}
