/** The brand of a rollup, and the zone of its days. */
export interface RollUpScope {
  brand: string;
  /** IANA zone. */
  timezone: string;
}

/** A record that the findings of a UTC day are rolled up: those of which watches, into which days of the zone. */
export interface RollupMark {
  foundDay: string;
  watches: readonly string[];
  days: readonly string[];
}
