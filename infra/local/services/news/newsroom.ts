import { loadedOnce } from '../../../../shared/domain/lib/in-parallel.ts';
import type { Clock } from '../kit/clock.ts';
import type { Plan } from '../kit/plan.ts';
import type { ServiceDeps } from '../kit/service-deps.ts';
import { type Analyst, openAnalyst } from './analyst.ts';
import { nearCopies } from './near-copies.ts';
import type { Entry } from './library/entry.ts';
import { type Library, openLibrary } from './library/library.ts';
import { type Outlets, outletsOf } from './library/outlets.ts';

/** What the endpoints answer from. */
export interface Newsroom {
  library: Library;
  outlets: Outlets;
  analyst: Analyst;
  /** For each article the first one that it is a near copy of. */
  copies: () => ReadonlyMap<Entry, Entry>;
  plan: Plan;
  clock: Clock;
  newId: () => string;
}

/** What the news service is built from. A library that others read as well is handed in; else it opens its own. */
export interface NewsDeps extends ServiceDeps {
  library?: Library;
}

export function openNewsroom(deps: NewsDeps): Newsroom {
  const { corpus, plan, clock, newId, library = openLibrary(corpus) } = deps;
  return {
    library,
    outlets: outletsOf(library.entries),
    analyst: openAnalyst(),
    copies: loadedOnce(() => nearCopies(library.entries)),
    plan,
    clock,
    newId,
  };
}
