import * as z from 'zod';
import { EVENT_TYPES } from '../../../../../shared/domain/services/event-filters.ts';

const words = z.string().nullish();
const body = z.record(z.string(), z.unknown()).nullish();

/**
 * An event of a corpus: a record as the events service returns it (events service, answer), of which only the type
 * and one date are required. The object named like the type may carry the keys of its source.
 */
export const eventRecord = z.looseObject({
  id: words,
  event_type: z.enum(EVENT_TYPES),
  global_event_type: words,
  associated_article_ids: z.array(z.string()).nullish(),
  extraction_date: words,
  event_date: words,
  company_name: words,
  data_breach: body,
  fundraising: body,
  layoff: body,
  supply_chain_disruption: body,
  tariffs_v2: body,
});

export type EventRecord = z.infer<typeof eventRecord>;
