/** Feeds that watches read together, by the name that `watches.yaml` gives them. */
export interface FeedList {
  name: string;
  /** Addresses, each once. */
  urls: readonly string[];
}

/** The most feeds that one file may name. */
export const MOST_FEEDS = 500;
