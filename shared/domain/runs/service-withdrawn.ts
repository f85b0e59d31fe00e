import { GoneError, RefusedError, type UpstreamError } from '../lib/errors.ts';
import { DAY, type Instant } from '../time/instant.ts';
import type { RunState } from './run-state.ts';
import type { Incident } from '../incidents/incident.ts';
import type { Watch } from '../watches/watch.ts';
import { kindFactsOf, type WatchKind } from '../watches/watch-kinds.ts';

/** How long a watch pauses before it tries again whether the service is back. */
export const WITHDRAWN_PAUSE = DAY;

/** Whether an error means that the service no longer offers what a watch needs. The watch then pauses; no run has failed. */
export function isWithdrawn(error: UpstreamError, kind: WatchKind): boolean {
  if (kindFactsOf(kind).withdrawn === undefined) return false;
  return error instanceof GoneError || (error instanceof RefusedError && error.refusal === 'plan');
}

/** Whether a watch still pauses. A new version of the watch does not. */
export function isPausedAsWithdrawn(
  { withdrawnUntil = 0, version }: RunState,
  { watch, now }: { watch: Watch; now: Instant },
): boolean {
  return withdrawnUntil > now && version === watch.version;
}

/** Which watches pause: all that need the path, all of the kind, or one. */
const PAUSE_TEXTS = {
  gone: 'Watches that need it pause and try again once a day',
  kind: 'It pauses and tries again once a day, and so does every other watch with this refusal',
  watch: 'It pauses and tries again once a day',
} as const;

/** One incident for all watches that need a path which is gone, or a kind that the plan lacks; else one for the watch. */
export function withdrawnIncident(
  error: UpstreamError,
  { watch, now }: { watch: Watch; now: Instant },
): Incident {
  const { service, operation, message } = error;
  const isForKind = kindFactsOf(watch.kind).withdrawn === 'together';
  const scope = error instanceof GoneError ? 'gone' : isForKind ? 'kind' : 'watch';
  const what =
    scope === 'gone'
      ? `The ${service} service no longer offers ${operation}`
      : `The plan does not include what the watch ${watch.id} needs from the ${service} service`;
  return {
    subject: scope === 'watch' ? `watch:${watch.id}:withdrawn` : `service:${service}:${operation}:withdrawn`,
    kind: 'withdrawn',
    since: now,
    ...(scope === 'watch' && { watchId: watch.id }),
    text:
      `${what}: ${message} ${PAUSE_TEXTS[scope]}; all other watches continue. Remove such watches from watches.yaml, or ` +
      'ask the provider for access. When they run again, they cover the missed time as far back as the service keeps it.',
  };
}
