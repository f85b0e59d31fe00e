import { loadedOnce } from '../../../../shared/domain/lib/in-parallel.ts';
import type { Clock } from '../kit/clock.ts';
import type { Plan } from '../kit/plan.ts';
import { LOOK_BACK } from '../kit/group-stories.ts';
import type { ServiceDeps } from '../kit/service-deps.ts';
import { type Analyst, openAnalyst } from './analyst.ts';
import type { Entry } from './library/entry.ts';
import { type Library, openLibrary } from './library/library.ts';
import { type Outlets, outletsOf } from './library/outlets.ts';
import { copyKeys, NEAR_COPY, sharedPart } from './library/sketch.ts';

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

/**
 * For each article the first one that it is a near copy of: itself, where it is the first. `entries` are in the order
 * in which they become visible, so later ones never change the groups of earlier ones.
 */
function nearCopies(entries: readonly Entry[]): ReadonlyMap<Entry, Entry> {
  const firsts = new Map<Entry, Entry>();
  const latest = new Map<number, Entry>();
  for (const entry of entries) {
    const keys = copyKeys(entry.sketch);
    const isCopied = (other: Entry) =>
      entry.visibleAt - other.visibleAt <= LOOK_BACK && sharedPart(entry.sketch, other.sketch) >= NEAR_COPY;
    const copied = keys.flatMap((key) => latest.get(key) ?? []).find(isCopied);
    firsts.set(entry, (copied && firsts.get(copied)) ?? entry);
    for (const key of keys) latest.set(key, entry);
  }
  return firsts;
}
