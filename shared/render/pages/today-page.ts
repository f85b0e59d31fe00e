import { channelNameOf, laneText } from '../../domain/channels/channel.ts';
import { typedKeys } from '../../domain/lib/fields.ts';
import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import type { BrandDay, PageContext } from '../../domain/pages/inbox.ts';
import type { ActionForm } from '../../domain/pages/receipt.ts';
import type { ReaderAction } from '../../domain/pages/reader-action.ts';
import type { TriageActionKind } from '../../domain/pages/signed-link.ts';
import {
  TRIAGE_FIELDS,
  TRIAGE_STATES,
  type TodayView,
  type TriageQuery,
  type TriageRow,
  triageText,
} from '../../domain/pages/triage.ts';
import { TONES } from '../../domain/reports/day-rollup.ts';
import { dayAfter, namedTime } from '../../domain/time/instant.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import { describeAlert, developmentSentence, raisedSentence } from '../message/describe-alert.ts';
import {
  ACTION_NAMES,
  formatCount,
  formatDay,
  formatNumber,
  HOLD_REASON_NAMES,
  languageName,
} from '../text/format-values.ts';
import { html, type Html, type Part } from '../text/html.ts';
import { shortLine } from '../text/plain-text.ts';
import {
  badge,
  distanceText,
  factLine,
  hiddenFields,
  incidentList,
  itemSnippet,
  labelled,
  newsText,
  pager,
  selectField,
  severityBadge,
  sparkline,
  timeIn,
  toneText,
  aside,
  linkTo,
} from './page-elements.ts';
import { pageLayout } from './page-layout.ts';
import { alertLink } from './rows.ts';

const MOST_INCIDENTS = 10;
const MOST_BRANDS = 12;

/** Today: the stories to look at, the most severe first, with buttons that lead back to the list. */
export function todayPage(view: TodayView, desk: PageContext): HttpAnswer {
  const { rows, count, page, more, query } = view;
  const address = (to: number) => `${desk.root}?${listText(query, to)}`;
  const main = html`${doneNotice(view)}<h1>Today</h1>
<p class="lead">${openText(view, desk)}</p>
${incidentCard(view, desk)}
${view.brands.length === 0 && html`<p>There are no watches yet. Define them in watches.yaml, and run <code>npx bellwether apply</code>.</p>`}
<ul class="figures">${view.brands.slice(0, MOST_BRANDS).map((brand) => html`<li>${brandFigure(brand, view, desk)}</li>`)}</ul>
${toolbar(view, desk)}
${rows.length === 0 ? emptyList(view) : html`<ol class="plainlist triage">${rows.map((row, n) => triageRow(row, { view, desk, next: rows[n + 1] ?? rows[n - 1] }))}</ol>`}
${pager(`${formatNumber(count)} in this list`, { back: [page > 1 && [address(page - 1), '← before']], next: more && [address(page + 1), 'more →'] })}
<p class="soft small">${alertsText(view, desk)} Alerts since ${timeIn(view.from, desk.timezone)} are listed; the ${linkTo(`${desk.root}/search?in=alerts`, 'search')} has all.</p>`;
  return pageLayout({ title: 'Today', main, desk, list: '', triage: true });
}

/** What the list is narrowed to, as the query of an address, with its page. */
function listText(query: TriageQuery, page: number): string {
  return [triageText(query), page > 1 && `page=${page}`].filter(Boolean).join('&');
}

function openText({ open, fresh, visit, watches, dead, day }: TodayView, desk: PageContext): Html {
  const { critical, warning, info } = open;
  const all = critical + warning + info;
  const date = `${formatDay(day)} (UTC). `;
  const severe = critical > 0 && html`<strong class="bad">${formatNumber(critical)} critical</strong>, `;
  const left = all === 0 ? html`Nothing is open.` : html`${severe}${formatCount(all, 'open story')}. `;
  const news = html`${fresh === 0 ? 'Nothing' : formatNumber(fresh)} new ${visit.since === undefined ? 'in the past day' : `since your last visit, ${distanceText(visit.since, desk.now)}`}. `;
  const state =
    watches.faulty > 0 &&
    html`<a href="${desk.root}/watches">${watches.faulty} of ${formatCount(watches.all, 'watch')} ${watches.faulty === 1 ? 'needs' : 'need'} your attention</a>. `;
  return html`${date}${left} ${news}${state}${dead > 0 && html`<a href="${desk.root}/watches">${formatCount(dead, 'message')} failed for good</a>.`}`;
}

function incidentCard({ incidents }: TodayView, { timezone }: PageContext): Html | undefined {
  if (incidents.length === 0) return undefined;
  const shown = incidents.slice(0, MOST_INCIDENTS);
  return html`<div class="card notice"><h2>${formatCount(incidents.length, 'open incident')}</h2>${incidentList(shown, { timezone, most: 500 })}</div>`;
}

