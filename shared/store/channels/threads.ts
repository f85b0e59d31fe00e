import * as z from 'zod';
import type { PagerIncident } from '../../domain/channels/incidents.ts';
import type { StoryThread } from '../../domain/channels/message-plan.ts';
import { DAY, type Instant, isoOf } from '../../domain/time/instant.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import { expiry, type Key, type Table } from '../table.ts';

// What other services have of what a lane has sent: threads of stories, and open incidents.

const threadSchema = z.object({
  ref: z.string(),
  severity: z.enum(SEVERITIES),
  latest: z.string().optional(),
  at: z.number(),
}) satisfies z.ZodType<StoryThread>;

/** The threads and incidents of the stories of a lane, by their keys. */
export function storyThreadsIn(table: Table) {
  const keyOf = (lane: string, story: string): Key => ({ pk: `CHANNEL#${lane}`, sk: `THREAD#${story}` });
  return {
    find: (lane: string, story: string): Promise<StoryThread | undefined> =>
      table.get(keyOf(lane, story), threadSchema),

    /** @param thread.until when it may be forgotten. */
    note: (
      lane: string,
      story: string,
      { until, ...thread }: StoryThread & { until: Instant },
    ): Promise<void> => table.put({ ...keyOf(lane, story), ...thread, ...expiry(until) }),
  };
}

export type StoryThreads = ReturnType<typeof storyThreadsIn>;

/** How long what has ended is kept. */
const KEPT = 30 * DAY;

const incidentSchema = z.object({
  lane: z.string(),
  key: z.string(),
  alertIds: z.array(z.string()),
  since: z.number(),
  checkAt: z.number(),
  retryAt: z.number().optional(),
}) satisfies z.ZodType<PagerIncident>;

const endedSchema = incidentSchema.extend({ closedAt: z.number().optional() });

/** The incidents that lanes have opened at another service. Only open ones are in the index of work. */
export function pagerIncidentsIn(table: Table) {
  const keyOf = ({ lane, key }: Pick<PagerIncident, 'lane' | 'key'>): Key => ({
    pk: `CHANNEL#${lane}`,
    sk: `INCIDENT#${key}`,
  });
  /** The name of a channel contains no `#`. */
  const partitionOf = (lane: string): string => `DUE#incidents#${lane}`;
  return {
    /** Records an open incident, in place of what was recorded of the same lane and key. */
    put: (incident: PagerIncident): Promise<void> =>
      table.put({
        ...keyOf(incident),
        ...incident,
        workPk: partitionOf(incident.lane),
        workSk: `${isoOf(incident.checkAt)}#${incident.key}`,
        ...expiry(incident.checkAt + KEPT),
      }),

    /** Undefined when it has ended. */
    async get(lane: string, key: string): Promise<PagerIncident | undefined> {
      const stored = await table.get(keyOf({ lane, key }), endedSchema);
      if (!stored || stored.closedAt !== undefined) return undefined;
      const { closedAt: _none, ...incident } = stored;
      return incident;
    },

    /**
     * The open ones of a lane, or those to be checked by an instant; what changed in the last moments may be missing.
     */
    open: (lane: string, before?: Instant): Promise<PagerIncident[]> =>
      table.query(
        {
          index: 'work',
          partition: partitionOf(lane),
          ...(before !== undefined && { upTo: `${isoOf(before)}#~` }),
        },
        incidentSchema,
      ),

    close: (incident: PagerIncident, at: Instant): Promise<void> =>
      table.put({ ...keyOf(incident), ...incident, closedAt: at, ...expiry(at + KEPT) }),
  };
}

export type PagerIncidents = ReturnType<typeof pagerIncidentsIn>;
