import { OPERATORS } from '../../domain/channels/channel.ts';
import type { HttpAnswer, HttpRequest } from '../../domain/pages/http-exchange.ts';
import {
  type PendingSignIn,
  type Roles,
  type Session,
  SESSION_ID_LENGTH,
  SESSION_LENGTH,
  sessionKeys,
  SignInRefused,
  viewerOf,
} from '../../domain/pages/sign-in.ts';
import { formToken, type LinkKeys, openSigned, signId } from '../../domain/pages/signed-link.ts';
import { mayAct, type Viewer } from '../../domain/pages/viewer.ts';
import { MINUTE, SECOND } from '../../domain/time/instant.ts';
import { answerDesk } from '../pages/answer-inbox.ts';
import { answerRequest, isWithinLimits, partsOfPath } from '../pages/answer-request.ts';
import { formOpenedAt, type PagePorts } from '../pages/page-ports.ts';
import type { Ports } from '../ports/ports.ts';
import type { SignIn } from '../ports/services.ts';
import { limitPorts } from './limit-ports.ts';

export interface VisitorPorts extends PagePorts, Pick<Ports, 'sessions'> {
  /** Absent: the stage has no issuer, so that all pages need a signed link. */
  signIn?: (SignIn & { roles: Roles }) | undefined;
  /** A new id of a session, which nobody can guess. */
  newSessionId: () => string;
}

/** The root of the pages for people who sign in. It is a standing address. */
const HOME = '/app';
export const COOKIES = { session: '__Host-bellwether', pending: '__Host-bellwether-sign-in' } as const;
const PENDING_LENGTH = 10 * MINUTE;

/** Answers people who have signed in, and all others by the signed links that they have. */
export async function answerVisitor(request: HttpRequest, ports: VisitorPorts): Promise<HttpAnswer> {
  const { signIn } = ports;
  if (!signIn || !isWithinLimits(request)) return answerRequest(request, ports);
  const given = { request, ports, signIn, keys: (await ports.links()).keys };
  const { method, path } = request;
  if (method === 'GET' && path === '/') return seeOther(HOME);
  if (method === 'GET' && path === '/signin') return beginSignIn(given);
  if (method === 'GET' && path === '/signin/done') return endSignIn(given);
  if (method === 'POST' && path === '/signout') return signOut(given);
  return path === HOME || path.startsWith(`${HOME}/`) ? answerHome(given) : answerRequest(request, ports);
}

interface Visit {
  request: HttpRequest;
  ports: VisitorPorts;
  signIn: NonNullable<VisitorPorts['signIn']>;
  keys: LinkKeys;
}

async function beginSignIn({ request, signIn, keys, ports }: Visit): Promise<HttpAnswer> {
  const { to = '' } = request.query;
  try {
    const { url, pending } = await signIn.begin(isOwnPath(to) ? to : HOME);
    const text = new URLSearchParams({ ...pending }).toString();
    const value = `${signId('', { purpose: `sign-in ${text}`, keys })}.${text}`;
    return seeOther(url, [cookie(COOKIES.pending, { value, age: PENDING_LENGTH })]);
  } catch (error) {
    if (error instanceof SignInRefused) return ports.pages.signIn({ problem: error.message });
    throw error;
  }
}

/** The browser comes back from the issuer. Its cookie says to which request of ours that belongs. */
async function endSignIn({ request, signIn, keys, ports }: Visit): Promise<HttpAnswer> {
  const forget = cookie(COOKIES.pending, { value: '', age: 0 });
  const pending = pendingIn(cookieIn(request, COOKIES.pending), keys);
  if (!pending)
    return ports.pages.signIn({
      problem: 'This sign-in was begun in another browser, or took more than 10 minutes.',
    });
  try {
    const identity = await signIn.end(request.query, pending);
    if (!viewerOf(identity, signIn.roles))
      return { ...ports.pages.signIn({ problem: noRole(identity.name) }), cookies: [forget] };
    const now = ports.clock.now();
    const session = { id: ports.newSessionId(), identity, at: now, expiresAt: now + SESSION_LENGTH };
    if (!(await ports.sessions.put(session))) throw new Error('The id of a session was made twice.');
    const value = signId(session.id, { purpose: 'session', keys });
    return seeOther(pending.path, [forget, cookie(COOKIES.session, { value, age: SESSION_LENGTH })]);
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    return { ...ports.pages.signIn({ problem: error.message }), cookies: [forget] };
  }
}

