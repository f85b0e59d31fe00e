import type { Clock } from '../kit/clock.ts';
import type { Plan } from '../kit/plan.ts';
import type { ServiceDeps } from '../kit/service-deps.ts';
import { type Analyst, openAnalyst } from './analyst.ts';
import { type DayStories, openDayStories, openStoryGroups, type StoryGroups } from './groups/story-groups.ts';
import { type Library, openLibrary } from './library/library.ts';
import { type Outlets, outletsOf } from './library/outlets.ts';

/** What the endpoints answer from. */
export interface Newsroom {
  library: Library;
  outlets: Outlets;
  analyst: Analyst;
  groups: StoryGroups;
  dayStories: DayStories;
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
    groups: openStoryGroups(library),
    dayStories: openDayStories(library),
    plan,
    clock,
    newId,
  };
}
