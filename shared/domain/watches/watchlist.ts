import { idOf } from '../lib/hash.ts';
import { canonicalJson } from '../lib/canonical.ts';

/** A company that jobs of the extraction service follow by itself. */
export interface Company {
  /** Names it within its watchlist for good, so that another name is a change and no new company. */
  key: string;
  name: string;
  /** Without `https://`, such as `acme.example`. */
  domain?: string;
  description?: string;
  alternativeNames: readonly string[];
  keyPersons: readonly string[];
}

/** Companies under one name. Watches follow them by it. */
export interface Watchlist {
  name: string;
  companies: readonly Company[];
}

/** The same for a company that the service is told the same of. */
export function companyHash({ key: _key, ...notified }: Company): string {
  return idOf('company', canonicalJson(notified));
}

/** What an id of ours begins with, in the service's own field for ids of its customers. */
const OURS = 'bellwether:';

function prefixOf({ stack, name }: { stack: string; name: string }): string {
  return `${OURS}${stack}/${name}/`;
}

/** What a company is called in answers: its key, or the id that a person has given it. */
export function companyKeyOf(externalId: string): string {
  return /^bellwether:[^/]+\/[^/]+\/(.+)$/.exec(externalId)?.[1] ?? externalId;
}

/** The id by which an entity is known as ours: stack, watchlist and company. The service takes 255 characters. */
export function externalIdOf(list: { stack: string; name: string }, key: string): string {
  return `${prefixOf(list)}${key}`;
}

/** The key of a company in an id of ours; undefined for an entity that is not of this watchlist. */
export function keyIn(list: { stack: string; name: string }, externalId: string): string | undefined {
  const prefix = prefixOf(list);
  return externalId.startsWith(prefix) ? externalId.slice(prefix.length) : undefined;
}
