import { OPERATORS } from '../../domain/channels/channel.ts';
import { isName } from '../../domain/lib/fields.ts';
import type { Fields, HttpAnswer, HttpRequest } from '../../domain/pages/http-exchange.ts';
import { type PageContext, pageIn, type WatchView } from '../../domain/pages/inbox.ts';
import { endOfTimedId, isSignedId } from '../../domain/pages/signed-link.ts';
import { OPERATOR } from '../../domain/pages/viewer.ts';
import { storyPlaceIn } from '../../domain/pages/story-page.ts';
import type { FeedOrder } from '../../domain/pages/shared-feed.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import { dayOf, isDay } from '../../domain/time/instant.ts';
import { answerActionsInside } from './answer-actions.ts';
import { answerAlertFindings, findAlert, readReceipt } from './answer-receipt.ts';
import { feedAnswer } from './answer-feed.ts';
import { answerReportInside } from './answer-report.ts';
import { answerStoryForm, readStoryPage } from './answer-story-orders.ts';
import { type LinkRequest, type PagePorts } from './page-ports.ts';
import { readAlerts } from './read-alerts.ts';
import { readBrief } from './read-brief.ts';
import { readExtractions, readReports, readStatus, readWatch } from './read-inbox.ts';
import { readRecords } from './read-records.ts';
import { readSearch } from './read-search.ts';
import { readStoriesOf, readStoryCopies } from './read-story.ts';
import { readToday } from './read-today.ts';

/** What a page of the inbox is asked with. */
interface InboxRequest {
  desk: PageContext;
  /** The ids in its path, such as those of a story and of an article. */
  id: string;
  of: string;
  /** A UTC day, `2026-11-20`. */
  day: string;
  /** Of a list in pages, from 1 on. */
  page: number;
  query: Fields;
  request: HttpRequest;
  /** A form that was posted to the page. */
  form: HttpRequest | undefined;
  ports: PagePorts;
}

type InboxPage = (asked: InboxRequest) => Promise<HttpAnswer | undefined>;

/** What the ids in paths may be: the store is not read for any other. */
const IDS: Readonly<Record<string, (text: string) => boolean>> = {
  ':name': isName,
  ':signed': isSignedId,
  ':id': (text) => /^[\w.:-]{1,64}$/.test(text),
  ':any': () => true,
};

/** Pages by the path that follows the signed part. They work on what they may read, and give `undefined` for the rest. */
const PAGES: Readonly<Record<string, InboxPage>> = {
  '': async ({ query, page, desk, ports }) =>
    ports.pages.today(await readToday({ fields: query, page, desk }, ports), desk),
  watches: async ({ desk, ports }) => ports.pages.status(await readStatus(ports, desk.now), desk),
  'watches/:name': ofWatch((view, { desk, ports }) => ports.pages.watch(view, desk)),
  'watches/:name/json': ofWatch((view, { ports }) => ports.pages.watchDocument(view)),
  'watches/:name/atom': async (asked) =>
    (await asked.ports.definitions.watch(asked.id)) && feedOf('watch', asked),
  // Few requests edit anything.
  'watches/:name/edit': async ({ id, form, desk, ports }) =>
    (await import('./answer-edits.ts')).answerEdits(id, { form, desk, ports }),
  alerts: async ({ day, query, desk, ports }) =>
    ports.pages.alerts(await readAlerts({ day, query, desk }, ports), desk),
  'alerts/:signed': ofAlert(async (stored, { id, desk, ports }) => {
    const { alert } = stored;
    const { keys } = await ports.links();
    const subject = { alert, lane: alert.channel, root: desk.root, keys };
    const path = `${desk.root}/alerts/${id}`;
    return ports.pages.receipt(await readReceipt(stored, { path, subject, ports }), desk);
  }),
  'alerts/:signed/actions': ofAlert(({ alert }, { form, desk, ports }) =>
    answerActionsInside(alert, { form, desk, ports }),
  ),
  'alerts/:signed/findings': ofAlert(findingsOf),
  'alerts/:signed/findings/:any': ofAlert(findingsOf),
  'briefs/:name': async ({ id, desk, ports }) => {
    const channel = await ports.definitions.channel(id);
    return channel && ports.pages.brief(await readBrief(channel, ports, desk.now), desk);
  },
  'briefs/:name/atom': async (asked) =>
    (await asked.ports.definitions.channel(asked.id)) && feedOf('channel', asked),
  'messages/:id': async ({ id, desk, ports }) => {
    const entry = await ports.messages.get(id);
    return entry && ports.pages.message(entry, desk);
  },
  'messages/:id/json': async ({ id, ports }) => {
    const entry = await ports.messages.get(id);
    return entry && ports.pages.messageDocument(entry);
  },
  stories: async ({ day, page, desk, ports }) =>
    ports.pages.stories(await readStoriesOf({ day, page }, ports), desk),
  'stories/:id': async ({ id, query, desk, form, ports }) => {
    const of = { id, from: storyPlaceIn(query['after'] ?? ''), root: desk.root, ports };
    const view = await (form ? answerStoryForm(of, form) : readStoryPage(of));
    return view === 'refused' ? ports.pages.refusedForm() : view && ports.pages.story(view, desk);
  },
  'stories/:id/copies/:any': async ({ id, of, page, query, desk, ports }) => {
    const asked = { id, from: storyPlaceIn(query['after'] ?? ''), of, part: page };
    const copies = await readStoryCopies(asked, { root: desk.root, ports });
    return copies && ports.pages.storyCopies(copies, desk);
  },
  extractions: async ({ day, page, query: { watch = '' }, desk, ports }) => {
    const part = { day, page, watch: isName(watch) ? watch : undefined };
    return ports.pages.extractions(await readExtractions(part, ports), desk);
  },
  records: recordsOf,
  'records/:name': recordsOf,
  'records/:name/:any': recordsOf,
  search: async ({ query, desk, ports }) =>
    ports.pages.search(await readSearch(query, { ports, desk }), desk),
  reports: async ({ page, desk, ports }) => ports.pages.reports(await readReports(page, ports, desk), desk),
  'reports/:signed': reportOf,
  'reports/:signed/:any': reportOf,
};

