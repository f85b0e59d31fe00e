import { channelNameOf } from '../../../domain/channels/lanes.ts';
import type { PageContext } from '../../../domain/pages/inbox.ts';
import type { HitGroup } from '../../../domain/pages/search/hit-groups.ts';
import { searchedState } from '../../../domain/pages/search/search-match.ts';
import type { Hit } from '../../../domain/pages/search/search-view.ts';
import { receiptIdOf } from '../../../domain/pages/signed-link.ts';
import { type Html, html, joinParts, type Part } from '../../html/html.ts';
import { describeAlert } from '../../message/describe-alert.ts';
import { formatCount, formatNumber } from '../../text/format-values.ts';
import { badge, newsLink, newsText, severityBadge, timeIn, toneText } from '../parts/page-elements.ts';
import { hitRow, placeFacts } from './hit-row.ts';

/** So many alerts and articles of a story are listed. Its page has all of them. */
const MOST_ALERTS = 3;
const MOST_ARTICLES = 3;

/** A result of a search: a story with its alerts and articles that match, or the one entry that there is. */
export function groupRow(group: HitGroup, desk: PageContext): Html {
  const { stories, alerts, found } = group;
  const [only, ...others] = [...stories, ...alerts, ...found];
  if (only && others.length === 0) return hitRow(only, desk);
  const id = storyIdOf(group);
  const headline = titleOf(group, desk);
  const title = newsText(headline);
  return html`${id === undefined ? title : html`<a href="${desk.root}/stories/${id}">${title}</a>`}<br>
${storyLine(group, desk)}
<ul class="tight small within">${alerts.slice(0, MOST_ALERTS).map((hit) => html`<li>${alertLine(hit, desk)}</li>`)}${left(alerts.length - MOST_ALERTS, { noun: 'alert', id, desk })}${articlesOf(
    found,
  )
    .slice(0, MOST_ARTICLES)
    .map(
      (same) => html`<li>${articleLine(same, { headline, desk })}</li>`,
    )}${left(articlesOf(found).length - MOST_ARTICLES, { noun: 'article', id, desk })}</ul>`;
}

function storyIdOf({ stories, alerts, found }: HitGroup): string | undefined {
  return (
    stories[0]?.story.id ??
    found.find(({ found: { story } }) => story !== undefined)?.found.story ??
    alerts[0]?.alert.story?.id
  );
}

function titleOf({ stories, alerts, found }: HitGroup, { timezone }: PageContext): string {
  const [story, article, alert] = [stories[0]?.story, found[0]?.found.finding, alerts[0]?.alert];
  const title = story?.title ?? article?.title ?? '';
  return title === '' && alert ? describeAlert(alert, timezone).headline : title;
}

/** When the newest of it came, what each watch has of the story, and how much of it matches. */
function storyLine({ stories, alerts, found }: HitGroup, { timezone }: PageContext): Html {
  const at = Math.max(...[...stories, ...alerts, ...found].map((hit) => hit.at));
  const members = new Set(stories.flatMap(({ story }) => story.members));
  const outlets = new Set(stories.flatMap(({ story }) => story.outlets));
  const [first] = stories;
  const size = first && `${formatCount(members.size, 'article')} in ${formatCount(outlets.size, 'outlet')}`;
  const matching = [
    alerts.length > 0 && formatCount(alerts.length, 'alert'),
    found.length > 0 && formatCount(articlesOf(found).length, 'article'),
  ].filter((one) => one !== false);
  const facts: Part[] = [size, first && toneText(first.story.sentiment), `${matching.join(' and ')} found`];
  const shown = facts.filter((fact) => fact !== undefined && fact !== false);
  return html`<span class="kicker">${badge('story', 'plain')} ${timeIn(at, timezone)} <span>${joinParts(shown, ' · ')}</span></span>`;
}

function alertLine(
  { alert, state, at }: Extract<Hit, { kind: 'alerts' }>,
  { root, timezone }: PageContext,
): Html {
  const about = `${alert.watchId ?? 'Bellwether'} → ${channelNameOf(alert.channel)}, ${searchedState(state)}`;
  return html`${severityBadge(alert.severity)} <a href="${root}/alerts/${receiptIdOf(alert)}">alert</a> <span class="soft">${about} · ${timeIn(at, timezone)}</span>`;
}

type Found = HitGroup['found'][number];

/** What several watches have found is one article. */
function articlesOf(found: HitGroup['found']): Found[][] {
  return [...Map.groupBy(found, (hit) => hit.found.finding.fingerprint).values()];
}

/** An article of a story. A copy of the headline above it is named by its outlet. */
function articleLine(
  same: readonly Found[],
  { headline, desk: { root, timezone } }: { headline: string; desk: PageContext },
): Html {
  const [first] = same;
  if (!first) return html``;
  const { title, fingerprint, link, outlet } = first.found.finding;
  const isCopy = title === headline && outlet !== undefined;
  const name = isCopy ? outlet.domain : title === '' ? fingerprint : title;
  const watches = same.map(
    ({ found: { watchId } }) => html`<a href="${root}/watches/${watchId}">${watchId}</a>`,
  );
  const [domain, ...place] = placeFacts(first.found.finding);
  const facts = [...(isCopy ? [] : [domain]), ...place, joinParts(watches), timeIn(first.at, timezone)];
  const shown = facts.filter((fact) => fact !== undefined && fact !== false);
  return html`${newsLink(name, link)} <span class="soft">· ${joinParts(shown, ' · ')}</span>`;
}

function left(
  count: number,
  { noun, id, desk }: { noun: string; id: string | undefined; desk: PageContext },
): Html | undefined {
  if (count <= 0) return undefined;
  const text = `${formatNumber(count)} more ${noun}${count === 1 ? '' : 's'}`;
  return html`<li>${id === undefined ? text : html`<a href="${desk.root}/stories/${id}">${text}</a>`}</li>`;
}
