import { OPERATORS } from '../../domain/channels/channel.ts';
import { isName } from '../../domain/lib/fields.ts';
import type { Fields, HttpAnswer, HttpRequest } from '../../domain/pages/http-exchange.ts';
import { type PageContext, pageIn } from '../../domain/pages/inbox.ts';
import { endOfTimedId, FINDINGS, isSignedId } from '../../domain/pages/signed-link.ts';
import { OPERATOR } from '../../domain/pages/viewer.ts';
import { storyPlaceIn } from '../../domain/pages/story-page.ts';
import type { FeedOrder } from '../../domain/pages/shared-feed.ts';
import { dayOf, isDay } from '../../domain/time/instant.ts';
import { answerActionsInside } from './answer-actions.ts';
import { answerAlertFindings, findAlert, readReceipt } from './answer-receipt.ts';
import { feedAnswer } from './answer-feed.ts';
import { answerReportInside } from './answer-report.ts';
import { answerStoryForm, readStoryPage } from './answer-story-orders.ts';
import { ACTIONS, EDIT, type LinkRequest, type PagePorts } from './page-ports.ts';
import { readBrief } from './read-brief.ts';
import { readExtractions, readReports, readStatus, readWatch } from './read-inbox.ts';
import { readRecords } from './read-records.ts';
import { readSearch } from './read-search.ts';
import { readStoriesOf, readStoryCopies } from './read-story.ts';
import { readToday } from './read-today.ts';

