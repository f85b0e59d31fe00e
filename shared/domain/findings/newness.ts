// What is recorded of a finding beside its verdict: why it is in its story, and what it was to the channels.

/** Why a finding was put into a story that there was. */
export type Joined =
  | { by: 'group' | 'copy' }
  /**
   * `words` are those of its title that the titles of the story have, too, with what they weighed. `likeness` is how
   * many times likelier it was to be of the story than to begin one (open-stories.ts), at most 1,000.
   */
  | { by: 'words'; words: readonly { word: string; weight: number }[]; likeness: number };

/** What a finding was to the channels of its watch, beside its verdict. Words are those of its title. */
export type Newness =
  /** It brought what its story had not: these words; these outlets had confirmed it. */
  | { is: 'development' | 'unconfirmed'; fresh: readonly string[]; confirmedBy?: readonly string[] }
  /** `headline`: it is near to one of an alert; `moment`: it came with one; `facts`: it brings nothing new. */
  | { is: 'repeat'; because: 'headline' | 'moment' | 'facts' }
  | { is: 'quiet'; form: string };

/** What the model of a watch said of a finding. Its texts are hostile, as text of the news is. */
export interface Judgement {
  relevant: boolean;
  /** Why, in one sentence. */
  reason: string;
  /** The condition of a rule that holds, as the watch says it, and the sentence of the article that it rests on. */
  raise?: { when: string; sentence: string };
  /** Two sentences. */
  summary?: string;
  /** The name of the model in the stage file. */
  model: string;
  /** The version of what it was asked. */
  version: string;
  /** Its share of the tokens of the calls. */
  tokens: number;
  /** It had no effect: the watch tries its judge. */
  shadow?: true;
}

/** What is recorded of a finding beside its verdict. */
export interface Considered {
  /** Absent: it began its story. */
  joined?: Joined;
  /** What it was to the channels of its watch. */
  newness?: Newness;
  /** Absent: no model was asked, or none gave an answer that counts. */
  judged?: Judgement;
}

const REPEATS = {
  headline: 'Its headline is near to one of an alert.',
  moment: 'It came together with an article of its story that alerted.',
  facts: 'It brings nothing that its story had not.',
} as const;

const FORMS: Readonly<Record<string, string>> = {
  opinion: 'an opinion',
  review: 'a review',
  list: 'a list',
  live: 'a live page',
  price: 'a note on a price',
  question: 'a question',
};

/** What an article was to the channels of its watch, in a sentence. Words of the news are in it. */
export function newnessText(newness: Newness): string {
  switch (newness.is) {
    case 'repeat':
      return REPEATS[newness.because];
    case 'quiet':
      return `By its form it is ${FORMS[newness.form] ?? newness.form}, which leads no alert.`;
    case 'unconfirmed':
      return `New in it: ${newness.fresh.join(', ')}. No other outlet confirmed it when it came.`;
    case 'development': {
      const { fresh, confirmedBy = [] } = newness;
      return `New in it: ${fresh.join(', ')}.${confirmedBy.length > 0 ? ` Confirmed by ${confirmedBy.join(', ')}.` : ''}`;
    }
  }
}
