/** Characters that the service refuses in a query, also inside quotes (news service, query language). */
const FORBIDDEN = /[[\]/\\:^]/g;

/** A query with a blank in place of each forbidden character, and no two blanks side by side for one. */
export function withoutForbidden(q: string): string {
  return q.replaceAll(FORBIDDEN, ' ').replaceAll(/ {2,}/g, ' ').trim();
}
