import * as z from 'zod';
import type { OWNERSHIPS } from '../../../domain/services/extraction-rules.ts';
import { maybe, maybeInstant, maybeNumber, maybeText } from '../../http/lenient.ts';

/** The page of a list. Pages count from 1. */
export interface PageQuery {
  page?: number;
  /** Default 100, at most 500; 1,000 for jobs and records. */
  page_size?: number;
}

export type Ownership = (typeof OWNERSHIPS)[number];

/** The position in a list. Some lists have no `total_pages`. */
export const pageFacts = {
  total: maybeNumber,
  page: maybeNumber,
  page_size: maybeNumber,
  total_pages: maybeNumber,
};

/** Only on shared resources: who shared it, when, and the rights of the others (view, edit, manage). */
export const sharingInfo = maybe(
  z
    .object({
      shared_at: maybeInstant,
      permission: maybeText,
      shared_by: maybeText,
      shared_by_user_id: maybeText,
    })
    .transform(({ shared_by_user_id, ...rest }) => ({
      ...rest,
      shared_by: rest.shared_by ?? shared_by_user_id,
    })),
);

/** The answer to a change without other content. */
export const outcome = z.object({ success: z.boolean().optional().catch(undefined), message: maybeText });
