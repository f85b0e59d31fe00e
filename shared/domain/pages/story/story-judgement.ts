import type { ReaderAction } from '../reader-action.ts';

/** What readers said about the alerts of a watch on a story. */
export interface StoryJudgement {
  watchId: string;
  /** Who said that it is not relevant; undone ones are left out. */
  notRelevant: readonly ReaderAction[];
  /** The form that says it of the newest alert, or that undoes it: where it is sent, and its token. */
  form: { path: string; token: string; undoes: boolean };
}
