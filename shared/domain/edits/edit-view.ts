import type { EditRules } from '../channels/channel.ts';
import type { Edit, EditChange, EditedKind, Field } from './edits.ts';
import type { PastEffect } from './past-effect.ts';

/** A definition on the page on which a watch is edited. */
export interface EditTarget {
  kind: EditedKind;
  id: string;
  edits: readonly Edit[];
  revision: number;
  /** As they hold, and as the file says them. */
  fields: readonly Field[];
  fileFields: readonly Field[];
}

/** A change that somebody has written, before it is saved. */
export interface ProposedEdit {
  target: EditTarget;
  field: Field;
  change: EditChange;
  /** Why it cannot be made. */
  refused?: string | undefined;
  /** Somebody else has edited since the page was opened. */
  isBehind: boolean;
  /** Absent: nothing stored says it. */
  effect?: PastEffect | undefined;
}

/** The page on which a watch is edited, with its channels and the reports on its brand. */
export interface EditsView {
  watchId: string;
  /** The token of its forms. */
  token: string;
  rules: EditRules;
  targets: readonly EditTarget[];
  proposed?: ProposedEdit | undefined;
}
