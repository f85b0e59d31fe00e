import type { HttpAnswer, HttpRequest } from '../../domain/pages/http-exchange.ts';
import { answerActions } from './answer-actions.ts';
import { answerDrill, answerUnsubscribe } from './answer-button.ts';
import { answerFeed } from './answer-feed.ts';
import { answerInbox } from './answer-inbox.ts';
import { answerMessage } from './answer-message.ts';
import { answerReceipt } from './answer-receipt.ts';
import { answerReport } from './answer-report.ts';
import type { PagePorts, PageRequest } from './page-ports.ts';

/** Answers by the first part of the path. Each checks its own signature. */
const ROUTES: Readonly<Record<string, (given: PageRequest, ports: PagePorts) => Promise<HttpAnswer>>> = {
  r: answerReceipt,
  i: answerInbox,
  p: answerReport,
  m: answerMessage,
  q: answerActions,
  u: answerUnsubscribe,
  d: answerDrill,
  f: answerFeed,
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
  const route = Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
  return route ? route({ request, signed, rest }, ports) : ports.pages.refusal();
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
