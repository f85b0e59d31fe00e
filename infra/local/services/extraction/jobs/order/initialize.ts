import * as z from 'zod';
import { isoOf } from '../../../../../../shared/domain/time/instant.ts';
import type { ExtractionContext } from '../../context.ts';
import { readAs } from '../../../kit/http/refusal.ts';
import { asksForAllNews } from '../../../../../../shared/domain/services/all-news.ts';
import { analyze } from '../../pipeline/analysis.ts';
import { fittingRange } from './date-range.ts';
import { questionFields } from './submit-body.ts';

const initializeBody = z.object(questionFields);

/**
 * Proposes validators, enrichments and dates for a question. Makes no job and costs nothing. Dates that submit would
 * refuse are moved, and the answer says how (extraction service, initialize).
 */
export function initializeJob({ clock, plan }: ExtractionContext, value: unknown): Record<string, unknown> {
  const body = readAs(initializeBody, value);
  const { validators, enrichments } = analyze(body);
  const allNews = body.fetch_all_watchlist_news === true || asksForAllNews(body.query);
  const { range, changes } = fittingRange(body, { now: clock.now(), plan });
  return {
    query: body.query,
    context: body.context ?? null,
    validators: allNews ? [] : validators,
    enrichments,
    start_date: isoOf(range.from),
    end_date: isoOf(range.to),
    date_modification_message: changes,
  };
}
