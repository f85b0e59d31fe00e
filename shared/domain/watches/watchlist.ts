import { idOf, canonicalJson } from '../lib/hash.ts';

/** A company that jobs of the extraction service follow. */
export interface Company {
  /** Identifies it within its watchlist, so that it can be renamed. */
  key: string;
  name: string;
  /** `acme.example`, without `https://`. */
  domain?: string;
  description?: string;
  alternativeNames: readonly string[];
  keyPersons: readonly string[];
}

/** A named list of companies. Watches follow it by name. */
export interface Watchlist {
  name: string;
  companies: readonly Company[];
}

/** A hash of all that we send to the service about a company. */
export function companyHash({ key: _key, ...sent }: Company): string {
  return idOf('company', canonicalJson(sent));
}

/** The start of our ids in the service's field for external ids. */
const OUR_PREFIX = 'bellwether:';

function prefixOf({ stack, name }: { stack: string; name: string }): string {
  return `${OUR_PREFIX}${stack}/${name}/`;
}

/** The key of a company in an external id of ours, or else the id itself, which someone else gave. */
export function companyKeyOf(externalId: string): string {
  return /^bellwether:[^/]+\/[^/]+\/(.+)$/.exec(externalId)?.[1] ?? externalId;
}

/** The external id of our entity: stack, watchlist and company. The service allows 255 characters. */
export function externalIdOf(list: { stack: string; name: string }, key: string): string {
  return `${prefixOf(list)}${key}`;
}

/** The key of a company in its external id; undefined for an entity of another watchlist. */
export function keyIn(list: { stack: string; name: string }, externalId: string): string | undefined {
  const prefix = prefixOf(list);
  return externalId.startsWith(prefix) ? externalId.slice(prefix.length) : undefined;
}
