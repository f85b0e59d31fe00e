import * as z from 'zod';
import { EVENT_TYPES } from '../../../../shared/domain/services/event-filters.ts';
import { ARTICLE_FIELDS } from '../../../../shared/domain/services/event-values.ts';

/** The body of a search (events service, request). Fields it does not know are passed over. */
export const searchRequest = z.object({
  event_type: z.enum(EVENT_TYPES),
  attach_articles_data: z.boolean().default(false),
  additional_filters: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((filters) => filters ?? {}),
  additional_article_fields: z.array(z.enum(ARTICLE_FIELDS)).max(100).default([]),
});

export type SearchRequest = z.infer<typeof searchRequest>;
export type ArticleField = (typeof ARTICLE_FIELDS)[number];
