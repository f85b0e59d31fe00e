import { idOf } from '../lib/hash.ts';

/** Ids of this form are kept as they are, so that a person can search for them. */
const PLAIN = /^[\w.:-]{1,64}$/;

/** The identity of a finding within its service: the service's own id, digested where it would not fit a key. */
export function fingerprintOf(id: string): string {
  return PLAIN.test(id) ? id : idOf('id', id);
}