/** How much came for a brand today, beside its days before. */
function brandFigure(
  { brand, name: named, days, usual }: BrandDay,
  { day }: TodayView,
  desk: PageContext,
): Html {
  const today = days.at(-1) ?? 0;
  const name = named ?? brand ?? 'Without a brand';
  const search = `${desk.root}/search?in=findings${brand === undefined ? '' : `&brand=${brand}`}&from=${day}`;
  const label = days.map((count, n) => `${dayAfter(day, n + 1 - days.length)}: ${count}`).join(', ');
  const usually = usual === undefined ? '' : `, usually ${formatNumber(Math.round(usual))}`;
  return html`<strong class="figure">${brand === undefined ? formatNumber(today) : linkTo(search, formatNumber(today))}</strong> ${sparkline(days, `Findings by day: ${label}`)}<br>
<span class="small">${newsText(name, 60)} <span class="soft">today${usually}</span></span>`;
}

/** The filters of the list. They are in its address. */
function toolbar({ query, choices }: TodayView, { root }: PageContext): Html {
  const options: Readonly<Record<(typeof TRIAGE_FIELDS)[number], readonly string[]>> = {
    state: TRIAGE_STATES,
    brand: choices.brand,
    severity: SEVERITIES.toReversed(),
    tone: TONES,
    language: choices.language,
  };
  const fields = TRIAGE_FIELDS.filter((name) => options[name].length > 1 || query[name] !== undefined);
  const selects = fields.map((name) => {
    const given = {
      options: options[name],
      chosen: query[name],
      ...(name !== 'state' && { any: 'any' }),
      ...(name === 'language' && { nameOf: languageName }),
    };
    return labelled(name.charAt(0).toUpperCase() + name.slice(1), selectField(name, given));
  });
  return html`<form class="toolbar" method="get" action="${root}">${selects}<button>Show</button></form>`;
}

function emptyList({ query }: TodayView): Html {
  const isNarrowed = TRIAGE_FIELDS.some((name) => name !== 'state' && query[name] !== undefined);
  return html`<p class="card">Nothing ${query.state === 'all' ? 'here' : query.state}${isNarrowed && ' with these filters'}.</p>`;
}

interface RowGiven {
  view: TodayView;
  desk: PageContext;
  /** The row at which the list goes on after this one is done. */
  next: TriageRow | undefined;
}

function triageRow(row: TriageRow, given: RowGiven): Html {
  const { id, severity, newest, isNew, handled, owner, note, entries } = row;
  const { desk } = given;
  const { alert } = newest;
  const { createdAt, brandName = alert.brand } = alert;
  const kicker: Part[] = [
    severityBadge(severity),
    isNew && badge('new', 'good'),
    brandName !== undefined && newsText(brandName, 40),
    html`<span title="${namedTime(createdAt, desk.timezone)}">${distanceText(createdAt, desk.now)}</span>`,
    owner && html`<span class="good">${doneText(owner, desk)}</span>`,
    handled && html`<span class="good">${doneText(handled, desk)}</span>`,
  ];
  const channels = [...new Set(entries.map((one) => channelNameOf(one.alert.channel)))];
  return html`<li class="${severity}${handled && ' handled'}">
<p class="kicker">${factLine(kicker, ' ')}</p>
<p>${alertLink(newest, desk, `t-${id}`)}</p>
${newsLine(row, desk)}
${aside(factLine([...outletFacts(row, desk), `${alert.watchId ?? ''} → ${channels.join(', ')}`]))}
${note && html`<p class="small">${note.by?.name ?? 'Note'}: <bdi>${shortLine(note.text ?? '', 200)}</bdi></p>`}
${actsOf(row, given)}</li>`;
}

/** What is new in a known story, or why it climbed; of a new one how it begins. */
function newsLine({ newest: { alert } }: TriageRow, { timezone }: PageContext): Html | undefined {
  const news = [developmentSentence(alert), raisedSentence(alert)]
    .filter((one) => one !== undefined)
    .join(' ');
  const [item] = alert.items;
  const text =
    news !== ''
      ? news
      : item
        ? itemSnippet(item, { timezone, most: 160 })
        : shortLine(describeAlert(alert, timezone).lines[0] ?? '', 160);
  return text === '' ? undefined : html`<p class="small"><bdi>${text}</bdi></p>`;
}

const MOST_OUTLETS = 3;

/** Who prints it, by name where that is known, and how much. */
function outletFacts({ newest, entries, story, fresh }: TriageRow, { root }: PageContext): Part[] {
  const outlets = entries.flatMap(({ alert }) => alert.items.flatMap(({ outlet }) => outlet ?? []));
  const names = new Map(outlets.map(({ domain, name = domain }) => [domain, name]));
  const domains = [...new Set([...names.keys(), ...(story?.outlets ?? [])])];
  const rest = domains.length - MOST_OUTLETS;
  const shown = domains.slice(0, MOST_OUTLETS).map((domain) => newsText(names.get(domain) ?? domain, 40));
  const size = story?.members.length ?? 0;
  return [
    html`${factLine(shown, ', ')}${rest > 0 && ` and ${formatCount(rest, 'more outlet')}`}`,
    story && linkTo(`${root}/stories/${story.id}`, formatCount(size, 'article')),
    fresh > 0 && fresh < size && html`<strong>+${formatNumber(fresh)} since your last visit</strong>`,
    toneText(story?.sentiment ?? newest.alert.story?.sentiment),
  ];
}

