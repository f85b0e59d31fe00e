import { GoneError, RefusedError, type UpstreamError } from '../lib/errors.ts';
import { DAY, type Instant } from '../time/instant.ts';
import type { RunState } from './run-state.ts';
import type { Incident } from '../incidents/incident.ts';
import type { Watch, WatchKind } from '../watches/watch.ts';

/** Kinds whose path or service was withdrawn for some customers, or is left out of some plans (contract, differences). */
const MAY_BE_WITHDRAWN: readonly WatchKind[] = ['similar', 'events'];

/** How long a watch rests before it asks again whether the service is back. */
export const WITHDRAWN_PAUSE = DAY;

/** Whether an error says that what a watch asks for is not on offer: the watch rests then, and nothing has failed. */
export function isWithdrawn(error: UpstreamError, kind: WatchKind): boolean {
  if (!MAY_BE_WITHDRAWN.includes(kind)) return false;
  return error instanceof GoneError || (error instanceof RefusedError && error.refusal === 'plan');
}

/** Whether a watch still rests; one that asks something else than before does not. */
export function isPausedAsWithdrawn(
  { restsUntil = 0, version }: RunState,
  { watch, now }: { watch: Watch; now: Instant },
): boolean {
  return restsUntil > now && version === watch.version;
}

/** Who rests: all that ask the same, all that meet the same refusal, or one watch. */
const REST_TEXTS = {
  gone: 'Watches that need it rest and ask again once a day',
  shared: 'It rests and asks again once a day, and so does every other watch that meets this',
  own: 'It rests and asks again once a day',
} as const;

/**
 * One trouble for all watches that ask the same of a service that is gone. The events service is one thing to a plan: a
 * refusal of any type is one trouble as well (events service, errors). What else a plan lacks is told for each watch.
 */
export function withdrawnIncident(
  error: UpstreamError,
  { watch, now }: { watch: Watch; now: Instant },
): Incident {
  const { service, operation, message } = error;
  const scope = error instanceof GoneError ? 'gone' : watch.kind === 'events' ? 'shared' : 'own';
  const what =
    scope === 'gone'
      ? `The ${service} service no longer offers ${operation}`
      : `The plan does not include what the watch ${watch.id} asks of the ${service} service`;
  return {
    subject: scope === 'own' ? `watch:${watch.id}:withdrawn` : `service:${service}:${operation}:withdrawn`,
    kind: 'withdrawn',
    since: now,
    ...(scope === 'own' && { watchId: watch.id }),
    text:
      `${what}: ${message} ${REST_TEXTS[scope]}; all other ` +
      'watches go on. Take such watches out of watches.yaml, or ask the provider for access; what was missed meanwhile ' +
      'is covered as far back as the service keeps it.',
  };
}
