import type { HttpAnswer } from '../../domain/pages/http-exchange.ts';
import { MOST_PAGES, type PageContext } from '../../domain/pages/inbox.ts';
import { html, type Html } from '../text/html.ts';
import { pageAnswer } from './page-answer.ts';
import { buttonForm, newsText, pager, timeIn } from './page-elements.ts';

/** The tabs of the menu, with the lists that are below them. */
const TABS: readonly { path: string; name: string; below?: readonly string[] }[] = [
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
  list?: string;
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

function menu({ root }: PageContext, list: string | undefined): Html {
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
const ORDERS = {
  time: { back: '← newer', on: 'older →' },
  size: { back: '← larger', on: 'smaller →' },
} as const;

/** Links to the pages before and after one of a list; nothing for a single page. */
export function pageMenu(
  address: string,
  { page, more, order = 'time' }: { page: number; more: boolean; order?: keyof typeof ORDERS | undefined },
): Html {
  const { back, on } = ORDERS[order];
  const link = (to: number) => `${address}${address.includes('?') ? '&' : '?'}page=${to}`;
  const isLast = page >= MOST_PAGES;
  return html`${pager(`Page ${page}`, {
    back: [page > 1 && [link(page - 1), back]],
    next: more && !isLast && [link(page + 1), on],
  })}${more && isLast && html`<p class="soft">More entries are stored, but not listed.</p>`}`;
}
