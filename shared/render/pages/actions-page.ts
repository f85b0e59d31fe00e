import { laneText } from '../../domain/channels/channel.ts';
import type { PageContext } from '../../domain/pages/inbox.ts';
import type { ActionForm, ActionsView, WatchActions } from '../../domain/pages/receipt.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import { countActions, type ReaderAction } from '../../domain/pages/reader-action.ts';
import { describeAlert } from '../message/describe-alert.ts';
import { excludeLines, shortLine } from '../text/plain-text.ts';
import { ACTION_NAMES, formatCount } from '../text/format-values.ts';
import { html, type Html } from '../text/html.ts';
import {
  buttonForm,
  factList,
  newsText,
  severityBadge,
  timeIn,
  linkTo,
  noticeCard,
  plainList,
  small,
} from './page-elements.ts';
import { pageLayout } from './page-layout.ts';
import { READER_ACTIONS } from '../../domain/pages/signed-link.ts';

/**
 * What a reader can do about an alert: one button for each, what was done, and what it proposes for `watches.yaml`.
 */
export function actionsPage(view: ActionsView, desk?: PageContext): HttpAnswer {
  const { alert, lane, receipt, timezone, forms } = view;
  const { headline } = describeAlert(alert, timezone);
  const main = html`${noticeOf(view)}<p class="kicker">${severityBadge(alert.severity)} <span>channel ${shortLine(laneText(lane), 80)}</span>
${timeIn(alert.createdAt, timezone)}</p>
<h1>${newsText(headline)}</h1>
<p>${linkTo(receipt, 'Why you got this')}</p>
<h2>Get less of this</h2>
${forms.length === 0 ? html`<p class="soft">There is nothing left to do.</p>` : actionList(forms)}
${takenList(view)}
${alert.watchId !== undefined && view.proposed && proposalSection(alert.watchId, view.proposed)}`;
  return pageLayout({ title: 'Get less of this', main, desk, narrow: true });
}

/** A button for each thing that a reader can do. */
export function actionList(forms: readonly ActionForm[]): Html {
  return plainList(forms, (form) => [actionButton(form), ' ', small(ACTION_NAMES[form.kind].about)]);
}

/** The button of a form. */
export function actionButton({ kind, isUndone, lane, token, path }: ActionForm, text?: string): Html {
  const { button: usual, done } = ACTION_NAMES[kind];
  const button = text ?? (isUndone ? `Undo: ${done}` : usual);
  return buttonForm({ [isUndone ? 'undo' : 'action']: kind, token, lane }, { button, action: path });
}

function noticeOf({ done, taken, timezone }: ActionsView): Html | undefined {
  if (!done) return undefined;
  const { kind, isUndone } = done;
  const until = taken.find(({ action }) => action.kind === kind && action.undoneAt === undefined)?.action
    .mutedUntil;
  const text = isUndone
    ? html`Undone: ${ACTION_NAMES[kind].done}.`
    : html`${ACTION_NAMES[kind].done}${until !== undefined && html` until ${timeIn(until, timezone)}`}.`;
  return noticeCard(text);
}

function takenList({ taken, timezone }: ActionsView): Html | undefined {
  if (taken.length === 0) return undefined;
  const row = ({ action, undo }: ActionsView['taken'][number]) => [
    actionText(action, timezone),
    undo && [' ', actionButton(undo)],
  ];
  return html`<h2>What readers did</h2>${plainList(taken, row)}`;
}

/** What a reader did, by which channel, and whether it holds. */
export function actionText(
  { kind, lane, domain, by, text, at, mutedUntil, undoneAt }: ReaderAction,
  timezone: string,
): Html {
  const about = kind === 'less-outlet' ? domain : text;
  const what = about !== undefined && html` (${newsText(about, 500)})`;
  const who = by?.name ?? `channel ${laneText(lane)}`;
  const state =
    undoneAt === undefined
      ? mutedUntil !== undefined && html`, until ${timeIn(mutedUntil, timezone)}`
      : html`, undone at ${timeIn(undoneAt, timezone)}`;
  return html`${ACTION_NAMES[kind].done}${what} by ${shortLine(who, 80)} at ${timeIn(at, timezone)}${state}`;
}

/** The lines for `watches.yaml`, to be copied: nothing changes by itself. */
function proposalSection(watchId: string, proposed: WatchActions['proposed']): Html | undefined {
  const lines = excludeLines(watchId, proposed);
  if (!lines) return undefined;
  return html`<h2>For watches.yaml</h2>
<p class="soft">These lines exclude for good what readers found wrong with watch ${watchId}. Nothing changes by itself: check them, add
them to the file, and run <code>npx bellwether apply</code>.</p>
<pre>${lines.join('\n')}</pre>`;
}

/** What readers did about the alerts of a watch, in numbers, the latest of it, and what it proposes. */
export function readersSection(
  watchId: string,
  { actions, proposed }: WatchActions,
  timezone: string,
): Html | undefined {
  if (actions.length === 0) return undefined;
  const counts = countActions(actions);
  const latest = actions.toSorted((a, b) => b.at - a.at).slice(0, MOST_ACTIONS);
  return html`<h2 id="readers">What readers did</h2>
${factList(READER_ACTIONS.map((kind) => [ACTION_NAMES[kind].done, counts[kind] > 0 && formatCount(counts[kind], 'alert')] as const))}
${plainList(latest, (action) => actionText(action, timezone))}
${proposalSection(watchId, proposed)}`;
}

/** How many actions the page of a watch lists. */
const MOST_ACTIONS = 20;
