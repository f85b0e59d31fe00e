import { hashOfSecret, partsOfKey } from '../domain/pages/api-key.ts';
import { mayAct } from '../domain/pages/viewer.ts';
import { endOfTimedId, openSigned, type PageLinks, signId, timedIdOf } from '../domain/pages/signed-link.ts';
import type { HttpRequest } from '../domain/pages/http-exchange.ts';
import { type Instant, MINUTE, SECOND } from '../domain/time/instant.ts';
import { visitorOf } from '../use-cases/sign-in/answer-visitor.ts';
import { type Problem, problem } from './problem.ts';
import type { ApiPorts, Caller, Route } from './route.ts';

type Access = Pick<Caller, 'role'>;

function purposeOf({ role }: Access): string {
  return `api ${role}`;
}

/** How long the token of an operator is valid. */
const TOKEN_VALIDITY = 5 * MINUTE;

/** The token with which the command line calls the API of its stack. It needs no key, and nothing is stored of it. */
export function operatorToken(
  access: Access,
  { keys, now }: Pick<PageLinks, 'keys'> & { now: Instant },
): string {
  return signId(timedIdOf(now + TOKEN_VALIDITY), { purpose: purposeOf(access), keys });
}

/**
 * Who calls, by the key in the header `Authorization`, or without one by their session. What no key looks like is
 * refused before any read.
 */
export async function callerOf(
  { headers }: Pick<HttpRequest, 'headers'>,
  ports: Pick<ApiPorts, 'links' | 'apiKeys' | 'clock' | 'sessions' | 'signIn'>,
): Promise<Caller | Problem> {
  const { links, apiKeys, clock } = ports;
  const [, token = ''] = /^Bearer +(\S{1,100})$/i.exec(headers['authorization'] ?? '') ?? [];
  const now = clock.now();
  const parts = partsOfKey(token);
  if (parts) {
    const key = await apiKeys.take({ id: parts.id, hash: hashOfSecret(parts) }, now);
    if (key === 'spent')
      return problem('too-many-requests', 'The key has made as many calls as it may in a minute.', {
        headers: { 'retry-after': String(Math.ceil((MINUTE - (now % MINUTE)) / SECOND)) },
      });
    return key ?? unauthorized('The key is unknown or revoked.');
  }
  const { keys } = await links();
  for (const role of ['reader', 'editor'] as const) {
    const id = openSigned(token, { purpose: purposeOf({ role }), keys });
    if (id !== undefined && endOfTimedId(id) > now)
      return { id: 'operator', name: 'operator', role, brands: 'all', isOperator: true };
  }
  const visitor = headers['authorization'] === undefined ? await visitorOf({ headers }, ports) : undefined;
  if (visitor) return { ...visitor, visits: headers['sec-fetch-site'] === 'same-origin' ? 'own' : 'other' };
  return unauthorized('Send a key: Authorization: Bearer bw_… Make one with bellwether key create.');
}

function unauthorized(detail: string): Problem {
  return problem('unauthorized', detail, { headers: { 'www-authenticate': 'Bearer realm="bellwether"' } });
}

/** Why a caller may not take a route; undefined where it may. */
export function refusalOf(caller: Caller, { access }: Pick<Route, 'access'>): Problem | undefined {
  if (access !== 'read' && !mayAct(caller))
    return problem('forbidden', 'A reader changes nothing. Make a key with bellwether key create --write.');
  // The browser sends the cookie whoever asks it to, and this header as no page can.
  if (access !== 'read' && caller.visits === 'other')
    return problem('forbidden', 'A session changes something only from a page of Bellwether. Send a key.');
  if (access === 'operator' && !caller.isOperator)
    return problem('forbidden', 'Keys are managed by bellwether key alone.');
  return undefined;
}
