import { compileExclusions } from '../../domain/findings/exclusions.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Window } from '../../domain/time/window.ts';
import type { CallLimits } from '../../use-cases/ports/clock.ts';
import type { FoundPage, Source } from '../../use-cases/ports/source.ts';
import type { EventsClient } from './create-events-client.ts';
import { eventToFinding } from './to-finding.ts';
import { wantedTexts, watchRequest } from './watch-request.ts';

/** The events service as a port of runs. One answer contains all events of a window, unless it may be incomplete. */
export function eventsSource(client: EventsClient): Source {
  const ask = async (
    { watch, window }: { watch: Watch; window: Window },
    { deadline }: CallLimits,
  ): Promise<FoundPage> => {
    let calls = 0;
    let correlationId: string | undefined;
    const request = watchRequest(watch, window);
    const answer = await client.searchEvents(request, {
      deadline,
      observe: (exchange) => {
        calls += exchange.sent ? 1 : 0;
        correlationId = exchange.correlationId ?? correlationId;
      },
    });
    const sight = {
      type: request.event_type,
      window,
      wanted: wantedTexts(request),
      exclusions: compileExclusions(watch.exclude),
    };
    const found = answer.events.map((event) => ({ finding: eventToFinding(event, sight), raw: event.raw }));
    return {
      findings: found.map(({ finding }) => finding),
      refused: answer.dropped,
      hits: answer.count,
      pages: 1,
      capped: answer.mayBeCut,
      calls,
      ...(correlationId !== undefined && { correlationId }),
      ...(watch.keep === 'full' && {
        raw: new Map(found.map(({ finding, raw }) => [finding.fingerprint, JSON.stringify(raw)])),
      }),
    };
  };
  return {
    fetchPage: ask,
    async count(asked, limits) {
      const { hits, calls } = await ask(asked, limits);
      return { hits, calls };
    },
  };
}
