import * as z from 'zod';
import type { Heartbeat } from '../../domain/alerts/heartbeat.ts';

export const heartbeatSchema = z.object({
  since: z.number(),
  until: z.number(),
  watches: z.number(),
  due: z.number(),
  checked: z.number(),
  behind: z.array(z.object({ watchId: z.string(), due: z.number(), checked: z.number() })),
}) satisfies z.ZodType<Heartbeat>;
