import { wordTexts } from '../query/words.ts';

/** What an article is about, as the language layer of the service has it (news service, nlp object). The words are stored. */
export interface Topics {
  /** `Business` */
  themes?: readonly string[];
  /** Media topics of the IPTC: names, and codes of 8 digits. */
  iptcTags?: readonly string[];
  iptcCodes?: readonly string[];
  /** Content categories of the IAB, by name. */
  iabTags?: readonly string[];
  /** The most named first, as are places. */
  people?: readonly string[];
  places?: readonly string[];
}

export const TOPICS = [
  'themes',
  'people',
  'places',
  'iptcTags',
  'iptcCodes',
  'iabTags',
] as const satisfies (keyof Topics)[];

/** Topics that cause no alerts, under the words of `watches.yaml`. `iptc_tags` are names or codes. */
export type ExcludedTopics = Readonly<Partial<Record<ExcludableTopic, readonly string[]>>>;
export const EXCLUDABLE_TOPICS = ['themes', 'iptc_tags', 'iab_tags', 'people', 'places'] as const;
export type ExcludableTopic = (typeof EXCLUDABLE_TOPICS)[number];

const LISTS = {
  themes: { of: ({ themes = [] }) => themes, noun: 'theme' },
  iptc_tags: { of: ({ iptcTags = [], iptcCodes = [] }) => [...iptcTags, ...iptcCodes], noun: 'IPTC tag' },
  iab_tags: { of: ({ iabTags = [] }) => iabTags, noun: 'IAB tag' },
  people: { of: ({ people = [] }) => people, noun: 'person' },
  places: { of: ({ places = [] }) => places, noun: 'place' },
} as const satisfies Record<ExcludableTopic, { of: (topics: Topics) => readonly string[]; noun: string }>;

/** The first excluded topic of an article, such as `theme Sports`. Case and punctuation do not matter. */
export function excludedTopic(topics: Topics, excluded: ExcludedTopics = {}): string | undefined {
  for (const name of EXCLUDABLE_TOPICS) {
    const { of, noun } = LISTS[name];
    const wanted = new Set((excluded[name] ?? []).map(keyOf));
    const found = wanted.size === 0 ? undefined : of(topics).find((one) => wanted.has(keyOf(one)));
    if (found !== undefined) return `${noun} ${found}`;
  }
  return undefined;
}

/** Texts with the same key are the same topic. */
function keyOf(text: string): string {
  return wordTexts(text).join(' ') || text.trim();
}
