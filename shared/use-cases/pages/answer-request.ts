import type { HttpAnswer, HttpRequest } from '../../domain/pages/http-exchange.ts';
import { answerInbox } from './answer-inbox.ts';
import { answerReceipt } from './answer-receipt.ts';
import { answerReport } from './answer-report.ts';
import type { PagePorts, Visit } from './page-ports.ts';

/** Pages by the first part of their path. Each checks its own signature. */
const ROOMS: Readonly<Record<string, (visit: Visit, ports: PagePorts) => Promise<HttpAnswer>>> = {
  r: answerReceipt,
  i: answerInbox,
  p: answerReport,
};

/**
 * Answers a request with a page. Whatever is not a page behind a link that holds gets the same plain refusal, so that
 * nobody learns by asking what there is.
 */
export async function answerRequest(request: HttpRequest, ports: PagePorts): Promise<HttpAnswer> {
  const { method, path } = request;
  if (method === 'GET' && path === '/') return ports.pages.welcome();
  const [, name = '', signed = '', ...rest] = path.split('/').map(decoded);
  const room = Object.hasOwn(ROOMS, name) ? ROOMS[name] : undefined;
  return room ? room({ request, signed, rest }, ports) : ports.pages.refusal();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
