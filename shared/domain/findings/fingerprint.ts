import { idOf } from '../lib/hash.ts';

/** Ids of this form are kept as they are, so that people can search for them. */
const PLAIN = /^[\w.:-]{1,64}$/;

/** The identity of a finding within its service: the service's own id, or its hash where the id does not fit a key. */
export function fingerprintOf(id: string): string {
  return PLAIN.test(id) ? id : idOf('id', id);
}