function doneText({ kind, by, lane, at }: ReaderAction, { viewer, now }: PageContext): Html {
  const who = by === undefined ? `channel ${laneText(lane)}` : by.id === viewer.id ? 'you' : by.name;
  return html`${ACTION_NAMES[kind].done} ${kind === 'assign' ? 'to' : 'by'} ${shortLine(who, 60)} ${distanceText(at, now)}`;
}

/** The keys of the buttons of a row, in their order. */
const KEYS = {
  acknowledge: 'a',
  assign: 'i',
  'mute-story': 'm',
  'not-relevant': 'n',
} as const satisfies Partial<Record<TriageActionKind, string>>;

/** The buttons of a row, in one form: each says what it does, with its token. A note has a form of its own. */
function actsOf(row: TriageRow, { view, next }: RowGiven): Html | undefined {
  const { forms, undo, handled, owner } = row;
  const list = listText(view.query, view.page);
  const [first = undo[0]] = forms;
  if (!first) return undefined;
  const formOf = (kind: TriageActionKind) => (handled ? undefined : forms.find((one) => one.kind === kind));
  const buttons = typedKeys(KEYS).map((kind) => {
    const form = kind === 'assign' && owner ? undefined : formOf(kind);
    return form && doButton(form, { key: KEYS[kind], text: shortName(kind) });
  });
  const undoes = undo.map((form) =>
    doButton(form, { key: 'u', text: `Undo: ${ACTION_NAMES[form.kind].done.toLowerCase()}` }),
  );
  const note = formOf('note');
  return html`<div class="acts"><form method="post" action="${first.path}">${hiddenFields({ list, next: next?.id ?? '' })}${buttons}${undoes}</form>${
    note &&
    html`<details><summary data-key="t">Note</summary><form method="post" action="${note.path}">${hiddenFields({ action: 'note', token: note.token, list })}<label><span>Note</span><input name="text" maxlength="500" required autocomplete="off"></label><button>${ACTION_NAMES.note.button}</button></form></details>`
  }</div>`;
}

/** A button that says what its form does, with its token. */
function doButton(
  { kind, isUndone, token, lane, path }: ActionForm,
  { key, text }: { key: string; text: string },
): Html {
  const [what, to] = isUndone
    ? [`undo ${kind} ${token} ${lane}`, html` formaction="${path}"`]
    : [`action ${kind} ${token}`, undefined];
  return html`<button name="do" value="${what}"${to} data-key="${key}">${text}</button>`;
}

function shortName(kind: TriageActionKind): string {
  return kind === 'mute-story' ? 'Mute' : ACTION_NAMES[kind].button;
}

/** What the form that was just sent did, with the form that takes it back. */
function doneNotice({ done, query, page }: TodayView): Html | undefined {
  if (!done) return undefined;
  const { row, kind, isUndone } = done;
  const back = row.undo.find((one) => one.kind === kind);
  const what = `${isUndone ? 'Undone' : ACTION_NAMES[kind].done}: `;
  const title = row.newest.alert.items[0]?.title ?? row.newest.alert.watchId ?? '';
  const undo =
    back &&
    !isUndone &&
    html` <form method="post" action="${back.path}">${hiddenFields({ list: listText(query, page), next: row.id })}${doButton(back, { key: 'u', text: 'Undo' })}</form>`;
  return html`<div class="card notice" role="status">${what}${newsText(title, 100)}${undo}</div>
`;
}

function alertsText({ alerts, waiting, day, from }: TodayView, { root }: PageContext): Html {
  const { sent, waiting: held, muted, dropped } = alerts;
  const all = sent + held + muted + dropped;
  const parts = Object.entries({ sent, waiting: held, muted, dropped }).flatMap(([state, count]) =>
    count > 0
      ? [
          html`<a href="${root}/search?in=alerts&amp;state=${state}&amp;from=${day}">${formatNumber(count)} ${state}</a>`,
        ]
      : [],
  );
  const waits = waiting.map(({ channel, reason, count }) => {
    const why = reason === 'due' ? 'due, sent within a minute' : HOLD_REASON_NAMES[reason];
    const what = `${formatCount(count, 'alert')} for ${channel}`;
    return html`${reason === 'brief' ? linkTo(`${root}/briefs/${channel}`, what) : what} (${why})`;
  });
  return html`Today ${from > Date.parse(day) && 'more than '}${linkTo(`${root}/alerts`, formatCount(all, 'alert'))}${parts.length > 0 && html`: ${factLine(parts, ', ')}`}.${waits.length > 0 && html` Waiting: ${factLine(waits, ', ')}.`}`;
}
