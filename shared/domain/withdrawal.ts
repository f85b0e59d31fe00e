import { GoneError, RefusedError, type UpstreamError } from './errors.ts';
import { DAY, type Instant } from './instant.ts';
import type { RunState } from './run-state.ts';
import type { Trouble } from './trouble.ts';
import type { Watch, WatchKind } from './watch.ts';

/** Kinds whose path or service was withdrawn for some customers, or is left out of some plans (contract, differences). */
const MAY_BE_WITHDRAWN: readonly WatchKind[] = ['similar', 'events'];

/** How long a watch rests before it asks again whether the service is back. */
export const REST = DAY;

/** Whether an error says that what a watch asks for is not on offer: the watch rests then, and nothing has failed. */
export function isWithdrawn(error: UpstreamError, kind: WatchKind): boolean {
  if (!MAY_BE_WITHDRAWN.includes(kind)) return false;
  return error instanceof GoneError || (error instanceof RefusedError && error.refusal === 'plan');
}

/** Whether a watch still rests; one that asks something else than before does not. */
export function isResting(
  { restsUntil = 0, version }: RunState,
  { watch, now }: { watch: Watch; now: Instant },
): boolean {
  return restsUntil > now && version === watch.version;
}

/** One trouble for all watches that ask the same of a service that is gone; what a plan lacks is told for each watch. */
export function withdrawnTrouble(
  error: UpstreamError,
  { watch, now }: { watch: Watch; now: Instant },
): Trouble {
  const { service, operation, message } = error;
  const isGone = error instanceof GoneError;
  const what = isGone
    ? `The ${service} service no longer offers ${operation}`
    : `The plan does not include what the watch ${watch.id} asks of the ${service} service`;
  return {
    subject: isGone ? `service:${service}:${operation}:withdrawn` : `watch:${watch.id}:withdrawn`,
    kind: 'withdrawn',
    since: now,
    ...(isGone ? {} : { watchId: watch.id }),
    text:
      `${what}: ${message} ${isGone ? 'Watches that need it rest' : 'It rests'} and ask again once a day; all other ` +
      'watches go on. Take such watches out of watches.yaml, or ask the provider for access; what was missed meanwhile ' +
      'is covered as far back as the service keeps it.',
  };
}
