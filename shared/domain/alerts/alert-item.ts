import type { Finding } from '../findings/finding.ts';

/** The parts of a finding that an alert shows, as a mask. A part that is added here is stored with alerts, too. */
export const SHOWN_OF_FINDING = {
  fingerprint: true,
  title: true,
  link: true,
  outlet: true,
  publishedAt: true,
  publishedPrecision: true,
  indexedAt: true,
  snippet: true,
  matched: true,
  language: true,
  entities: true,
  companies: true,
  marks: true,
  summary: true,
  translation: true,
  themes: true,
  people: true,
  places: true,
  iptcTags: true,
  iptcCodes: true,
  iabTags: true,
  facts: true,
  fields: true,
  articles: true,
  articleCount: true,
} as const satisfies Partial<Record<keyof Finding, true>>;

/** What an alert shows of a finding. An alert is rendered without reading the finding again. */
export interface AlertItem extends Pick<Finding, keyof typeof SHOWN_OF_FINDING> {
  /** The classes of a record: of an all-news job the kind of event and its sector. Its `facts` are not repeated. */
  tags?: Readonly<Record<string, string>>;
}
