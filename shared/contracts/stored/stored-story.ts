import * as z from 'zod';
import { PROTOCOLS } from '../../domain/alerts/message.ts';
import type { NotifiedStory } from '../../domain/channels/notified-stories.ts';
import type { StorySummary } from '../../domain/stories/story.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';

/** A stored story that a channel was notified of. */
export const notifiedOnChannelSchema = z.object({
  alertIds: z.array(z.string()),
  watches: z.array(z.string()),
  spaces: z.array(z.string()),
  severity: z.enum(SEVERITIES),
  protocols: z.array(z.enum(PROTOCOLS)),
  keys: z.array(z.string()),
}) satisfies z.ZodType<NotifiedStory>;

const siblingSchema = z.object({
  title: z.string(),
  link: z.string().optional(),
  domain: z.string().optional(),
});

/** What an alert holds of its story. */
export const storySummarySchema = z.object({
  id: z.string(),
  articles: z.number(),
  outlets: z.number(),
  countries: z.number(),
  bestRank: z.number().optional(),
  sentiment: z.number().optional(),
  silent: z
    .object({
      count: z.number(),
      shown: z.array(siblingSchema),
    })
    .optional(),
  others: z.array(siblingSchema).optional(),
}) satisfies z.ZodType<StorySummary>;
