import * as z from 'zod';
import { SERVICES } from '../../domain/lib/errors.ts';
import { type FindingEntity, PUBLISHED_PRECISIONS } from '../../domain/findings/finding.ts';

/** A watchlist company in a stored finding. */
export const findingEntitySchema = z.object({
  name: z.string(),
  key: z.string().optional(),
  score: z.number().optional(),
  relation: z.string().optional(),
  role: z.string().optional(),
}) satisfies z.ZodType<FindingEntity>;

/** When something was published, as it is stored. */
export const publication = {
  publishedAt: z.number().optional(),
  publishedPrecision: z.enum(PUBLISHED_PRECISIONS).optional(),
};

const names = z.array(z.string()).optional();

/** What the language layer says of an article, as it is stored. */
export const languageLayer = {
  summary: z.string().optional(),
  translation: z.object({ title: z.string().optional(), text: z.string().optional() }).optional(),
  themes: names,
  people: names,
  places: names,
  iptcTags: names,
  iptcCodes: names,
  iabTags: names,
};

/** What a finding, an item or a budget comes from. */
export const serviceSchema = z.enum([...SERVICES, 'feeds']);
