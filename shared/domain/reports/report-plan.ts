/** A brand or competitor by its names. */
export interface Named {
  /** Its key in `watches.yaml`. */
  id: string;
  /** Its names in articles; the first one is shown. */
  names: readonly string[];
}

/** The brand of a report. */
export interface Brand extends Named {
  /** Phrases in articles that are about something else. */
  exclude: readonly string[];
  competitors: readonly Named[];
}

/** How a report looks. */
export interface ReportLook {
  /** Its heading. */
  title: string;
  /** `#rrggbb`: the colour of the brand in charts and rules. */
  colour?: string;
  /** A picture as a `data:` address. */
  logo?: string;
}

/** A report of `watches.yaml`, with every default filled in. */
export interface ReportPlan {
  id: string;
  brand: Brand;
  /** Scheduler expression: `cron()`, `rate()` or `at()`. */
  schedule: string;
  /** The IANA zone of the schedule and of its days. */
  timezone: string;
  /** How many whole days it covers, before the day on which it is written. */
  days: number;
  channel: string;
  look: ReportLook;
  /** It does not run. */
  disabled?: true;
}
