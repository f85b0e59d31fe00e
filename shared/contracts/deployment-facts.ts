import { OPERATORS } from '../domain/channels/channel.ts';
import { parseSchedule, periodOf } from '../domain/time/schedule.ts';
import { desiredSchema } from './stored/definitions.ts';

/** What a deployment must know about the watches. */
export interface DeploymentFacts {
  /** E-mail addresses of the operators. */
  operators: readonly string[];
  /** The shortest period of any watch in milliseconds; undefined when there are no watches. */
  shortestPeriod: number | undefined;
}

/** Periods of cron() are counted from here, not from now, so that the same watches give the same template. */
const COUNTED_FROM = Date.UTC(2026, 0, 1);

/**
 * Reads compiled watches, the payload of `apply-watches`.
 *
 * @throws SyntaxError or ZodError when the text is not such a payload.
 */
export function deploymentFacts(watchesJson: string): DeploymentFacts {
  const { watches, channels } = desiredSchema.parse(JSON.parse(watchesJson));
  const periods = watches.map(({ schedule, timezone }) =>
    periodOf(parseSchedule(schedule, timezone), COUNTED_FROM),
  );
  return {
    operators: channels.find(({ name }) => name === OPERATORS)?.email ?? [],
    shortestPeriod: periods.length === 0 ? undefined : Math.min(...periods),
  };
}
