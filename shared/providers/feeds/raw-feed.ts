/** What all formats of feeds say of an item, as the feed wrote it. */
export interface RawItem {
  id?: string | undefined;
  /** The addresses that may be its page, the best first; relative ones too. */
  links: readonly (string | undefined)[];
  title?: string | undefined;
  /** Its texts, the shortest form first; with markup. */
  texts: readonly (string | undefined)[];
  /** Its dates, that of publication first. */
  dates: readonly (string | undefined)[];
  authors: readonly (string | undefined)[];
  language?: string | undefined;
  /** What relative addresses in it begin at, itself perhaps relative (XML Base). */
  base?: string | undefined;
}

/** What all formats say of a feed. */
export interface RawFeed {
  title?: string | undefined;
  site?: string | undefined;
  language?: string | undefined;
  base?: string | undefined;
  /** Minutes. */
  ttl?: number | undefined;
  skipHours?: readonly number[] | undefined;
  /** English names. */
  skipDays?: readonly string[] | undefined;
  items: readonly RawItem[];
}
