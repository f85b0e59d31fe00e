import type { HttpAnswer } from '../../../domain/pages/http-exchange.ts';
import { type Desk, MOST_PAGES } from '../../../domain/pages/inbox.ts';
import { DAY, dayOf, type Instant } from '../../../domain/time/instant.ts';
import { type Html, html } from '../../html/html.ts';
import { pageAnswer } from './page-answer.ts';
import { countOf, timeIn } from '../words.ts';

/** The pages of the inbox, by their path below its root. */
export const ROOMS = [
  ['', 'Watches'],
  ['/alerts', 'Alerts'],
  ['/stories', 'Stories'],
  ['/reports', 'Reports'],
  ['/extractions', 'Extractions'],
] as const;
export type Room = (typeof ROOMS)[number][0];

export interface ShellOrder {
  title: string;
  main: Html;
  /** Of the inbox; a receipt that was opened from a mail has none. */
  desk?: Desk | undefined;
  room?: Room;
  /** A page to read, not to look things up in. */
  narrow?: boolean;
  status?: number;
}

/** A page with what stands on every one of them. */
export function shell({ title, main, desk, room, narrow = false, status = 200 }: ShellOrder): HttpAnswer {
  const brand = desk
    ? html`<a class="brand" href="${desk.root}">Bellwether</a>`
    : html`<span class="brand">Bellwether</span>`;
  const body = html`<header class="top"><div>${brand}${desk && menu(desk, room)}</div></header>
<main${narrow && html` class="narrow"`}>
${main}
</main>
${desk && footer(desk)}`;
  return pageAnswer({ title, status, body });
}

function menu({ root }: Desk, room: Room | undefined): Html {
  const links = ROOMS.map(
    ([path, name]) =>
      html`<a href="${root}${path}"${path === room && html` aria-current="page"`}>${name}</a>`,
  );
  return html`<nav aria-label="Pages">${links}</nav>`;
}

function footer({ until, now, timezone }: Desk): Html {
  return html`<footer><p>Read at ${timeIn(now, timezone)} (${timezone}); UTC days. This link opens until
${timeIn(until, timezone)}: <code>npx bellwether open</code> makes a new one.</p></footer>`;
}

/** The way to newer and older pages of a list; nothing where it has one page alone. */
export function pageMenu(
  { root }: Desk,
  { path, page, more }: { path: string; page: number; more: boolean },
): Html | undefined {
  if (page === 1 && !more) return undefined;
  const link = (to: number, text: string) =>
    html`<a href="${root}${path}${path.includes('?') ? '&' : '?'}page=${to}">${text}</a>`;
  const older =
    page < MOST_PAGES ? link(page + 1, 'older →') : html`<span class="soft">What is older is kept.</span>`;
  return html`<p class="days"><span>Page ${page}</span>${page > 1 && html` ${link(page - 1, '← newer')}`}${more && html` ${older}`}</p>`;
}

/** The way to the days around, and back to today. */
export function dayMenu(
  { root, now }: Desk,
  { room, day, count, noun }: { room: Room; day: string; count: number; noun: string },
): Html {
  const at: Instant = Date.parse(day);
  const link = (to: string, text: string) => html`<a href="${root}${room}?day=${to}">${text}</a>`;
  const isPast = day < dayOf(now);
  return html`<p class="days"><span>${countOf(count, noun, noun === 'story' ? 'stories' : undefined)}</span>
${link(dayOf(at - DAY), `← ${dayOf(at - DAY)}`)}${isPast && html` ${link(dayOf(at + DAY), `${dayOf(at + DAY)} →`)}`}</p>`;
}
