import type { HttpRequest } from '../../domain/pages/http-exchange.ts';
import { formToken, type LinkKeys, type ReaderActionKind } from '../../domain/pages/signed-link.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { PagePorts } from './page-ports.ts';

// The forms of pages that change something: where they come from, and their tokens.

/** Browsers say where a form was sent from. A request that does not say still needs the form's own signature. */
export function isFromOwnPage(headers: HttpRequest['headers']): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

/** The fields of a form that was posted. */
export function formFields({ body }: Pick<HttpRequest, 'body'>): URLSearchParams {
  return new URLSearchParams(new TextDecoder().decode(body));
}

/** Ends a silence. Pages may delete nothing, so it stays and begins at its end: it is never in force. */
export async function endSilence(
  silenceId: string | undefined,
  { silences, clock }: Pick<PagePorts, 'silences' | 'clock'>,
): Promise<void> {
  if (silenceId === undefined) return;
  const silence = (await silences.since(clock.now())).find(({ id }) => id === silenceId);
  if (silence) await silences.put({ ...silence, startsAt: silence.endsAt });
}

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
