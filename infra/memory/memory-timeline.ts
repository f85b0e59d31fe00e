import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import type { StoryRecord } from '../../shared/domain/stories/story-record.ts';
import { dayOf, isoOf } from '../../shared/domain/time/instant.ts';
import type { DayPart, FindingKey, Timeline } from '../../shared/use-cases/ports/pages/timeline.ts';
import type { Findings } from '../../shared/use-cases/ports/findings.ts';
import type { Alerts } from '../../shared/use-cases/ports/alerts.ts';
import { copyOf } from './copy-of.ts';
import { searchedOf } from './searched-finding.ts';
import { outlineOf } from './story-outline.ts';

interface Place {
  at: number;
  id: string;
}

interface Held {
  findings: Pick<Findings, 'foundOn' | 'read'>;
  stories: ReadonlyMap<string, StoryRecord>;
  alerts: Pick<Alerts, 'madeOn' | 'latestOn' | 'held'>;
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
  const foundOn = (watchId: string, day: string) =>
    store.findings.foundOn(watchId, day, Number.MAX_SAFE_INTEGER);
  const latestOn = async (watchId: string, part: DayPart) =>
    backwards(await foundOn(watchId, part.day), part, (one) => ({
      at: one.foundAt,
      id: one.finding.fingerprint,
    }));
  const countOn = async (watchId: string, day: string) => (await foundOn(watchId, day)).length;
  const articles: Timeline['articles'] = async (keys) => {
    const read = ({ watchId, fingerprint }: FindingKey) => store.findings.read(watchId, [fingerprint]);
    return (await Promise.all(keys.map(read))).flat();
  };
  const begunOn = (day: string) =>
    copyOf([...store.stories.values()].filter(({ madeAt }) => dayOf(madeAt) === day).map(outlineOf));
  return {
    findings: async (parts) =>
      Promise.all(
        parts.map(async ({ watchId, ...part }) => {
          const found = await latestOn(watchId, part);
          return { found: found.map(searchedOf), byRunsAlone: false };
        }),
      ),
    async latest(watchId, days, limit) {
      const found: StoredFinding[] = [];
      for (const day of days) found.push(...(await latestOn(watchId, { day, limit })));
      return found.slice(0, limit);
    },
    async soFar(watchId, { day, most }) {
      const latest = await latestOn(watchId, { day, limit: most });
      return {
        count: await countOn(watchId, day),
        latest: latest.map(({ finding: { fingerprint } }) => ({ watchId, fingerprint })),
      };
    },
    storiesOf: async (keys) =>
      (await articles(keys)).flatMap(({ watchId, finding: { fingerprint }, story }) =>
        story === undefined ? [] : { watchId, fingerprint, story },
      ),
    counts: async (watchId, days) => Promise.all(days.map((day) => countOn(watchId, day))),
    articles,
    async alerts(part) {
      const made = await store.alerts.madeOn(part.day, Number.MAX_SAFE_INTEGER);
      return backwards(made, part, ({ alert }) => ({ at: alert.createdAt, id: alert.id }));
    },
    alertStates: async (day, limit) => (await store.alerts.latestOn(day, limit)).map(({ state }) => state),
    waitingStates: async (lane, limit) => (await store.alerts.held(lane, limit)).map(({ state }) => state),
    stories: async (part) => backwards(begunOn(part.day), part, ({ madeAt, id }) => ({ at: madeAt, id })),
    async begun(day, limit) {
      const oldest = backwards(begunOn(day), { day, limit: Infinity }, ({ madeAt, id }) => ({
        at: madeAt,
        id,
      }));
      const byId = Map.groupBy(oldest.toReversed(), ({ id }) => id);
      return [...byId.values()].slice(0, limit).flat();
    },
  };
}
