import * as z from 'zod';
import { STORY_ORDERS, type StoryOrder } from '../../domain/stories/story-order.ts';

/** What a person has ordered about a story, as it is stored. It holds no text from the news. */
export const storyOrderSchema = z.object({
  kind: z.enum(STORY_ORDERS),
  watchId: z.string(),
  story: z.string(),
  about: z.string().optional(),
  at: z.number(),
  undoneAt: z.number().optional(),
  stories: z.tuple([z.string(), z.string()]).optional(),
  result: z.enum(['done', 'undone', 'gone']).optional(),
  silenceId: z.string().optional(),
  mutedUntil: z.number().optional(),
  revision: z.number(),
  expiresAt: z.number(),
}) satisfies z.ZodType<StoryOrder>;
