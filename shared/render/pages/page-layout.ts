import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import { MOST_PAGES, type PageContext } from '../../domain/pages/inbox.ts';
import { DAY, dayOf, type Instant } from '../../domain/time/instant.ts';
import { formatCount } from '../text/format-values.ts';
import { html, type Html } from '../text/html.ts';
import { pageAnswer } from './page-answer.ts';
import { buttonForm, newsText, pager, timeIn, linkTo } from './page-elements.ts';

/** The lists of the inbox, by their path below its root. The menu has a tab for some; the others are below these. */
export type ListPath =
  | ''
  | '/alerts'
  | '/stories'
  | '/search'
  | '/reports'
  | '/watches'
  | '/records'
  | '/extractions';
const TABS: readonly { path: ListPath; name: string; below?: readonly ListPath[] }[] = [
  { path: '', name: 'Today', below: ['/alerts'] },
  { path: '/stories', name: 'Stories' },
  { path: '/search', name: 'Search' },
  { path: '/reports', name: 'Reports' },
  { path: '/watches', name: 'Watches', below: ['/records', '/extractions'] },
];

interface LayoutParts {
  title: string;
  main: Html;
  /** The inbox that the page belongs to; a receipt opened from an e-mail has none. */
  desk?: PageContext | undefined;
  /** The list that the menu marks as current. */
  list?: ListPath;
  /** The address of a feed of what the page shows. */
  feed?: string;
  /** Narrow lines, for pages with running text. */
  narrow?: boolean;
  /** Whether its list has buttons. */
  triage?: boolean;
  status?: number;
}

/** A page with header, menu and footer. */
export function pageLayout({
  title,
  main,
  desk,
  list,
  feed,
  narrow = false,
  triage = false,
  status = 200,
}: LayoutParts): HttpAnswer {
  const brand = desk
    ? html`<a class="brand" href="${desk.root}">Bellwether</a>`
    : html`<span class="brand">Bellwether</span>`;
  const body = html`<header class="top"><div>${brand}${desk && menu(desk, list)}</div></header>
<main${narrow && html` class="narrow"`}>
${main}
</main>
${desk && footer(desk)}`;
  return pageAnswer({ title, status, body, feed, hasLists: true, hasTriage: triage });
}

function menu({ root }: PageContext, list: ListPath | undefined): Html {
  const links = TABS.map(({ path, name, below = [] }) => {
    const isCurrent = list !== undefined && (path === list || below.includes(list));
    return html`<a href="${root}${path}"${isCurrent && html` aria-current="${path === list ? 'page' : 'true'}"`}>${name}</a>`;
  });
  return html`<nav aria-label="Pages">${links}</nav>`;
}

function footer({ until, now, timezone, viewer, signOut }: PageContext): Html {
  const end =
    signOut === undefined
      ? html`This link works until ${timeIn(until, timezone)}. Run <code>npx bellwether open</code> for a new one.`
      : html`You are ${newsText(viewer.name, 80)} (${viewer.role}), signed in until ${timeIn(until, timezone)}. ${buttonForm({ token: signOut }, { button: 'Sign out', action: '/signout' })}`;
  return html`<footer><div>Page created at ${timeIn(now, timezone)}. Days begin at midnight UTC. ${end}</div></footer>`;
}

/** What the pages before and after one are called, by the order of a list. */
const DIRECTIONS = {
  time: { back: '← newer', on: 'older →', rest: 'Older entries are stored but not listed.' },
  size: { back: '← larger', on: 'smaller →', rest: 'Smaller ones are stored but not listed.' },
} as const;

/** Links to the pages before and after one of a list, by default the newest first; nothing for a single page. */
export function pageMenu(
  { root }: PageContext,
  {
    path,
    page,
    more,
    order = 'time',
  }: { path: string; page: number; more: boolean; order?: keyof typeof DIRECTIONS },
): Html {
  const { back, on, rest } = DIRECTIONS[order];
  const link = (to: number) => `${root}${path}${path.includes('?') ? '&' : '?'}page=${to}`;
  const isLast = page >= MOST_PAGES;
  return html`${pager(`Page ${page}`, {
    back: [page > 1 && [link(page - 1), back]],
    next: more && !isLast && [link(page + 1), on],
  })}${more && isLast && html`<p class="soft">${rest}</p>`}`;
}

/** The number of entries of a day, or of this page of it, and links to the days before and after. */
export function dayMenu(
  { root, now }: PageContext,
  {
    list,
    day,
    count,
    noun,
    isPart = false,
    watch,
  }: {
    list: ListPath;
    day: string;
    count: number;
    noun: string;
    isPart?: boolean;
    /** The one watch whose entries are listed. */
    watch?: string | undefined;
  },
): Html {
  const at: Instant = Date.parse(day);
  const ofWatch = watch === undefined ? '' : `&watch=${watch}`;
  const link = (to: string, text: string) => linkTo(`${root}${list}?day=${to}${ofWatch}`, text);
  const isPast = day < dayOf(now);
  return html`<p class="days"><span>${formatCount(count, noun)}${isPart && ' on this page'}</span>
${link(dayOf(at - DAY), `← ${dayOf(at - DAY)}`)}${isPast && html` ${link(dayOf(at + DAY), `${dayOf(at + DAY)} →`)}`}</p>`;
}
