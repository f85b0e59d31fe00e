import type { BatchReason } from '../../domain/channels/message-plan.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import type { ReaderActionKind } from '../../domain/pages/signed-link.ts';
import type { Severity } from '../../domain/watches/watch.ts';

/** A message in the form of a transport. */
export interface Form {
  /** What the transport gets, as one text: JSON or HTML. */
  body: string;
  /** How many of its first stories it lists. */
  listed: number;
}

/** Makes the form of a message on a lane. Undefined: the lane takes the JSON document. */
export type FormOf = (view: MessageView, lane: Pick<Channel, 'transports'>) => Form | undefined;

// What a message says, before it takes a form: text, HTML, SMS, blocks or a card. Every text is on one line, without
// control characters, and short. It can contain words from the news: each form still escapes what its own syntax
// needs. Links are http(s).

/** A message to one channel. */
export interface MessageView {
  subject: SubjectParts;
  /** The name of the channel, as `watches.yaml` has it. */
  channel: string;
  /** That of its most severe story. */
  severity: Severity;
  because: BatchReason;
  /** What it contains, how many of it are critical, and why it contains several. Absent: it contains one story. */
  intro?: string;
  /** The first stories, at most 40, in the order of the message. A form may list fewer of them. */
  stories: readonly StoryView[];
  /** How many stories there are, and how many of them are critical. */
  count: number;
  critical: number;
  /** The link to the page that lists all of them. */
  all?: string;
  /** What links have muted on the channel since its last message, in sentences. Absent: nothing. */
  muted?: readonly string[];
  /** Why the reader receives it, as a sentence that names the watches; then what links have muted. */
  footer: string;
}

/** The parts of a subject, in their order. */
export interface SubjectParts {
  isCritical: boolean;
  /** The brand, the channel of a brief, or Bellwether; empty where the title says enough. */
  sender: string;
  title: string;
  /** How many stories follow the first, and how many of all are critical, if that is not all of them. */
  more: number;
  critical?: number;
}

/** A story, a finding, what a policy detected, or something about Bellwether itself. */
export interface StoryView {
  /** Stays the same in every message about the story: the key of a thread, or of an incident at another service. */
  key: string;
  /** The alert that leads it, and those of other watches about the same story. */
  alertIds: readonly string[];
  /** The name of the section that begins with it. Absent: it goes on with the one before. */
  section?: string;
  headline: string;
  /** What is new about a known story, in a few words: `Now in 12 outlets`. */
  update?: string;
  /** The key of its brand in `watches.yaml`, for programs. */
  brand?: string;
  /** What people read: the first name of the brand, or its key. Absent: it has none. */
  brandName?: string;
  severity: Severity;
  /** Whether findings are behind it. Otherwise it is a report, or about Bellwether itself. */
  isNews: boolean;
  spread?: Spread;
  /** Whole sentences: how a story has grown, what a policy detected, what an incident means. */
  notes: readonly string[];
  /** The beginning of the article, or the summary of the service, in whole sentences. */
  text?: string;
  /** Its translation into English. */
  english?: string;
  /** Who, how many, how much, where, when: each one a line. */
  facts: readonly FactLine[];
  /** People, places and themes: less than facts. */
  topics: readonly FactLine[];
  source?: SourceView;
  /** The link to the article. */
  link?: string;
  /** Further findings of a detection, the first few. */
  examples: readonly ExampleView[];
  /** The watches that found it, the first few, and how many more. */
  foundBy: readonly { name: string; matched: readonly string[] }[];
  moreWatches: number;
  links: StoryLinks;
  /** What readers can do about its first alert. Absent: nothing. */
  actions?: readonly ReaderActionKind[];
}

/** `How many: 540 people` */
export interface FactLine {
  name: string;
  value: string;
}

/** How far a story had spread when the alert was made. */
export interface Spread {
  articles: number;
  outlets: number;
  countries: number;
  /** `12 outlets in 4 countries`; empty for one outlet, or where a note says it. */
  text: string;
}

/** Where and when an article was published. */
export interface SourceView {
  outlet: string;
  /** In English. */
  country?: string;
  /** `large outlet`, by its rank. */
  reach?: string;
  /** `Friday 20 November 2026, 12:00 (Europe/Paris)` */
  published: string;
  /** `opinion`, `behind a paywall`. */
  marks: readonly string[];
}

/** One of the findings that a policy has counted. */
export interface ExampleView {
  headline: string;
  outlet: string;
  link?: string;
}

/** Links to pages. They are absent while the key that signs links cannot be read. */
export interface StoryLinks {
  /** Why the reader got this: the receipt. */
  why?: string;
  /** What the reader can do to get less of it. */
  quieter?: string;
  /** All findings that a policy has counted, and the text of that link: `Listed here: 5 of 40 findings.` */
  findings?: { text: string; link: string };
}
