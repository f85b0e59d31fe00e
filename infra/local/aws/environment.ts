import { localCredentials, REGION } from './local-account.ts';

/** The address of all AWS services that have no engine here. Nothing listens there, so no function can reach them. */
const NOWHERE = 'http://127.0.0.1:9';

/** What a client needs to find the engines. Each function's environment begins with it. */
export function environmentOf(addresses: Readonly<Record<string, string>>): Record<string, string> {
  const urls = Object.entries(addresses).map(([name, url]) => [`AWS_ENDPOINT_URL_${name}`, url]);
  const { accessKeyId, secretAccessKey } = localCredentials.credentials;
  return {
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_ENDPOINT_URL: NOWHERE,
    // Functions live in the time of the shared clock, and the answers of engines carry the computer's own. A client that takes
    // this for a clock that is wrong repeats every request that is refused.
    AWS_DISABLE_CLOCK_SKEW_CORRECTION: 'true',
    ...Object.fromEntries(urls),
  };
}
