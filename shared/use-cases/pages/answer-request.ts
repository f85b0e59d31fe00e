import type { Message } from '../../domain/alerts/message.ts';
import { channelNameOf } from '../../domain/channels/channel.ts';
import { typedKeys } from '../../domain/lib/fields.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { HttpAnswer, HttpRequest } from '../../domain/pages/http-exchange.ts';
import { type MessageAlertsView, pageIn } from '../../domain/pages/inbox.ts';
import {
  type LinkKind,
  linkPurpose,
  MESSAGE_ID_LENGTH,
  openSigned,
  receiptLink,
} from '../../domain/pages/signed-link.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import { answerActions } from './answer-actions.ts';
import { answerDrill, answerUnsubscribe } from './answer-button.ts';
import { answerFeed } from './answer-feed.ts';
import { answerInbox } from './answer-inbox.ts';
import { answerReceipt } from './answer-receipt.ts';
import { answerReport } from './answer-report.ts';
import type { LinkRequest, PagePorts } from './page-ports.ts';

/** A kind of link. */
interface Route {
  /** How long the signed id is, where it is no usual one. */
  idLength?: number;
  /** So many parts may follow. */
  parts: number;
  /** Whether the first of them is signed, too. */
  signsNext?: boolean;
  /** Whether forms are posted to it. */
  hasForms?: boolean;
  /** Undefined: there is no such page. */
  answer: (given: LinkRequest, ports: PagePorts) => Promise<HttpAnswer | undefined>;
}

/** The kinds of links by the first part of their paths. */
const ROUTES: Readonly<Record<LinkKind, Route>> = {
  r: { parts: 2, answer: answerReceipt },
  i: { parts: Infinity, hasForms: true, answer: answerInbox },
  p: { parts: 1, answer: answerReport },
  m: { parts: 1, idLength: MESSAGE_ID_LENGTH, answer: answerMessage },
  q: { parts: 1, signsNext: true, hasForms: true, answer: answerActions },
  u: { parts: 1, signsNext: true, hasForms: true, answer: answerUnsubscribe },
  d: { parts: 1, signsNext: true, hasForms: true, answer: answerDrill },
  f: { parts: 1, answer: answerFeed },
};

/** The most characters of a path and of a query, and bytes of a form. Ours are a tenth of that. */
const LONGEST_PATH = 1_024;
const LONGEST_QUERY = 4_096;
const LARGEST_FORM = 8_192;

/**
 * Answers a request with a page. A path without a valid link always gets the same plain refusal, so that a stranger
 * cannot find out what exists.
 */
export async function answerRequest(request: HttpRequest, ports: PagePorts): Promise<HttpAnswer> {
  const { method, path } = request;
  if (!isWithinLimits(request)) return ports.pages.refusal();
  if (method === 'GET' && path === '/') return ports.pages.welcome();
  const [name = '', signed = '', ...rest] = partsOfPath(path);
  const kind = typedKeys(ROUTES).find((one) => one === name);
  return (kind && (await answerLink(kind, { request, signed, rest, ports }))) ?? ports.pages.refusal();
}

async function answerLink(
  kind: LinkKind,
  { ports, ...asked }: Pick<LinkRequest, 'request' | 'signed' | 'rest'> & { ports: PagePorts },
): Promise<HttpAnswer | undefined> {
  const { request, signed, rest } = asked;
  const { idLength, parts, signsNext, hasForms, answer } = ROUTES[kind];
  const { keys } = await ports.links();
  const purpose = linkPurpose(kind, signsNext ? (rest[0] ?? '') : undefined);
  const id = openSigned(signed, { purpose, keys, idLength });
  const isAllowed = request.method === 'GET' || (hasForms && request.method === 'POST');
  if (id === undefined || rest.length > parts || !isAllowed) return undefined;
  return answer({ ...asked, keys, id }, ports);
}

/** Whether a request is as short as those of pages are. */
export function isWithinLimits({ path, query, body }: HttpRequest): boolean {
  const asked = Object.entries(query).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return path.length <= LONGEST_PATH && asked <= LONGEST_QUERY && body.length <= LARGEST_FORM;
}

/** The parts of a path, decoded. */
export function partsOfPath(path: string): string[] {
  return path.split('/').slice(1).map(decoded);
}

/** A part with a broken escape stays as it is: nothing has such a name. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** How many alerts a page lists. */
const ALERTS_A_PAGE = 100;

/**
 * Answers with a page of all alerts of a message, as HTML or, below `/json`, as JSON. The link is valid as long as the
 * message is kept. It changes nothing.
 */
async function answerMessage(
  { request, id, signed, rest: [form = ''] }: LinkRequest,
  ports: PagePorts,
): Promise<HttpAnswer | undefined> {
  if (form !== '' && form !== 'json') return undefined;
  const stored = await ports.messages.get(id);
  if (!stored || stored.message.expiresAt <= ports.clock.now()) return undefined;
  const root = `/m/${signed}`;
  const view = await readPage({ message: stored.message, root, asked: request.query['page'] }, ports);
  return form === 'json' ? ports.pages.messageJson(view) : ports.pages.messageAlerts(view);
}

async function readPage(
  { message, root, asked }: { message: Message; root: string; asked: string | undefined },
  ports: PagePorts,
): Promise<MessageAlertsView> {
  const { alertIds, channel } = message;
  const pages = Math.max(1, Math.ceil(alertIds.length / ALERTS_A_PAGE));
  const page = pageIn(asked, pages);
  const wanted = alertIds.slice((page - 1) * ALERTS_A_PAGE, page * ALERTS_A_PAGE);
  const [links, settings, found] = await Promise.all([
    ports.links(),
    ports.definitions.channel(channelNameOf(channel)),
    inParallel(wanted, async (id): Promise<StoredAlert[]> => {
      const alert = await ports.alerts.get(id, channel);
      return alert ? [alert] : [];
    }),
  ]);
  const alerts = found.flat().map(({ alert }) => alert);
  const timezone =
    alerts.find((alert) => alert.timezone !== undefined)?.timezone ?? settings?.timezone ?? 'UTC';
  const entries = alerts.map((alert) => ({ alert, receipt: receiptLink(alert, links) }));
  return { message, root, timezone, page, pages, entries };
}
