/** A name that is written about, and how it is written. */
export interface Named {
  /** As `watches.yaml` calls it. */
  id: string;
  /** What it is called in articles; the first one is shown. */
  names: readonly string[];
}

/** What a report is about. */
export interface Brand extends Named {
  /** Phrases that show that something else is meant. */
  exclude: readonly string[];
  competitors: readonly Named[];
}

/** How a report looks, where it does not look as all do. */
export interface ReportLook {
  /** What stands at its head. */
  title: string;
  /** `#rrggbb`: the colour of the brand in charts and rules. */
  colour?: string;
  /** A `data:` address of a picture. */
  logo?: string;
}

/** A report as `watches.yaml` asks for it, every default filled in. */
export interface ReportPlan {
  id: string;
  brand: Brand;
  /** Scheduler expression: `cron()`, `rate()` or `at()`. */
  schedule: string;
  /** IANA zone: of the schedule, and of the days that are counted. */
  timezone: string;
  /** How many whole days it covers: those before the day on which it is made. */
  days: number;
  channel: string;
  look: ReportLook;
  /** It is kept and does not run. */
  disabled?: true;
}