/** What a page of the inbox is requested with. */
interface InboxRequest {
  desk: PageContext;
  /** What follows the name of the page: an id. */
  id: string;
  /** What follows the id: `findings` of an alert, and the form of the list. */
  parts: readonly string[];
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

/** Pages by the part of the path that follows the signed one. Only forms change anything. */
const PAGES: Readonly<Record<string, (request: InboxRequest) => Promise<HttpAnswer | undefined>>> = {
  '': async ({ query, page, desk, ports }) =>
    ports.pages.today(await readToday({ fields: query, page, desk }, ports), desk),
  watches: async ({ id, parts, request, form, desk, ports }) => {
    if (parts[0] === EDIT) {
      // Few requests edit anything.
      const { answerEdits } = await import('./answer-edits.ts');
      return isName(id) ? answerEdits(id, { form, desk, ports }) : undefined;
    }
    if (id === '') return ports.pages.status(await readStatus(ports, desk.now), desk);
    const view = isName(id) ? await readWatch(id, ports, desk) : undefined;
    if (view && parts[0] === 'atom') return feedOf({ of: 'watch', name: id }, { request, desk, ports });
    return view && (parts.length > 0 ? ports.pages.watchDocument(view) : ports.pages.watch(view, desk));
  },
  alerts: async ({ id, parts, day, query, form, desk, ports }) => {
    if (id === '') {
      const fields = { ...query, in: 'alerts', from: day, to: day };
      return ports.pages.search(await readSearch(fields, { ports, desk }), desk);
    }
    const stored = isSignedId(id) ? await findAlert(id, ports) : undefined;
    if (!stored) return undefined;
    const [part, of = ''] = parts;
    if (part === ACTIONS) return answerActionsInside(stored.alert, { form, desk, ports });
    const path = `${desk.root}/alerts/${id}`;
    if (part !== undefined)
      return answerAlertFindings(stored, { receipt: path, query, form: of, ports, desk });
    const { alert } = stored;
    const subject = { alert, lane: alert.channel, root: desk.root, keys: (await ports.links()).keys };
    return ports.pages.receipt(await readReceipt(stored, { path, subject, ports }), desk);
  },
  briefs: async ({ id, parts, request, desk, ports }) => {
    const channel = isName(id) ? await ports.definitions.channel(id) : undefined;
    if (channel && parts.length > 0) return feedOf({ of: 'channel', name: id }, { request, desk, ports });
    return channel && ports.pages.brief(await readBrief(channel, ports, desk.now), desk);
  },
  messages: async ({ id, parts, desk, ports }) => {
    const entry = isStoredId(id) ? await ports.messages.get(id) : undefined;
    return (
      entry && (parts.length > 0 ? ports.pages.messageDocument(entry) : ports.pages.message(entry, desk))
    );
  },
  stories: async ({ id, parts, day, page, query, desk, form, ports }) => {
    if (id === '') return ports.pages.stories(await readStoriesOf({ day, page }, ports), desk);
    if (!isStoredId(id)) return undefined;
    const from = storyPlaceIn(query['after'] ?? '');
    if (parts.length > 0) {
      const asked = { id, from, of: parts[1] ?? '', part: page };
      const copies = await readStoryCopies(asked, { root: desk.root, ports });
      return copies && ports.pages.storyCopies(copies, desk);
    }
    const of = { id, from, root: desk.root, ports };
    const view = await (form ? answerStoryForm(of, form) : readStoryPage(of));
    return view === 'refused' ? ports.pages.refusedForm() : view && ports.pages.story(view, desk);
  },
  extractions: async ({ day, page, query: { watch = '' }, desk, ports }) => {
    const part = { day, page, watch: isName(watch) ? watch : undefined };
    return ports.pages.extractions(await readExtractions(part, ports), desk);
  },
  records: async ({ id, parts: [form = ''], query, desk, ports }) => {
    const view = await readRecords({ id, query, now: desk.now }, ports);
    if (!view || form === '') return view && ports.pages.records(view, desk);
    if (form === 'csv') return ports.pages.recordsCsv(view);
    return form === 'json' ? ports.pages.recordsJson(view) : undefined;
  },
  search: async ({ id, query, desk, ports }) =>
    id === '' ? ports.pages.search(await readSearch(query, { ports, desk }), desk) : undefined,
  reports: async ({ id, parts, page, query, desk, ports }) => {
    if (id === '') return ports.pages.reports(await readReports(page, ports, desk), desk);
    const asked = { id, path: `${desk.root}/reports/${id}`, name: parts[0] ?? '', query };
    return isSignedId(id) ? answerReportInside(asked, ports) : undefined;
  },
};

/** The stories of a watch or a channel as a feed, at an address that is valid as long as the link of the pages. */
async function feedOf(
  subject: Pick<FeedOrder, 'of' | 'name'>,
  { request, desk, ports }: Pick<InboxRequest, 'request' | 'desk' | 'ports'>,
): Promise<HttpAnswer> {
  const feed = {
    ...subject,
    entries: 'stories' as const,
    id: `${subject.of}:${subject.name}`,
    madeAt: desk.now,
  };
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
  const desk = {
    root: `/i/${signed}`,
    timezone: operators?.timezone ?? 'UTC',
    now,
    until,
    viewer: OPERATOR,
  };
  return answerDesk(request, { desk, rest, ports });
}

/** Answers with a page of the inbox for somebody who may open it. `rest` is what follows its root, part by part. */
export async function answerDesk(
  request: HttpRequest,
  { desk, rest, ports }: { desk: PageContext; rest: readonly string[]; ports: PagePorts },
): Promise<HttpAnswer> {
  const [name = '', id = '', ...parts] = rest;
  const hasForm =
    (name === 'stories' && parts.length === 0) ||
    (name === 'alerts' && parts.join() === ACTIONS) ||
    (name === 'watches' && parts.join() === EDIT);
  const isForm = request.method === 'POST' && id !== '' && hasForm;
  if (request.method !== 'GET' && !isForm) return ports.pages.refusal();
  const isKnown =
    parts.length === 0 ||
    (name === 'alerts' && (parts.join() === ACTIONS || (parts[0] === FINDINGS && parts.length <= 2))) ||
    (['messages', 'watches'].includes(name) && parts.length === 1 && parts[0] === 'json') ||
    (['briefs', 'watches'].includes(name) && parts.join() === 'atom') ||
    (name === 'watches' && parts.join() === EDIT) ||
    (name === 'stories' && parts[0] === 'copies' && parts.length === 2) ||
    (['records', 'reports'].includes(name) && parts.length === 1);
  const page = Object.hasOwn(PAGES, name) && isKnown ? PAGES[name] : undefined;
  const answer = await page?.({
    desk,
    id,
    parts,
    query: request.query,
    day: dayIn(request.query, desk.now),
    page: pageIn(request.query['page']),
    request,
    form: isForm ? request : undefined,
    ports,
  });
  return answer ?? ports.pages.missing(desk);
}

/** The requested day; today without one. */
function dayIn({ day = '' }: Fields, now: number): string {
  return isDay(day) ? day : dayOf(now);
}

/** Whether a text could be the id of a message or a story: the store is not read for any other. */
function isStoredId(text: string): boolean {
  return /^[\w.:-]{1,64}$/.test(text);
}
