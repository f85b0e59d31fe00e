import * as z from 'zod';
import { TABLE } from '../../contracts/names.ts';
import type { PagerIncident } from '../../domain/channels/pager-incident.ts';
import { DAY, isoOf } from '../../domain/time/instant.ts';
import type { PagerIncidents } from '../../use-cases/ports/messages.ts';
import { expiry, type Key, type Table } from '../table.ts';

/** More than a lane opens within the time for which stories are open. */
const MOST = 5_000;
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

const storedSchema = z.object({ ...incidentSchema.shape, closedAt: z.number().optional() });

/** The incidents that lanes have opened at another service. Only open ones are in the index of work. */
export function dynamoPagerIncidents(table: Table): PagerIncidents {
  return {
    put: (incident) =>
      table.put({
        ...keyOf(incident),
        ...incident,
        [TABLE.work.partition]: partitionOf(incident.lane),
        [TABLE.work.sort]: `${isoOf(incident.checkAt)}#${incident.key}`,
        ...expiry(incident.checkAt + KEPT),
      }),
    async get(lane, key) {
      const stored = await table.get(keyOf({ lane, key }), storedSchema);
      if (!stored || stored.closedAt !== undefined) return undefined;
      const { closedAt: _none, ...incident } = stored;
      return incident;
    },
    open: (lane, before) =>
      table.query(
        {
          index: 'work',
          partition: partitionOf(lane),
          ...(before !== undefined && { upTo: `${isoOf(before)}#~` }),
          limit: MOST,
        },
        incidentSchema,
      ),
    close: (incident, at) =>
      table.put({ ...keyOf(incident), ...incident, closedAt: at, ...expiry(at + KEPT) }),
  };
}

function keyOf({ lane, key }: Pick<PagerIncident, 'lane' | 'key'>): Key {
  return { pk: `CHANNEL#${lane}`, sk: `INCIDENT#${key}` };
}

/** The name of a channel contains no `#`. */
function partitionOf(lane: string): string {
  return `DUE#incidents#${lane}`;
}
