import type { HttpAnswer } from '../../domain/http-exchange.ts';
import { PURPOSES } from '../../domain/page-links.ts';
import { type ReportForm, reportKey } from '../../domain/report/report-record.ts';
import { openSigned } from '../../domain/signed-link.ts';
import type { PagePorts, Visit } from './page-ports.ts';

/** Forms by what follows the signed part of the path. */
const FORMS: Readonly<Record<string, ReportForm>> = { '': 'html', text: 'text', json: 'json', csv: 'csv' };

/** A written report behind its link, as long as it is kept. */
export async function answerReport({ request, signed, rest }: Visit, ports: PagePorts): Promise<HttpAnswer> {
  const { keys } = await ports.links();
  const id = openSigned(signed, { purpose: PURPOSES.report, keys });
  const [name = ''] = rest;
  const form = Object.hasOwn(FORMS, name) && rest.length <= 1 ? FORMS[name] : undefined;
  if (id === undefined || form === undefined || request.method !== 'GET') return ports.pages.refusal();
  const record = await ports.reports.records.get(id);
  if (!record || record.expiresAt <= ports.clock.now()) return ports.pages.refusal();
  const body = await ports.reports.files.get(reportKey(record, form));
  return body === undefined ? ports.pages.refusal() : ports.pages.report(body, form);
}
