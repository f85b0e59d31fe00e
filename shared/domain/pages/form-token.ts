import { HOUR, type Instant } from '../time/instant.ts';
import { endOfTimedId, type LinkKeys, openSigned, signId, timedIdOf } from './signed-link.ts';

/** How long the forms of an opened page are valid. */
const FORM_VALIDITY = 12 * HOUR;

/** The token of a form on a page that was opened now. The purpose names what the form does, and to what. */
export function formToken(purpose: string, { keys, now }: { keys: LinkKeys; now: Instant }): string {
  return signId(timedIdOf(now + FORM_VALIDITY), { purpose, keys });
}

/**
 * When the page of a form was opened, to the second; undefined where the token belongs to another form, or is too old. What a
 * form does begins then, so that sending it twice is the same.
 */
export function openedAtOf(
  token: string,
  { purpose, keys, now }: { purpose: string; keys: LinkKeys; now: Instant },
): Instant | undefined {
  const id = openSigned(token, { purpose, keys });
  if (id === undefined || endOfTimedId(id) < now) return undefined;
  return endOfTimedId(id) - FORM_VALIDITY;
}
