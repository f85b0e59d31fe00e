import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider, { type Account } from 'oidc-provider';
import { ENV } from '../../../shared/contracts/names.ts';
import { html } from '../../../shared/render/text/html.ts';
import { listenOnLoopback } from '../listen-on-loopback.ts';

/** Somebody who can sign in at the issuer of this machine. */
export interface Person {
  name: string;
  email?: string;
  email_verified?: boolean;
  groups: readonly string[];
}

/** An editor of all brands, a reader of one, and somebody without a role. */
export const PEOPLE: Readonly<Record<string, Person>> = {
  ana: { name: 'Ana', email: 'ana@acme.example', email_verified: true, groups: ['press'] },
  rex: { name: 'Rex', email: 'rex@acme.example', email_verified: true, groups: ['guests'] },
  zoe: { name: 'Zoe', email: 'ana@acme.example', email_verified: false, groups: ['cleaners'] },
};

export const CLIENT = { id: 'bellwether', secret: 'only-on-this-machine' } as const;

export interface Issuer {
  url: string;
  /** Lets it send browsers back to this address. Before, it answers nobody. */
  allow(returnTo: string): void;
  close(): void;
}

/** An issuer of OpenID Connect on this machine, where people sign in by choosing who they are. */
export async function startIssuer(people: Readonly<Record<string, Person>> = PEOPLE): Promise<Issuer> {
  let answer = (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(503).end();
  };
  const server = createServer((request, response) => answer(request, response));
  const url = `http://127.0.0.1:${await listenOnLoopback(server, 0)}`;
  return {
    url,
    allow(returnTo) {
      const provider = providerOf(url, { returnTo, people });
      const answerOthers = provider.callback();
      answer = (request, response) => {
        const isOurs = request.url?.startsWith('/interaction/') ?? false;
        if (isOurs) void interact(provider, { request, response, people });
        else void answerOthers(request, response);
      };
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function providerOf(
  url: string,
  { returnTo, people }: { returnTo: string; people: Readonly<Record<string, Person>> },
): Provider {
  const accountOf = (id: string): Account | undefined =>
    people[id] && { accountId: id, claims: () => ({ sub: id, ...people[id] }) };
  return new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [returnTo],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { profile: ['name'], email: ['email', 'email_verified'], groups: ['groups'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    cookies: { keys: ['only-on-this-machine'] },
    ttl: {
      Interaction: 600,
      Session: 28_800,
      Grant: 28_800,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_call, { uid }) => `/interaction/${uid}` },
    findAccount: (_call, id) => accountOf(id),
    // What our own client asks for needs no consent.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
  });
}

/** Shows who there is, and signs in who was chosen. */
async function interact(
  provider: Provider,
  {
    request,
    response,
    people,
  }: { request: IncomingMessage; response: ServerResponse; people: Readonly<Record<string, Person>> },
): Promise<void> {
  const { searchParams, pathname } = new URL(request.url ?? '/', provider.issuer);
  const chosen = searchParams.get('as');
  if (chosen !== null && Object.hasOwn(people, chosen))
    return provider.interactionFinished(request, response, { login: { accountId: chosen } });
  const rows = Object.entries(people).map(
    ([id, { name, groups }]) =>
      html`<li><a href="${pathname}?as=${id}">${name} (${groups.join(', ')})</a></li>`,
  );
  const page = html`<!doctype html><html lang="en"><title>Who are you?</title><h1>Who are you?</h1><ul>${rows}</ul></html>`;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page.toString());
}

const SECRET_NAME = 'LOCAL_ISSUER';

/** How people sign in to the pages of a stack on this machine. */
export async function openSignIn() {
  const issuer = await startIssuer();
  const settings = {
    issuer: issuer.url,
    client_id: CLIENT.id,
    client_secret_name: SECRET_NAME,
    scope: 'openid profile email groups',
    roles: { editor: ['press'], reader: [{ who: 'guests', brands: ['acme'] }] },
  };
  return {
    environment: { [ENV.signIn]: JSON.stringify(settings) },
    secretOf: (name: string) => (name === SECRET_NAME ? CLIENT.secret : undefined),
    /** Lets people come back to these pages. */
    open: (pages: string) => issuer.allow(`${pages}/signin/done`),
    close: () => issuer.close(),
  };
}
