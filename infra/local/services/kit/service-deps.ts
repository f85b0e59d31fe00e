import type { Clock } from './clock.ts';
import type { Corpus } from './corpus/corpus.ts';
import type { Faults } from './faults.ts';
import type { KeyRule, Plan } from './plan.ts';
import type { StateFolder } from './state-folder.ts';
import type { Usage } from './usage.ts';

/**
 * What each service is built from: `createNewsService(deps)`, `createEventsService(deps)`,
 * `createExtractionService(deps)`.
 */
export interface ServiceDeps {
  keys: KeyRule;
  clock: Clock;
  /** Makes a UUID. */
  newId: () => string;
  /** All articles and events; what is newer than the clock is not there yet. */
  corpus: Corpus;
  state: StateFolder;
  usage: Usage;
  faults: Faults;
  plan: Plan;
  /** Takes a line for stderr. */
  log: (line: string) => void;
}
