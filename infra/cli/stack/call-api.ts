import type * as z from 'zod';
import { operatorToken } from '../../../shared/api/caller.ts';
import { API_ROOT } from '../../../shared/contracts/names.ts';
import { problemSchema } from '../../../shared/api/schemas.ts';
import { parseJson, tryParse } from '../../../shared/contracts/parse-as.ts';
import type { HttpAnswer } from '../../../shared/domain/pages/http-exchange.ts';
import type { PageLinks } from '../../../shared/domain/pages/signed-link.ts';
import type { Role } from '../../../shared/domain/pages/viewer.ts';
import { type Instant, SECOND } from '../../../shared/domain/time/instant.ts';
import { CliFailure } from '../failure.ts';

/** A call of the API: below its root, with a query. A reader changes nothing. */
interface ApiCall {
  method: string;
  target: string;
  role: Role;
  body?: object | undefined;
}

type Send = (
  address: string,
  call: { method: string; headers: Record<string, string>; body?: string },
) => Promise<Pick<HttpAnswer, 'status' | 'body'>>;

/**
 * Calls the API of a stack as its operator, who can read the key that signs links.
 *
 * @throws CliFailure with what the API says against it.
 */
export function apiOf(links: () => Promise<PageLinks>, now: () => Instant, send: Send = sendByHttp) {
  return async <S extends z.ZodType>(
    { method, target, role, body }: ApiCall,
    answer: S,
  ): Promise<z.output<S>> => {
    const { keys, base } = await links();
    const headers = { authorization: `Bearer ${operatorToken({ role }, { keys, now: now() })}` };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const { status, body: said } = await send(base + API_ROOT + target, sent);
    const read = tryParse(answer, parseJson(said));
    if (status < 300 && read.success) return read.data;
    const { detail = `The API answered ${status}.`, errors = [] } =
      tryParse(problemSchema, parseJson(said)).data ?? {};
    throw new CliFailure([detail, ...errors.map(({ path, message }) => `${path}: ${message}`)].join(' '));
  };
}

/** The gateway waits half a minute for a function. */
const PATIENCE = 35 * SECOND;

async function sendByHttp(...[address, call]: Parameters<Send>) {
  const answer = await fetch(address, { ...call, signal: AbortSignal.timeout(PATIENCE), redirect: 'error' });
  return { status: answer.status, body: await answer.text() };
}
