import { type ErrorShape, detailErrors, RequestRefused, statusErrors } from '../../kit/http/refusal.ts';

/** A refusal with 400 of a call about entities. Its answer has its own shape. */
export class EntityRefused extends RequestRefused {
  constructor(message: string) {
    super(400, message);
  }
}

/** `{detail}`, but `{message, status, status_code}` for a 400 about entities (extraction service, errors). */
export const extractionErrors: ErrorShape = (refused) =>
  refused instanceof EntityRefused ? statusErrors(refused) : detailErrors(refused);
