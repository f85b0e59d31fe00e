import { formToken } from '../../domain/pages/form-token.ts';
import type { ReaderActionKind } from '../../domain/pages/reader-action.ts';
import type { LinkKeys } from '../../domain/pages/signed-link.ts';
import type { Instant } from '../../domain/time/instant.ts';

/** An alert, by its receipt, and the lane whose readers act. */
export interface ActionSubject {
  receiptId: string;
  lane: string;
  keys: LinkKeys;
}

interface FormOfAction {
  kind: ReaderActionKind;
  /** Whether the form undoes it. */
  isUndone: boolean;
}

/** What the token of a form is for. */
export function actionPurpose(
  { receiptId, lane }: Pick<ActionSubject, 'receiptId' | 'lane'>,
  { kind, isUndone }: FormOfAction,
): string {
  return `${isUndone ? 'undo ' : ''}${kind} ${receiptId} ${lane}`;
}

/** The token of a form on a page that was opened now. */
export function actionToken(subject: ActionSubject, form: FormOfAction, now: Instant): string {
  return formToken(actionPurpose(subject, form), { keys: subject.keys, now });
}
