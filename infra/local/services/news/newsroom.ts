import type { Clock } from '../kit/clock.ts';
import type { Plan } from '../kit/plan.ts';
import type { ServiceDeps } from '../kit/service-deps.ts';
import { type Library, openLibrary } from './library/library.ts';
import { type Outlets, outletsOf } from './library/outlets.ts';

/** What the endpoints answer from. */
export interface Newsroom {
  library: Library;
  outlets: Outlets;
  plan: Plan;
  clock: Clock;
}

export function openNewsroom({ corpus, plan, clock }: ServiceDeps): Newsroom {
  const library = openLibrary(corpus);
  return { library, outlets: outletsOf(library.entries), plan, clock };
}
