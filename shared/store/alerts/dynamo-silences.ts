import { silenceSchema } from '../../contracts/stored/stored-silence.ts';
import { DAY, isoOf } from '../../domain/time/instant.ts';
import type { Silence } from '../../domain/channels/silence.ts';
import type { Silences } from '../../use-cases/ports/alerts.ts';
import { expiry, type Key, type Table } from '../table.ts';

const SILENCES = 'SILENCES';
const MOST = 10_000;
/** A silence is kept after its end as long as the alerts that it muted are by default. */
const KEPT = 400 * DAY;

/** Silences, in the order of their ends. */
export function dynamoSilences(table: Table): Silences {
  return {
    since: async (end) => soonestOfEach(await readSilences(table, end)),

    put: (silence) => table.put(silenceItem(silence)),

    /** The end is part of the key. The earlier end is written first: after a crash both items exist, and the earlier end counts. */
    async expire(silence, at) {
      await table.put(silenceItem({ ...silence, endsAt: at }));
      if (at !== silence.endsAt) await table.remove(silenceKey(silence));
    },
  };
}

/** The silences that end at this instant or later, as they are stored. After a crash there may be two of an id. */
export function readSilences(table: Table, end: number): Promise<Silence[]> {
  return table.query({ partition: SILENCES, from: isoOf(end), limit: MOST }, silenceSchema);
}

function soonestOfEach(silences: readonly Silence[]): Silence[] {
  const byId = new Map<string, Silence>();
  for (const silence of silences) if (!byId.has(silence.id)) byId.set(silence.id, silence);
  return [...byId.values()];
}

export function silenceItem(silence: Silence) {
  return { ...silenceKey(silence), ...silence, ...expiry(silence.endsAt + KEPT) };
}

export function silenceKey({ endsAt, id }: Silence): Key {
  return { pk: SILENCES, sk: `${isoOf(endsAt)}#${id}` };
}
