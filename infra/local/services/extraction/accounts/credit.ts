import * as z from 'zod';

/** The credits of an organization: unused ones carry over (extraction service, credits). */
export const creditSchema = z.object({
  balance: z.number(),
  /** Spent in `month`. */
  spent: z.number(),
  /** The last month whose credits are in the balance, `2026-11`. */
  month: z.string(),
});

/** A message the service would have sent by e-mail. */
export const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  at: z.number(),
});

export type Credit = z.infer<typeof creditSchema>;
export type Mail = z.infer<typeof mailSchema>;
