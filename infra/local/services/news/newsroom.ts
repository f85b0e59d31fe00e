import type { Clock } from '../kit/clock.ts';
import type { Plan } from '../kit/plan.ts';
import type { ServiceDeps } from '../kit/service-deps.ts';
import { type Analyst, openAnalyst } from './analysis/analyst.ts';
import { type Library, openLibrary } from './library/library.ts';
import { type Outlets, outletsOf } from './library/outlets.ts';

/** What the endpoints answer from. */
export interface Newsroom {
  library: Library;
  outlets: Outlets;
  analyst: Analyst;
  plan: Plan;
  clock: Clock;
}

/** What the news service is built from. A library that others read as well is handed in; else it opens its own. */
export interface NewsDeps extends ServiceDeps {
  library?: Library;
}

export function openNewsroom({ corpus, plan, clock, library = openLibrary(corpus) }: NewsDeps): Newsroom {
  return { library, outlets: outletsOf(library.entries), analyst: openAnalyst(), plan, clock };
}
