import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { AlertFindingsView, PageContext } from '../../domain/pages/inbox.ts';
import { zoneOf } from '../explain/find-discovery.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import type { PagePorts } from './page-ports.ts';
import { readAlertFindings } from './read-alert-findings.ts';

interface FindingsRequest {
  /** The path of the receipt. */
  receipt: string;
  query: Readonly<Record<string, string>>;
  /** `json` for programs; anything but this and nothing is no page. */
  form: string;
  ports: PagePorts;
  desk?: PageContext;
}

/** Answers with a page of the findings behind an alert; undefined for a form that does not exist. It changes nothing. */
export async function answerAlertFindings(
  { alert }: Pick<StoredAlert, 'alert'>,
  { receipt, query, form, ports, desk }: FindingsRequest,
): Promise<HttpAnswer | undefined> {
  if (form !== '' && form !== 'json') return undefined;
  const { after = '' } = query;
  const [timezone, { items: entries, next }] = await Promise.all([
    zoneOf(alert, ports.definitions),
    readAlertFindings(alert, { after, ports }),
  ]);
  const view: AlertFindingsView = {
    alert,
    timezone,
    receipt,
    entries,
    isFirst: after === '',
    ...(next !== undefined && { next }),
  };
  return form === 'json' ? ports.pages.alertFindingsJson(view) : ports.pages.alertFindings(view, desk);
}
