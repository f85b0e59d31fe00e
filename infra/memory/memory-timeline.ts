import { dayOf, isoOf } from '../../shared/domain/time/instant.ts';
import type { DayPart, Timeline } from '../../shared/use-cases/ports/pages/timeline.ts';
import type { Findings } from '../../shared/use-cases/ports/findings.ts';
import type { Alerts } from '../../shared/use-cases/ports/alerts.ts';
import type { Stories } from '../../shared/use-cases/ports/stories.ts';

interface Place {
  at: number;
  id: string;
}

interface Held {
  findings: Pick<Findings, 'foundOn'>;
  stories: Pick<Stories, 'madeOn' | 'parts'>;
  alerts: Pick<Alerts, 'madeOn'>;
}

const keyOf = ({ at, id }: Place) => `${isoOf(at)}#${id}`;

/** What a store in memory holds by time, with the promises of the table. */
export function memoryTimeline(store: Held): Timeline {
  const backwards = <T>(all: readonly T[], { before, limit }: DayPart, placeOf: (one: T) => Place): T[] =>
    all
      .map((one) => ({ one, key: keyOf(placeOf(one)) }))
      .filter(({ key }) => before === undefined || key < keyOf(before))
      .toSorted((a, b) => (a.key < b.key ? 1 : -1))
      .slice(0, limit)
      .map(({ one }) => one);
  return {
    async findings(watchId, part) {
      const found = await store.findings.foundOn(watchId, part.day, Number.MAX_SAFE_INTEGER);
      return backwards(found, part, (one) => ({ at: one.foundAt, id: one.finding.fingerprint }));
    },
    async storyIds(watchId, day, limit) {
      const found = await store.findings.foundOn(watchId, day, Number.MAX_SAFE_INTEGER);
      const latest = backwards(found, { day, limit }, (one) => ({
        at: one.foundAt,
        id: one.finding.fingerprint,
      }));
      return latest.flatMap(({ story }) => story ?? []);
    },
    count: async (watchId, day) =>
      (await store.findings.foundOn(watchId, day, Number.MAX_SAFE_INTEGER)).length,
    async alerts(part) {
      const made = await store.alerts.madeOn(part.day, Number.MAX_SAFE_INTEGER);
      return backwards(made, part, ({ alert }) => ({ at: alert.createdAt, id: alert.id }));
    },
    async stories(part) {
      const ids = await store.stories.madeOn(part.day, Number.MAX_SAFE_INTEGER);
      const parts = [...(await store.stories.parts(ids)).values()].flat();
      const made = parts.filter(({ madeAt }) => dayOf(madeAt) === part.day);
      return backwards(made, part, ({ madeAt, id }) => ({ at: madeAt, id }));
    },
  };
}
