import { laneText } from '../../domain/channels/lanes.ts';
import type { PageContext, StoryView } from '../../domain/pages/inbox.ts';
import type { StoryJudgement } from '../../domain/pages/story-page.ts';
import { type Html, html } from '../html/html.ts';
import { ACTION_NAMES } from '../text/action-names.ts';
import { timeIn } from './parts/page-elements.ts';

const { button, about, done } = ACTION_NAMES['not-relevant'];

/** What readers said of the alerts on a story, by watch, each with a button to say it or to undo it. */
export function storyJudgements({ judgements }: StoryView, desk: PageContext): Html | undefined {
  if (judgements.length === 0) return undefined;
  return html`<p class="soft small">${button}: ${about.charAt(0).toLowerCase()}${about.slice(1)}</p>
<ul class="plainlist">${judgements.map((one) => html`<li>${judgementRow(one, desk)}</li>`)}</ul>`;
}

function judgementRow({ watchId, notRelevant, form }: StoryJudgement, { timezone }: PageContext): Html {
  const said = notRelevant.map(
    ({ lane, at }) =>
      html` <span class="small">${done}, says channel ${laneText(lane)} at ${timeIn(at, timezone)}.</span>`,
  );
  const field = form.undoes ? 'undo' : 'action';
  return html`<div class="acts"><form method="post" action="${form.path}"><input type="hidden" name="${field}" value="not-relevant"><input type="hidden" name="token" value="${form.token}"><button>${form.undoes ? `Undo: ${done}` : button}</button></form> <span>for watch ${watchId}</span>${said}</div>`;
}
