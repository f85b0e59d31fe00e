import { channelNameOf } from '../../domain/channels/lanes.ts';
import { type Extraction, type ExtractionState, hasEnded } from '../../domain/extraction/extraction.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type {
  AlertEntry,
  BriefView,
  DayPage,
  PageContext,
  ExtractionsView,
  StoriesView,
} from '../../domain/pages/inbox.ts';
import { receiptIdOf } from '../../domain/pages/signed-link.ts';
import { type Html, html } from '../html/html.ts';
import { describeAlert } from '../message/describe-alert.ts';
import { formatCount, formatNumber, pluralOf } from '../text/format-values.ts';
import { shortTime, stateBadge } from './parts/alert-state.ts';
import { badge, type BadgeColour, newsText, severityBadge, timeIn } from './parts/page-elements.ts';
import { dayMenu, type ListPath, pageLayout, pageMenu } from './parts/page-layout.ts';
import { storyRow } from './story-pages.ts';

/** What waits for the next brief of a channel, the most severe first. */
export function briefPage(
  { channel, dueAt, timezone, stories, entries, count }: BriefView,
  desk: PageContext,
): HttpAnswer {
  const title = `Next brief of ${channel}`;
  const due =
    dueAt === undefined
      ? 'This channel has no brief.'
      : `${shortTime(dueAt, timezone)}: ${formatCount(stories, 'story')} so far.`;
  const main = html`<h1>${title}</h1>
<p>${due}</p>
<ul class="plainlist">${entries.map((entry) => html`<li>${alertRow(entry, desk)}</li>`)}</ul>
${count > entries.length && html`<p><a href="${desk.root}/search?in=alerts&amp;state=waiting&amp;channel=${channel}">All ${formatCount(count, 'alert')} that wait →</a></p>`}`;
  return pageLayout({ title, main, desk, list: '/alerts' });
}

/** The stories of a day, the largest first, with the first of their articles. */
export function storiesPage(view: StoriesView, desk: PageContext): HttpAnswer {
  const { count, isPart } = view;
  const note =
    isPart &&
    html`<p class="soft">This day has more stories than are compared by size. The search finds all of them.</p>`;
  return listPage(view, { desk, list: '/stories', noun: 'story', row: storyRow, count, note });
}

/** The extractions that were created on a day. */
export function extractionsPage(view: ExtractionsView, desk: PageContext): HttpAnswer {
  const { watch, day } = view;
  const all = `${desk.root}/extractions?day=${day}`;
  const note =
    watch !== undefined &&
    html`<p class="soft">Those of watch ${watch} alone. <a href="${all}">All of this day</a></p>`;
  return listPage(view, { desk, list: '/extractions', noun: 'extraction', row: extractionRow, note, watch });
}

interface ListSpec<T> {
  desk: PageContext;
  list: ListPath;
  noun: string;
  row: (entry: T, desk: PageContext) => Html;
  /** How many there are on all pages, where that is known. */
  count?: number;
  note?: Html | false;
  /** The one watch whose entries are listed. */
  watch?: string | undefined;
}

function listPage<T>({ day, page, entries, cut }: DayPage<T>, spec: ListSpec<T>): HttpAnswer {
  const { desk, list, noun, row, count = entries.length, note = false, watch } = spec;
  const path = `${list}?day=${day}${watch === undefined ? '' : `&watch=${watch}`}`;
  const nouns = pluralOf(noun);
  const title = nouns.charAt(0).toUpperCase() + nouns.slice(1);
  const main = html`<h1>${title} of ${day}</h1>
${dayMenu(desk, { list, day, count, noun, watch, isPart: spec.count === undefined && (cut || page > 1) })}
${entries.length === 0 ? html`<p class="soft">No ${nouns} on this day.</p>` : html`<ul class="plainlist">${entries.map((entry) => html`<li>${row(entry, desk)}</li>`)}</ul>`}
${note}${pageMenu(desk, { path, page, more: cut, order: noun === 'story' ? 'size' : 'time' })}`;
  return pageLayout({ title, main, desk, list });
}

function alertRow({ alert, state }: AlertEntry, { root, timezone }: PageContext): Html {
  const { headline } = describeAlert(alert, timezone);
  return html`<a href="${root}/alerts/${receiptIdOf(alert)}">${newsText(headline)}</a><br>
<span class="kicker"><span>${timeIn(alert.createdAt, timezone)}</span><span>${alert.watchId ?? 'Bellwether'} → ${channelNameOf(alert.channel)}</span>
${severityBadge(alert.severity)} ${stateBadge(state, timezone)}${
    state.state === 'told' && html` <a href="${root}/messages/${state.messageId}">message</a>`
  }${
    state.state === 'dropped' &&
    state.joinedTo &&
    html` to ${newsText(state.joinedTo.watchId)} <a href="${root}/messages/${state.joinedTo.messageId}">message</a>`
  }</span>`;
}

const EXTRACTION_COLOURS: Readonly<Partial<Record<ExtractionState, BadgeColour>>> = {
  done: 'good',
  failed: 'bad',
  refused: 'bad',
  abandoned: 'bad',
  late: 'warn',
};

function extractionRow(extraction: Extraction & { credits?: number }, { root, timezone }: PageContext): Html {
  const { id, watchId, state, upstreamId, upstreamState, error } = extraction;
  const steps = [
    ['created', extraction.createdAt],
    ['sent to the service', extraction.sentAt],
    ['in progress', extraction.workingSince],
    ['partial results collected', extraction.partAt],
    ['ended', extraction.endedAt],
    ['next check', hasEnded(state) ? undefined : extraction.dueAt],
  ] as const;
  return html`<a href="${root}/watches/${watchId}">${watchId}</a> ${badge(state, EXTRACTION_COLOURS[state] ?? 'plain')}${
    upstreamState !== undefined &&
    html` <span class="soft small">state at the service: ${newsText(upstreamState, 60)}</span>`
  }<ol class="steps tight">${steps.flatMap(([name, at]) => (at === undefined ? [] : [html`<li>${timeIn(at, timezone)}<span>${name}</span></li>`]))}</ol>
<span class="small">${formatCount(extraction.records, 'record')}, ${formatNumber(extraction.found)} new, ${formatNumber(extraction.changed)} changed,
${formatCount(extraction.calls, 'call')}${extraction.credits !== undefined && `, ${formatCount(extraction.credits, 'credit')}`}</span> <a class="small" href="${root}/records/${watchId}">records as a table</a><br><span class="soft small">${id}${upstreamId !== undefined && html`, job ${newsText(upstreamId, 100)}`}</span>${
    error !== undefined && html`<p class="bad small">${newsText(error)}</p>`
  }`;
}
