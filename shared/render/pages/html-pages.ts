import { linkTo } from './page-elements.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { PageContext } from '../../domain/pages/inbox.ts';
import type { FeedView } from '../../domain/pages/shared-feed.ts';
import { html } from '../text/html.ts';
import { actionsPage } from './actions-page.ts';
import {
  alertFindingsJson,
  alertFindingsPage,
  alertsPage,
  briefPage,
  messageAlertsJson,
  messageAlertsPage,
  messageDocument,
  messagePage,
} from './alerts-page.ts';
import type { editPage } from './edit-page.ts';
import { extractionsPage, reportsPage, rowsPage, storiesPage } from './list-pages.ts';
import { pageLayout } from './page-layout.ts';
import {
  drillPage,
  gonePage,
  refusalPage,
  reportAnswer,
  signInPage,
  unsubscribePage,
  welcomePage,
} from './plain-pages.ts';
import { receiptPage, refusedFormPage } from './receipt-page.ts';
import { recordsCsv, recordsJson, recordsPage } from './records-page.ts';
import { searchPage } from './search-page.ts';
import { storyCopiesPage, storyPage } from './story-pages.ts';
import { todayPage } from './today-page.ts';
import { statusPage, watchDocument, watchPage } from './watch-page.ts';

/** All pages as HTML. They work without scripts. */
export const htmlPages = {
  welcome: welcomePage,
  refusal: refusalPage,
  gone: gonePage,
  feed: async (view: FeedView) => (await import('./feed-page.ts')).feedPage(view),
  missing: missingPage,
  report: reportAnswer,
  rows: rowsPage,
  receipt: receiptPage,
  actions: actionsPage,
  unsubscribe: unsubscribePage,
  drill: drillPage,
  refusedForm: refusedFormPage,
  signIn: signInPage,
  status: statusPage,
  watch: watchPage,
  watchDocument,
  alerts: alertsPage,
  brief: briefPage,
  message: messagePage,
  messageDocument,
  messageAlerts: messageAlertsPage,
  messageJson: messageAlertsJson,
  alertFindings: alertFindingsPage,
  alertFindingsJson,
  stories: storiesPage,
  story: storyPage,
  storyCopies: storyCopiesPage,
  edits: async (...given: Parameters<typeof editPage>) => (await import('./edit-page.ts')).editPage(...given),
  extractions: extractionsPage,
  reports: reportsPage,
  search: searchPage,
  records: recordsPage,
  recordsCsv,
  recordsJson,
  today: todayPage,
};

function missingPage(desk: PageContext): HttpAnswer {
  const main = html`<h1>There is no such page</h1><p>It may have expired: findings and alerts are stored for the
<code>retention</code> of their watch. ${linkTo(desk.root, 'Back to today')}</p>`;
  return pageLayout({ title: 'No such page', main, desk, narrow: true, status: 404 });
}
