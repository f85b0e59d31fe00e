import type { AlertState } from '../../domain/alerts/alert.ts';
import { type ExtractionState, hasEnded, type Extraction } from '../../domain/extraction/extraction.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { AlertEntry, DayOf, Desk, ExtractionsView, StoriesView } from '../../domain/pages/inbox.ts';
import { receiptIdOf } from '../../domain/pages/signed-link.ts';
import { describeAlert } from '../message/describe-alert.ts';
import { type Html, html } from '../html/html.ts';
import { dayMenu, pageMenu, type Room, shell } from './parts/page-layout.ts';
import { storyRow } from './story-pages.ts';
import { badge, countOf, newsText, severityBadge, timeIn, type Tone } from './words.ts';

/** The alerts of a day, newest first: what was told, and what was held or muted. */
export function alertsPage(view: DayOf<AlertEntry>, desk: Desk): HttpAnswer {
  return listPage(view, {
    desk,
    room: '/alerts',
    title: 'Alerts',
    noun: 'alert',
    row: alertRow,
    inPages: true,
  });
}

/** The stories of a day, the largest first, with the first of their articles. */
export function storiesPage(view: StoriesView, desk: Desk): HttpAnswer {
  return listPage(view, { desk, room: '/stories', title: 'Stories', noun: 'story', row: storyRow });
}

/** The jobs of the extraction service that were begun on a day. */
export function extractionsPage(view: ExtractionsView, desk: Desk): HttpAnswer {
  return listPage(view, {
    desk,
    room: '/extractions',
    title: 'Extractions',
    noun: 'extraction',
    row: extractionRow,
    inPages: true,
  });
}

function listPage<T>(
  { day, page, entries, cut }: DayOf<T>,
  {
    desk,
    room,
    title,
    noun,
    row,
    inPages = false,
  }: {
    desk: Desk;
    room: Room;
    title: string;
    noun: string;
    row: (entry: T, desk: Desk) => Html;
    /** Whether what is not shown stands on further pages. */
    inPages?: boolean;
  },
): HttpAnswer {
  const main = html`<h1>${title} of ${day}</h1>
${dayMenu(desk, { room, day, count: entries.length, noun })}
${entries.length === 0 ? html`<p class="soft">None on this day.</p>` : html`<ul class="plainlist">${entries.map((entry) => html`<li>${row(entry, desk)}</li>`)}</ul>`}
${inPages ? pageMenu(desk, { path: `${room}?day=${day}`, page, more: cut }) : cut && html`<p class="soft">There were more on this day; they are kept.</p>`}`;
  return shell({ title, main, desk, room });
}

function alertRow({ alert, state }: AlertEntry, { root, timezone }: Desk): Html {
  const { headline } = describeAlert(alert, timezone);
  const { text, tone } = stateOf(state, timezone);
  return html`<a href="${root}/alerts/${receiptIdOf(alert)}">${newsText(headline)}</a><br>
<span class="kicker"><span>${timeIn(alert.createdAt, timezone)}</span><span>${alert.watchId ?? 'Bellwether'} → ${alert.channel}</span>
${severityBadge(alert.severity)} ${badge(text, tone)}${
    state.state === 'told' && html` <a href="${root}/messages/${state.messageId}">as it went out</a>`
  }</span>`;
}

function stateOf(state: AlertState, timezone: string): { text: string; tone: Tone } {
  switch (state.state) {
    case 'told':
      return { text: 'told', tone: 'good' };
    case 'silenced':
      return { text: 'muted', tone: 'plain' };
    case 'dropped':
      return { text: 'dropped', tone: 'plain' };
    case 'pending':
      return {
        text:
          state.heldFor === undefined
            ? 'due'
            : `held: ${state.heldFor.replaceAll('-', ' ')}, until ${shortTime(state.dueAt, timezone)}`,
        tone: 'warn',
      };
  }
}

function shortTime(at: number, timezone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(at);
}

const EXTRACTION_TONES: Readonly<Partial<Record<ExtractionState, Tone>>> = {
  done: 'good',
  failed: 'bad',
  refused: 'bad',
  abandoned: 'bad',
  late: 'warn',
};

function extractionRow(extraction: Extraction, { root, timezone }: Desk): Html {
  const { id, watchId, state, upstreamId, upstreamState, error } = extraction;
  const steps = [
    ['begun', extraction.createdAt],
    ['sent', extraction.sentAt],
    ['at work since', extraction.workingSince],
    ['part taken', extraction.partAt],
    ['ended', extraction.endedAt],
    [hasEnded(state) ? '' : 'next step', hasEnded(state) ? undefined : extraction.dueAt],
  ] as const;
  return html`<a href="${root}/watches/${watchId}">${watchId}</a> ${badge(state, EXTRACTION_TONES[state] ?? 'plain')}${
    upstreamState !== undefined &&
    html` <span class="soft small">the service says: ${newsText(upstreamState, 60)}</span>`
  }<ol class="steps tight">${steps.flatMap(([name, at]) => (at === undefined ? [] : [html`<li>${timeIn(at, timezone)}<span>${name}</span></li>`]))}</ol>
<span class="small">${countOf(extraction.records, 'record')}, ${extraction.found.toLocaleString('en')} new, ${extraction.changed.toLocaleString('en')} changed,
${countOf(extraction.calls, 'call')}</span><br><span class="soft small">${id}${upstreamId !== undefined && html`, job ${newsText(upstreamId, 100)}`}</span>${
    error !== undefined && html`<p class="bad small">${newsText(error)}</p>`
  }`;
}
