import { parseWireTime } from '../time/instant.ts';

/** Whether a text can be an end of a range of days: a date, `now`, `now-30d` or `30d` (events service, filter value forms). */
export function isFilterDay(text: string): boolean {
  return /^(now(-\d+[dhw])?|\d+d)$/.test(text) || parseWireTime(text) !== undefined;
}
