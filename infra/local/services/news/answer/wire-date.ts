import { type Instant, isoOf } from '../../../../../shared/domain/time/instant.ts';

/** `2026-11-21 08:00:00`, UTC: the form of dates in answers (news service, article). */
export function answerDate(at: Instant): string {
  return isoOf(at).slice(0, 19).replace('T', ' ');
}

/** `2026-11-21T08:00:00.000000`: the form of dates in the echo of a request (news service, envelope). */
export function echoDate(at: Instant): string {
  return `${isoOf(at).slice(0, 23)}000`;
}