function noRole(name: string): string {
  return `You are ${name}, and have no role here. Ask who runs Bellwether to add you, or a group of yours, to roles in the stage file.`;
}

async function signOut(visit: Visit): Promise<HttpAnswer> {
  const { request, ports, keys } = visit;
  const session = await sessionOf(visit);
  const purpose = signOutPurpose(session);
  const at = session && formOpenedAt(request, { purpose, keys, now: ports.clock.now() });
  if (!session || at === undefined) return ports.pages.refusedForm();
  await ports.sessions.end(session.id, ports.clock.now());
  const forget = cookie(COOKIES.session, { value: '', age: 0 });
  return { ...ports.pages.signIn({ problem: 'You are signed out.', isDone: true }), cookies: [forget] };
}

function signOutPurpose(session: Session | undefined): string {
  return `sign out ${session?.id ?? ''}`;
}

/** The pages of somebody who has signed in. The session is read for each, so that it ends at once. */
async function answerHome(visit: Visit): Promise<HttpAnswer> {
  const { request, ports, signIn, keys } = visit;
  const session = await sessionOf(visit);
  if (!session) {
    const query = new URLSearchParams(request.query).toString();
    const to = encodeURIComponent(request.path + (query === '' ? '' : `?${query}`));
    return request.method === 'GET' ? seeOther(`/signin?to=${to}`) : ports.pages.refusedForm();
  }
  const viewer = viewerOf(session.identity, signIn.roles);
  if (!viewer) return ports.pages.signIn({ problem: noRole(session.identity.name) });
  if (request.method === 'POST' && !mayAct(viewer)) return ports.pages.refusedForm({ isReader: true });
  const now = ports.clock.now();
  const operators = await ports.definitions.channel(OPERATORS);
  const desk = {
    root: HOME,
    timezone: operators?.timezone ?? 'UTC',
    now,
    until: session.expiresAt,
    viewer,
    signOut: formToken(signOutPurpose(session), { keys, now }),
  };
  const links = async () => ({ ...(await ports.links()), keys: sessionKeys(keys, session) });
  return answerDesk(request, {
    desk,
    rest: partsOfPath(request.path.slice(HOME.length)),
    ports: limitPorts({ ...ports, links }, viewer),
  });
}

/** Who has signed in on the browser that sends a request, and has a role now. */
export async function visitorOf(
  request: Pick<HttpRequest, 'headers'>,
  ports: Pick<VisitorPorts, 'links' | 'sessions' | 'clock' | 'signIn'>,
): Promise<Viewer | undefined> {
  const { signIn } = ports;
  const session = signIn && (await sessionOf({ request, ports, keys: (await ports.links()).keys }));
  return session && viewerOf(session.identity, signIn.roles);
}

async function sessionOf({
  request,
  ports,
  keys,
}: {
  request: Pick<HttpRequest, 'headers'>;
  ports: Pick<VisitorPorts, 'sessions' | 'clock'>;
  keys: LinkKeys;
}): Promise<Session | undefined> {
  const text = cookieIn(request, COOKIES.session) ?? '';
  const id = openSigned(text, { purpose: 'session', keys, idLength: SESSION_ID_LENGTH });
  return id === undefined ? undefined : ports.sessions.open(id, ports.clock.now());
}

function pendingIn(text: string | undefined, keys: LinkKeys): PendingSignIn | undefined {
  const [, signature = '', rest = ''] = /^(\w+)\.(.+)$/.exec(text ?? '') ?? [];
  if (openSigned(signature, { purpose: `sign-in ${rest}`, keys, idLength: 0 }) === undefined)
    return undefined;
  const fields = new URLSearchParams(rest);
  const field = (name: keyof PendingSignIn) => fields.get(name) ?? '';
  return { state: field('state'), nonce: field('nonce'), verifier: field('verifier'), path: field('path') };
}

/** A path below the standing address: never one of another host. */
function isOwnPath(path: string): boolean {
  return path === HOME || path.startsWith(`${HOME}/`) || path.startsWith(`${HOME}?`);
}

function cookieIn({ headers }: Pick<HttpRequest, 'headers'>, name: string): string | undefined {
  const all = (headers['cookie'] ?? '').split(/; */);
  return all.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** `Lax`: the browser sends it when it comes back from the issuer, and with no form of another site. */
function cookie(name: string, { value, age }: { value: string; age: number }): string {
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${age / SECOND}`;
}

function seeOther(location: string, cookies: readonly string[] = []): HttpAnswer {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, cookies, body: '' };
}
