import * as oauth from 'oauth4webapi';
import * as z from 'zod';
import { defined } from '../../domain/lib/fields.ts';
import { loadedOnce } from '../../domain/lib/in-parallel.ts';
import { type Identity, SignInRefused } from '../../domain/pages/sign-in.ts';
import { SECOND } from '../../domain/time/instant.ts';
import type { SignIn } from '../../use-cases/ports/services.ts';

export interface OidcSettings {
  /** Its address, as its metadata say it. */
  issuer: string;
  clientId: string;
  /** Reads the secret of the client. */
  secret: () => Promise<string>;
  /** Where the issuer sends browsers back to. */
  returnTo: string;
  scope: string;
  /** The claim that lists groups. */
  groupsClaim: string;
}

/** How far the clocks of issuer and function may be apart, in seconds. */
const TOLERANCE = 300;
/** How long a request to the issuer may take. */
const PATIENCE = 8 * SECOND;
const MOST_GROUPS = 200;

const claimsSchema = z.looseObject({
  name: z.string().min(1).optional(),
  preferred_username: z.string().min(1).optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});

/**
 * Signs people in at an issuer of OpenID Connect: code flow with PKCE, state and nonce. The signature of the token is
 * checked with the keys of the issuer, and who is meant by its issuer and subject.
 */
export function oidcSignIn(settings: OidcSettings): SignIn {
  const { clientId, returnTo, scope } = settings;
  const issuer = new URL(settings.issuer);
  const client: oauth.Client = { client_id: clientId, [oauth.clockTolerance]: TOLERANCE };
  const how = () => ({
    signal: AbortSignal.timeout(PATIENCE),
    // The schema of a stage takes addresses with https alone.
    [oauth.allowInsecureRequests]: issuer.protocol === 'http:',
  });
  const discover = loadedOnce(async () =>
    oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, how())),
  );
  return {
    async begin(path) {
      const server = await discover();
      const pending = {
        state: oauth.generateRandomState(),
        nonce: oauth.generateRandomNonce(),
        verifier: oauth.generateRandomCodeVerifier(),
        path,
      };
      if (server.authorization_endpoint === undefined)
        throw new SignInRefused(
          'The issuer does not say where people sign in. Check issuer in the stage file.',
        );
      const url = new URL(server.authorization_endpoint);
      const asked = {
        client_id: clientId,
        redirect_uri: returnTo,
        response_type: 'code',
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return { url: url.href, pending };
    },

    async end(query, { state, nonce, verifier }) {
      const server = await discover();
      try {
        const code = oauth.validateAuthResponse(server, client, new URLSearchParams(query), state);
        const proof = oauth.ClientSecretPost(await settings.secret());
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          proof,
          code,
          returnTo,
          verifier,
          how(),
        );
        const answer = await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        });
        await oauth.validateApplicationLevelSignature(server, response, how());
        const claims = oauth.getValidatedIdTokenClaims(answer);
        if (!claims) throw new SignInRefused('The issuer gave no identity.');
        const more = await readUserInfo(server, { client, token: answer.access_token, sub: claims.sub, how });
        return identityOf({ ...claims, ...more, iss: claims.iss, sub: claims.sub }, settings);
      } catch (error) {
        if (error instanceof SignInRefused) throw error;
        throw new SignInRefused('The issuer did not confirm who you are. Sign in again.', { cause: error });
      }
    },
  };
}

/** What a token leaves out, many issuers say here alone. */
async function readUserInfo(
  server: oauth.AuthorizationServer,
  {
    client,
    token,
    sub,
    how,
  }: { client: oauth.Client; token: string; sub: string; how: () => oauth.UserInfoRequestOptions },
): Promise<oauth.UserInfoResponse | undefined> {
  if (server.userinfo_endpoint === undefined) return undefined;
  const response = await oauth.userInfoRequest(server, client, token, how());
  return oauth.processUserInfoResponse(server, client, sub, response);
}

function identityOf(
  given: Readonly<Record<string, unknown>> & { iss: string; sub: string },
  { groupsClaim }: Pick<OidcSettings, 'groupsClaim'>,
): Identity {
  const { name, preferred_username: username, email, email_verified: isVerified } = claimsSchema.parse(given);
  const groups = z.array(z.string()).safeParse(given[groupsClaim]).data ?? [];
  const mail = isVerified === true ? email : undefined;
  return defined<Identity>({
    issuer: given.iss,
    subject: given.sub,
    name: (name ?? username ?? mail ?? given.sub).slice(0, 80),
    mail,
    groups: groups.slice(0, MOST_GROUPS),
  });
}