/** The pages to which forms are posted: nothing else changes anything. */
const WITH_FORMS = ['watches/:name/edit', 'alerts/:signed/actions', 'stories/:id'];

function ofWatch(show: (view: WatchView, asked: InboxRequest) => HttpAnswer): InboxPage {
  return async (asked) => {
    const view = await readWatch(asked.id, asked.ports, asked.desk);
    return view && show(view, asked);
  };
}

function ofAlert(
  answer: (stored: StoredAlert, asked: InboxRequest) => Promise<HttpAnswer | undefined>,
): InboxPage {
  return async (asked) => {
    const stored = await findAlert(asked.id, asked.ports);
    return stored && answer(stored, asked);
  };
}

function findingsOf(stored: StoredAlert, { id, of: form, query, desk, ports }: InboxRequest) {
  const receipt = `${desk.root}/alerts/${id}`;
  return answerAlertFindings(stored, { receipt, query, form, ports, desk });
}

async function recordsOf({
  id,
  of: form,
  query,
  desk,
  ports,
}: InboxRequest): Promise<HttpAnswer | undefined> {
  const view = await readRecords({ id, query, now: desk.now }, ports);
  if (!view || form === '') return view && ports.pages.records(view, desk);
  if (form === 'csv') return ports.pages.recordsCsv(view);
  return form === 'json' ? ports.pages.recordsJson(view) : undefined;
}

function reportOf({ id, of: name, query, desk, ports }: InboxRequest): Promise<HttpAnswer | undefined> {
  return answerReportInside({ id, path: `${desk.root}/reports/${id}`, name, query }, ports);
}

/** The stories of a watch or a channel as a feed, at an address that is valid as long as the link of the pages. */
async function feedOf(
  of: FeedOrder['of'],
  { id: name, request, desk, ports }: InboxRequest,
): Promise<HttpAnswer> {
  const feed = { of, name, entries: 'stories' as const, id: `${of}:${name}`, madeAt: desk.now };
  const answer = await feedAnswer(feed, { request, form: 'atom', ports });
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } };
}

/** Answers with the pages that `bellwether open` leads to, as long as its link is valid. */
export async function answerInbox(
  { request, id, signed, rest }: LinkRequest,
  ports: PagePorts,
): Promise<HttpAnswer | undefined> {
  const now = ports.clock.now();
  const until = endOfTimedId(id);
  if (until <= now) return undefined;
  const operators = await ports.definitions.channel(OPERATORS);
  const timezone = operators?.timezone ?? 'UTC';
  const desk = { root: `/i/${signed}`, timezone, now, until, viewer: OPERATOR };
  return answerDesk(request, { desk, rest, ports });
}

/** Answers with a page of the inbox for somebody who may open it. `rest` is what follows its root, part by part. */
export async function answerDesk(
  request: HttpRequest,
  { desk, rest, ports }: { desk: PageContext; rest: readonly string[]; ports: PagePorts },
): Promise<HttpAnswer> {
  // A slash at the end changes nothing.
  const named = rest.at(-1) === '' ? rest.slice(0, -1) : rest;
  const parts = named.length === 0 ? [''] : named;
  const path = Object.keys(PAGES).find((one) => isAt(one.split('/'), parts)) ?? 'none';
  const form = request.method === 'POST' && WITH_FORMS.includes(path) ? request : undefined;
  if (request.method !== 'GET' && !form) return ports.pages.refusal();
  const { query } = request;
  const [id = '', of = ''] = parts.filter((_, n) => path.split('/')[n]?.startsWith(':'));
  const { day: asked = '', page } = query;
  const day = isDay(asked) ? asked : dayOf(desk.now);
  const given = { desk, id, of, query, day, page: pageIn(page), request, form, ports };
  return (await PAGES[path]?.(given)) ?? ports.pages.missing(desk);
}

function isAt(path: readonly string[], parts: readonly string[]): boolean {
  const isPart = (wanted: string, part = '') => IDS[wanted]?.(part) ?? wanted === part;
  return path.length === parts.length && path.every((wanted, n) => isPart(wanted, parts[n]));
}
