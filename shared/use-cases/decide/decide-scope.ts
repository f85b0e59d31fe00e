import { OPEN_FOR } from '../../domain/stories/open-story.ts';
import { knownStories, type KnownStories } from '../../domain/stories/story-candidates.ts';
import type { HeldSpace } from '../../store/stories/spaces.ts';
import type { AlertPorts } from '../alerts/put-on-lanes.ts';
import type { QuarantinePorts } from '../alerts/quarantine-items.ts';
import type { OrderPorts } from '../collect/order-deciding.ts';
import type { Ports } from '../ports/ports.ts';

export type DecidePorts = AlertPorts &
  QuarantinePorts &
  OrderPorts &
  Pick<Ports, 'findings' | 'stories' | 'storyOrders' | 'seenValues' | 'states' | 'windows' | 'hourlyCounts'>;

/** A space whose lease is held, for as long as one call decides. */
export interface DecideScope {
  ports: DecidePorts;
  held: HeldSpace;
  /** Nothing is begun after this. */
  finish: number;
  /** The stories of the space as the last part has left them; undefined until they are needed, and after a failure. */
  known: { stories: KnownStories | undefined };
}

/** The stories of the space: as the last part has left them, or as they are stored. */
export async function storiesOf({ ports, held, known }: DecideScope): Promise<KnownStories> {
  if (known.stories) return known.stories;
  const now = ports.clock.now();
  const open = (await ports.stories.open(held.space)).filter(({ lastAt }) => now - lastAt <= OPEN_FOR);
  known.stories = knownStories(held.space, open);
  return known.stories;
}
