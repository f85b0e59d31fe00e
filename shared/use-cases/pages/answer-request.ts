import type { HttpAnswer, HttpRequest } from '../../domain/pages/http-exchange.ts';
import { answerInbox } from './answer-inbox.ts';
import { answerReceipt } from './answer-receipt.ts';
import { answerReport } from './answer-report.ts';
import type { PagePorts, PageRequest } from './page-ports.ts';

/** Answers by the first part of the path. Each checks its own signature. */
const ROUTES: Readonly<Record<string, (given: PageRequest, ports: PagePorts) => Promise<HttpAnswer>>> = {
  r: answerReceipt,
  i: answerInbox,
  p: answerReport,
};

/**
 * Answers a request with a page. A path without a valid link always gets the same plain refusal, so that a stranger cannot
 * find out what exists.
 */
export async function answerRequest(request: HttpRequest, ports: PagePorts): Promise<HttpAnswer> {
  const { method, path } = request;
  if (method === 'GET' && path === '/') return ports.pages.welcome();
  const [, name = '', signed = '', ...rest] = path.split('/').map(decoded);
  const route = Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
  return route ? route({ request, signed, rest }, ports) : ports.pages.refusal();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
