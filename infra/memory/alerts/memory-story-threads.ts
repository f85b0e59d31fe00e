import type { Unsubscription } from '../../../shared/domain/channels/unsubscribed.ts';
import type { PagerIncident } from '../../../shared/domain/channels/pager-incident.ts';
import type {
  PagerIncidents,
  StoryThread,
  StoryThreads,
  Unsubscriptions,
} from '../../../shared/use-cases/ports/messages.ts';
import { copyOf } from '../copy-of.ts';

/** The threads of stories, in memory. */
export function memoryStoryThreads(): StoryThreads & { all: Map<string, StoryThread> } {
  const all = new Map<string, StoryThread>();
  return {
    all,
    find: async (lane, story) => copyOf(all.get(`${lane} ${story}`)),
    note: async (lane, story, { ref, severity, at }) =>
      void all.set(`${lane} ${story}`, { ref, severity, at }),
  };
}

/** Who has unsubscribed, in memory. */
export function memoryUnsubscriptions(): Unsubscriptions {
  const all = new Map<string, Unsubscription>();
  return {
    put: async (record) => void all.set(`${record.lane}#${record.recipient}`, copyOf(record)),
    of: async (lane) =>
      copyOf(
        [...all.values()]
          .filter((one) => one.lane === lane)
          .toSorted((a, b) => (a.recipient < b.recipient ? -1 : 1)),
      ),
    get: async (lane, recipient) => copyOf(all.get(`${lane}#${recipient}`)),
  };
}

/** Incidents at other services, in memory. */
export function memoryPagerIncidents(): PagerIncidents {
  const all = new Map<string, PagerIncident>();
  return {
    put: async (incident) => void all.set(`${incident.lane}#${incident.key}`, copyOf(incident)),
    get: async (lane, key) => copyOf(all.get(`${lane}#${key}`)),
    open: async (lane, before = Infinity) =>
      copyOf(
        [...all.values()]
          .filter((one) => one.lane === lane && one.checkAt <= before)
          .toSorted((a, b) => a.checkAt - b.checkAt || (a.key < b.key ? -1 : 1)),
      ),
    close: async ({ lane, key }) => void all.delete(`${lane}#${key}`),
  };
}
