import type { ReaderActionKind } from '../../domain/pages/reader-action.ts';

/** What a reader can do: the text of the button, what it does, and what a list of actions says. */
export const ACTION_NAMES: Readonly<
  Record<ReaderActionKind, { button: string; about: string; done: string }>
> = {
  acknowledge: {
    button: 'Acknowledge',
    about: 'Everybody sees that somebody looks after it. Nothing is muted.',
    done: 'Acknowledged',
  },
  'mute-story': {
    button: 'Mute this story',
    about: 'For 30 days this channel receives nothing more about this story. It is stored.',
    done: 'Story muted',
  },
  'not-relevant': {
    button: 'Not relevant',
    about: 'It is counted. The page of the watch then suggests words to exclude. Nothing is muted.',
    done: 'Not relevant',
  },
  'less-outlet': {
    button: 'Less of this outlet',
    about: 'For 30 days this channel receives nothing of this watch that only this outlet prints.',
    done: 'Outlet muted',
  },
};
