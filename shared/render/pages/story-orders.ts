import type { PageContext, StoryView } from '../../domain/pages/inbox.ts';
import { type GivenOrder, orderName, type StoryNotice, type StoryOrdersView } from '../../domain/pages/story-page.ts';
import type { StoryOrderKind } from '../../domain/stories/story-order.ts';
import { type Html, html } from '../html/html.ts';
import { oneLine, shortLine } from '../text/plain-text.ts';
import { newsText, timeIn } from './parts/page-elements.ts';

/** What a form of the page has come to, above everything else. */
export function storyNotice({ orders: { notice } }: StoryView): Html | undefined {
  if (!notice) return undefined;
  return html`<div class="card notice" role="status"><p><strong>${titleOf(notice)}</strong> ${restOf(notice)}</p></div>`;
}

const RECORDED: Readonly<Record<StoryOrderKind, string>> = {
  split: 'Recorded: the article becomes a story of its own.',
  join: 'Recorded: both become one story.',
  mute: 'This story is muted.',
};
const NOTHING = 'Nothing was changed.';
const SOON =
  'It is done within about 5 minutes. Open this page again then. While a watch is disabled, it waits.';

function titleOf(notice: StoryNotice): string {
  if (notice.is === 'given') return RECORDED[notice.kind];
  return notice.is === 'undone' ? 'Undone.' : NOTHING;
}

function restOf(notice: StoryNotice): string {
  switch (notice.is) {
    case 'given':
    case 'undone':
      return notice.kind === 'mute' ? '' : SOON;
    case 'unknown-story':
      return 'No stored story has this address or id. Open the page of the other story, copy its address, and send the form again.';
    case 'same-story':
      return 'Both are one story already.';
    case 'other-brand':
      return 'The other story belongs to another brand, and stories of two brands are not joined.';
    case 'changed-meanwhile':
      return 'Somebody has changed this story since you opened the page. It is shown as it is now.';
  }
}

/** What a person can order about a story, each with its form, and what people have ordered. */
export function storyOrders({ story, articles, orders }: StoryView, desk: PageContext): Html {
  const { tokens, muted } = orders;
  const options = articles.map(({ finding: { fingerprint, title, outlet } }) => {
    const text = oneLine(title) === '' ? '(no title)' : shortLine(title, 110);
    return html`<option value="${fingerprint}">${text}${outlet !== undefined && ` – ${shortLine(outlet.name ?? outlet.domain, 40)}`}</option>`;
  });
  const split = html`<li><form method="post">${hidden('split', tokens)}<label>An article that does not belong here. It becomes a story of its own, which its copies join.
<select name="about" required>${options}</select></label> <button>Take it out of this story</button></form></li>`;
  const join = html`<li><form method="post">${hidden('join', tokens)}<label>Another story about the same, by the address of its page. Later articles of both then belong to one story.
<input type="text" name="about" required maxlength="1000" autocomplete="off"></label> <button>Make both one story</button></form></li>`;
  const mute = html`<li><form method="post">${hidden('mute', tokens)}<button>Mute this story</button></form>
<span class="soft small">For 30 days no channel receives anything more about it. It is stored.</span></li>`;
  return html`<details class="orders"${orders.notice && html` open`}><summary>Change this story</summary>
<p class="soft small">Nobody is notified of what you change here, and you can undo it.</p>
<ul class="plainlist">${story.members.length > 1 && options.length > 0 && split}${join}${!muted && mute}</ul></details>
${givenList(orders, desk)}`;
}

function hidden(order: StoryOrderKind, tokens: StoryOrdersView['tokens']): Html {
  return html`<input type="hidden" name="order" value="${order}"><input type="hidden" name="token" value="${tokens[order]}">`;
}

function givenList({ given, tokens }: StoryOrdersView, desk: PageContext): Html | undefined {
  if (given.length === 0) return undefined;
  const rows = given.map((one) => {
    const { order } = one;
    const canUndo = order.undoneAt === undefined && order.result !== 'gone' && !isOver(order, desk);
    return html`<li>${whatOf(one, desk)}. ${stateOf(one, desk)}${
      canUndo &&
      html` <form method="post"><input type="hidden" name="order" value="undo"><input type="hidden" name="token" value="${tokens.undo}"><input type="hidden" name="about" value="${orderName(order)}">
<button>Undo</button></form>`
    }</li>`;
  });
  return html`<h2>What people ordered</h2><ul class="plainlist">${rows}</ul>`;
}

function isOver({ kind, mutedUntil = 0 }: GivenOrder['order'], { now }: PageContext): boolean {
  return kind === 'mute' && mutedUntil <= now;
}

function whatOf({ order, title }: GivenOrder, { timezone, root }: PageContext): Html {
  const { kind, about = '', at, mutedUntil = 0, stories } = order;
  const when = html`at ${timeIn(at, timezone)}`;
  if (kind === 'mute') return html`Muted ${when}, until ${timeIn(mutedUntil, timezone)}`;
  if (kind === 'join')
    return html`Made one with <a href="${root}/stories/${about}">another story</a> ${when}`;
  const article = title === undefined ? html`An article` : html`“${newsText(title, 160)}”`;
  const own = stories?.[1];
  return html`${article} taken out ${when}${own !== undefined && html`, into <a href="${root}/stories/${own}">its own story</a>`}`;
}

function stateOf({ order, waits }: GivenOrder, { timezone }: PageContext): Html | string {
  const { kind, undoneAt, result } = order;
  const undone = undoneAt !== undefined && html`Undone at ${timeIn(undoneAt, timezone)}.`;
  if (waits) return html`${undone} This waits, for about 5 minutes at most while its watch is enabled.`;
  if (undone) return undone;
  if (result === 'gone')
    return 'There was nothing to change: what it is about is not stored any more, or was alone.';
  return kind === 'mute' ? '' : 'Done.';
}
