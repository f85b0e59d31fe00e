/** Whose findings are folded, and by whose calendar their days go. */
export interface RollUpScope {
  brand: string;
  /** IANA zone. */
  timezone: string;
}

/** That what was found on a UTC day is folded: of which watches, and into which days of the zone. */
export interface RollupMark {
  foundDay: string;
  watches: readonly string[];
  days: readonly string[];
}
