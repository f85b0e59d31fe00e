import { EXTRACTION_LIMITS } from '../../../../shared/domain/services/extraction-rules.ts';
import { SECOND } from '../../../../shared/domain/time/instant.ts';
import type { Clock } from '../kit/clock.ts';
import type { Stage } from './stored.ts';

/**
 * How jobs go on: by the clock, each stage for its time in milliseconds (`enriching` for each batch); or by call, one
 * step for each status poll, for runs that must not wait.
 */
type Walk = { by: 'call' } | { by: 'clock'; stages: Readonly<Record<WorkingStage, number>> };

type WorkingStage = Exclude<Stage, 'completed' | 'failed'>;

/** A named list of domains that narrows where articles are fetched from. */
interface SourceGroup {
  slug: string;
  name: string;
  description: string;
  domains: readonly string[];
}

/** What the state of things follows from that only time changes. */
export interface Timed {
  clock: Clock;
  settings: ExtractionSettings;
}

/** What the contract leaves to the service, with a value for each. */
export interface ExtractionSettings {
  /** The path in front of all calls but health and version. */
  prefix: string;
  walk: Walk;
  /** Search turns of a job at most: 1 to 4. Every turn beyond the first is a step back from enriching to fetching. */
  turns: number;
  /** Clusters that are judged in one step of enriching. */
  batch: number;
  articlesPerTurn: number;
  sourceGroups: readonly SourceGroup[];
  /** After so many milliseconds an entity is being enriched, and ready. */
  entities: { enrichingAfter: number; readyAfter: number };
  /**
   * True: refuses what only public material about the service refuses, such as a `limit` below 10. The description
   * that binds allows it.
   */
  strict: boolean;
  /**
   * When strict: jobs with datasets keep only records in which an entity has this score, unless they say otherwise.
   */
  leastScore: number;
  /** Webhooks may also go to this machine, without https. */
  allowLoopback: boolean;
  /** What members of an organization may do with what other members made; undefined: nothing is shared. */
  sharing: 'view' | 'edit' | 'manage' | undefined;
  /** As older services do, a change of a monitor's schedule is refused. */
  fixedSchedules: boolean;
}

export const DEFAULT_SETTINGS: ExtractionSettings = {
  prefix: '/svc',
  walk: {
    by: 'clock',
    stages: {
      submitted: 2 * SECOND,
      analyzing: 5 * SECOND,
      fetching: 10 * SECOND,
      clustering: 5 * SECOND,
      enriching: 10 * SECOND,
    },
  },
  turns: 4,
  batch: 20,
  articlesPerTurn: 300,
  sourceGroups: [
    {
      slug: 'newswires',
      name: 'News wires',
      description: 'Agencies whose reports others print',
      domains: [
        'reuters.com',
        'apnews.com',
        'afp.com',
        'bloomberg.com',
        'prnewswire.com',
        'businesswire.com',
      ],
    },
    {
      slug: 'business-press',
      name: 'Business press',
      description: 'Newspapers and broadcasters of business and finance',
      domains: ['ft.com', 'wsj.com', 'bloomberg.com', 'cnbc.com', 'economist.com', 'forbes.com'],
    },
  ],
  entities: { enrichingAfter: 2 * SECOND, readyAfter: 6 * SECOND },
  strict: false,
  leastScore: 2,
  allowLoopback: false,
  sharing: undefined,
  fixedSchedules: false,
};

/** The least `limit` of a job or monitor. */
export function leastLimitOf({ strict }: Pick<ExtractionSettings, 'strict'>): number {
  return strict ? EXTRACTION_LIMITS.leastLimit : 1;
}
