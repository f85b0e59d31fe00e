import { DAY, isoOf, parseWireTime } from '../../../../../shared/domain/time/instant.ts';
import { type ArticleRecord, precisionOf } from './article-record.ts';
import type { EventRecord } from './event-record.ts';

/**
 * Moves every date of an article by `by` milliseconds, also the `_visible_date` of one that is shown late. The dates are
 * written `YYYY-MM-DD HH:MM:SS`.
 */
export function shiftArticle(record: ArticleRecord, by: number): ArticleRecord {
  const late = record['_visible_date'];
  return {
    ...record,
    ...(typeof late === 'string' && { _visible_date: shiftDate(late, by) }),
    published_date: shiftDate(record.published_date, by),
    published_date_precision: precisionOf(record),
    parse_date: shiftDate(record.parse_date, by),
    updated_date: shiftDate(record.updated_date, by),
  };
}

/** Moves every date of an event, those of a tariff too, which may be a day or a month only. */
export function shiftEvent(record: EventRecord, by: number): EventRecord {
  const tariff = record.tariffs_v2;
  return {
    ...record,
    event_date: shiftDate(record.event_date, by),
    extraction_date: shiftDate(record.extraction_date, by),
    ...(tariff ? { tariffs_v2: shiftTariff(tariff, by) } : {}),
  };
}

function shiftTariff(tariff: Record<string, unknown>, by: number): Record<string, unknown> {
  const moved = { ...tariff };
  for (const key of ['announcement_date', 'implementation_date', 'expiration_date']) {
    const value = moved[key];
    if (typeof value === 'string') moved[key] = shiftPartialDate(value, by);
  }
  return moved;
}

/** What is no date stays as it is. */
function shiftDate(text: string | null | undefined, by: number): string | null | undefined {
  const at = text ? parseWireTime(text) : undefined;
  return at === undefined
    ? text
    : isoOf(at + by)
        .slice(0, 19)
        .replace('T', ' ');
}

/** Keeps the form: `2025/01`, `2025-01`, `2025/01/31`, `2025-01-31`; moves by whole days. */
function shiftPartialDate(text: string, by: number): string {
  const [, year, mark, month, day] = /^(\d{4})([-/])(\d{2})(?:\2(\d{2}))?$/.exec(text.trim()) ?? [];
  if (!year || !mark || !month) return shiftDate(text, by) ?? text;
  const at = parseWireTime(`${year}-${month}-${day ?? '01'}`);
  if (at === undefined) return text;
  const moved = isoOf(at + Math.round(by / DAY) * DAY).slice(0, day ? 10 : 7);
  return moved.replaceAll('-', mark);
}
