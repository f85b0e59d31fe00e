// What is recorded of a finding beside its verdict: why it is in its story, and what it was to the channels.

/** Why a finding was put into a story that there was. */
export type Joined =
  | { by: 'group' | 'copy' }
  /**
   * `words` are those of its title that the titles of the story have, too, with what they weighed. `likeness` is how
   * like the story it was: from 1 on it belongs to it (open-stories.ts).
   */
  | { by: 'words'; words: readonly { word: string; weight: number }[]; likeness: number };

/** What a finding was to the channels of its watch, beside its verdict. Words are those of its title. */
export type Newness =
  /** It brought what its story had not: these words; these outlets had confirmed it. */
  | { is: 'development' | 'unconfirmed'; fresh: readonly string[]; confirmedBy?: readonly string[] }
  /** `headline`: it is near to one of an alert; `moment`: it came with one; `facts`: it brings nothing new. */
  | { is: 'repeat'; because: 'headline' | 'moment' | 'facts' }
  | { is: 'quiet'; form: string };
