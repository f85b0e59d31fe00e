import { compileExclusions } from '../../domain/findings/exclusions.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Window } from '../../domain/time/window.ts';
import type { CallLimits } from '../../use-cases/ports/clock.ts';
import type { FoundPage, Source } from '../../use-cases/ports/source.ts';
import { counting } from '../http/counting.ts';
import { foundPageItems } from '../http/found-items.ts';
import type { EventsClient } from './create-events-client.ts';
import { eventToFinding } from './to-finding.ts';
import { wantedTexts, watchRequest } from './watch-request.ts';

/** The events service as a port of runs. One answer contains all events of a window, unless it may be incomplete. */
export function eventsSource(client: EventsClient): Source {
  const ask = async (
    { watch, window }: { watch: Watch; window: Window },
    limits: CallLimits,
  ): Promise<FoundPage> => {
    const request = watchRequest(watch, window);
    const { answer, ...counts } = await counting(limits, (options) => client.searchEvents(request, options));
    const sight = {
      type: request.event_type,
      window,
      wanted: wantedTexts(request),
      exclusions: compileExclusions(watch.exclude),
    };
    return {
      ...foundPageItems(answer.events, {
        toFinding: (event) => eventToFinding(event, sight),
        unusable: answer.unusable,
      }),
      refused: answer.dropped,
      hits: answer.count,
      pages: 1,
      capped: answer.mayBeCut,
      ...counts,
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
