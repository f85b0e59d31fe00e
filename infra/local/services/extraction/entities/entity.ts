import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import type { Timed } from '../settings.ts';

/** The states through which entities and datasets get ready, each with its time (extraction service, entities). */
export function readying({ settings }: Pick<Timed, 'settings'>, since: Instant) {
  const { enrichingAfter, readyAfter } = settings.entities;
  return [
    { status: 'pending', at: since },
    { status: 'enriching', at: since + enrichingAfter },
    { status: 'ready', at: since + readyAfter },
  ];
}

/** The status follows from the time alone, so it needs no timer and survives a restart. */
export function statusSince(context: Timed, since: Instant): string {
  const reached = readying(context, since).findLast(({ at }) => at <= context.clock.now());
  return reached?.status ?? 'pending';
}
