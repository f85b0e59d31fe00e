import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CLIENT, type Issuer, startIssuer } from '../../../../infra/local/sign-in/issuer.ts';
import { SignInRefused } from '../../../../shared/domain/pages/sign-in.ts';
import { MINUTE } from '../../../../shared/domain/time/instant.ts';
import { oidcSignIn } from '../../../../shared/providers/sign-in/oidc-sign-in.ts';

const RETURN = 'http://127.0.0.1:1/signin/done';
let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
  issuer.allow(RETURN);
});
afterAll(() => issuer.close());

const open = () =>
  oidcSignIn({
    issuer: issuer.url,
    clientId: CLIENT.id,
    secret: async () => CLIENT.secret,
    returnTo: RETURN,
    scope: 'openid profile email groups',
    groupsClaim: 'groups',
  });

/** Goes through the pages of the issuer as a browser does, and returns the query with which it comes back. */
async function comeBack(url: string, as: string): Promise<Record<string, string>> {
  const jar = new Map<string, string>();
  for (let next = url; ; ) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const to = response.headers.get('location');
    next = to === null ? `${next}?as=${as}` : new URL(to, next).href;
    if (next.startsWith(RETURN)) return Object.fromEntries(new URL(next).searchParams);
  }
}

it('signs in by a code that is good once, and takes an address only where it is verified', async () => {
  const signIn = open();
  const { url, pending } = await signIn.begin('/app');
  const query = await comeBack(url, 'ana');
  expect(await signIn.end(query, pending)).toEqual({
    issuer: issuer.url,
    subject: 'ana',
    name: 'Ana',
    mail: 'ana@acme.example',
    groups: ['press'],
  });
  await expect(signIn.end(query, pending)).rejects.toThrow(SignInRefused);
  const other = await signIn.begin('/app');
  const unverified = await signIn.end(await comeBack(other.url, 'zoe'), other.pending);
  expect(unverified).toMatchObject({ name: 'Zoe', groups: ['cleaners'] });
  expect(unverified.mail).toBeUndefined();
});

it('refuses another state, nonce and verifier', async () => {
  const signIn = open();
  for (const wrong of [{ state: 'x' }, { nonce: 'x' }, { verifier: 'x'.repeat(43) }]) {
    const { url, pending } = await signIn.begin('/app');
    const query = await comeBack(url, 'ana');
    await expect(signIn.end(query, { ...pending, ...wrong })).rejects.toThrow(SignInRefused);
  }
});

it.each([
  ['4 minutes behind', -4 * MINUTE, 'ana'],
  ['4 minutes ahead', 4 * MINUTE, 'ana'],
  ['2 hours ahead, so that its token has expired', 120 * MINUTE, true],
])('with a clock %s', async (_name, shift, result) => {
  const signIn = open();
  const { url, pending } = await signIn.begin('/app');
  const query = await comeBack(url, 'ana');
  const real = Date.now;
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => {
    const isOfClient = new Error('where').stack?.includes('oauth4webapi') ?? false;
    return real() + (isOfClient ? shift : 0);
  });
  try {
    const ended = signIn.end(query, pending).then(
      ({ subject }) => subject,
      (error: unknown) => error instanceof SignInRefused,
    );
    expect(await ended).toBe(result);
  } finally {
    spy.mockRestore();
  }
});

it('refuses a token that another key has signed', async () => {
  const signIn = open();
  const { url, pending } = await signIn.begin('/app');
  const query = await comeBack(url, 'ana');
  const real = fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...given) => {
    const response = await real(...given);
    if (!response.url.endsWith('/token')) return response;
    const answer: { id_token: string } = JSON.parse(await response.text());
    const [head, , signature] = answer.id_token.split('.');
    const claims = JSON.parse(Buffer.from(answer.id_token.split('.')[1] ?? '', 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'rex' })).toString('base64url');
    const body = JSON.stringify({ ...answer, id_token: `${head}.${forged}.${signature}` });
    return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } });
  });
  try {
    await expect(signIn.end(query, pending)).rejects.toThrow(SignInRefused);
  } finally {
    spy.mockRestore();
  }
});
