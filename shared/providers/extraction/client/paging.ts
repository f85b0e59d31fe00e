import * as z from 'zod';
import type { OWNERSHIPS } from '../../../domain/services/extraction-rules.ts';
import { maybe, maybeInstant, maybeNumber, maybeText } from '../../http/lenient.ts';

/** Which part of a list is wanted. Pages count from 1. */
export interface PageQuery {
  page?: number;
  /** 100 unless said; at most 500, of jobs and records 1,000. */
  page_size?: number;
}

export type Ownership = (typeof OWNERSHIPS)[number];

/** Where a list stands. `total_pages` is left out by some lists. */
export const pageFacts = {
  total: maybeNumber,
  page: maybeNumber,
  page_size: maybeNumber,
  total_pages: maybeNumber,
};

/** On shared resources only: who shared, when, and what the others may do (view, edit, manage). */
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

/** What a change answers where it has nothing else to say. */
export const outcome = z.object({ success: z.boolean().optional().catch(undefined), message: maybeText });
export type Outcome = z.infer<typeof outcome>;
