import * as z from 'zod';
import { LONGEST_PERIOD } from '../../domain/reports/period.ts';
import { expecting } from './expectations.ts';
import { reportScheduleSchema, textSchema, yesOrNo, zoneSchema } from './values.ts';

/** What a brand is, for exclusions and for reports. */
export const brandSchema = z.strictObject({
  names: z.array(textSchema).min(1).describe('What the brand is called; the first name is shown.'),
  exclude: z.array(textSchema).optional().describe('Phrases that show that something else is meant.'),
  competitors: z
    .record(z.string(), z.array(textSchema).min(1))
    .optional()
    .describe(
      'Whom reports compare the brand with, and what they are called. Watches with one of these names as their brand are counted; of a name without a watch, the service is asked how often it is written.',
    ),
});

const LONGEST_DAYS = `${LONGEST_PERIOD}d`;

/** Whole days, as a number of them. */
const period = expecting(
  z
    .string()
    .regex(/^[1-9]\d{0,2}d$/)
    .transform((text, { issues }) => {
      const days = Number.parseInt(text, 10);
      if (days <= LONGEST_PERIOD) return days;
      issues.push({ code: 'custom', message: 'too long', input: text });
      return z.NEVER;
    }),
  { expected: `whole days, from 1d to ${LONGEST_DAYS}, such as 7d` },
);

const colour = expecting(z.string().regex(/^#[0-9a-fA-F]{6}$/), {
  expected: 'a colour in quotes, such as "#1f5fa9"',
});

/** A picture within the file: nothing that reads a report may have to fetch it. */
const LONGEST_LOGO = 100_000;
const logo = expecting(
  z
    .string()
    .max(LONGEST_LOGO)
    .regex(/^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+=*$/),
  {
    expected: `a data: address of a PNG, JPEG, WebP or SVG in base64, at most ${LONGEST_LOGO.toLocaleString('en')} characters`,
    hint: 'make one with: base64 -w0 logo.png, and put data:image/png;base64, in front',
  },
);

/** A scheduled report. */
export const reportSchema = z.strictObject({
  brand: expecting(z.string(), { expected: 'the name of a brand of this file' }).describe(
    'The brand that it is about: its watches, its competitors.',
  ),
  schedule: reportScheduleSchema.describe('When it is written and told: cron(0 8 ? * MON *).'),
  timezone: zoneSchema
    .optional()
    .describe(
      'The IANA zone of the schedule, and of the days that are counted. Default that of defaults, or UTC.',
    ),
  period: period
    .optional()
    .describe(
      `How many whole days it covers, those before the day it is written. Default 7d, at most ${LONGEST_DAYS}.`,
    ),
  channel: expecting(z.string(), { expected: 'the name of a channel of this file' })
    .optional()
    .describe('The channel that is told of it. Default that of defaults.'),
  title: textSchema
    .optional()
    .describe('What stands at its head. Default: the first name of the brand and "in the news".'),
  colour: colour.optional().describe('The colour of the brand in charts and rules.'),
  logo: logo.optional().describe('A picture at its head, within the file.'),
  disabled: yesOrNo.optional().describe('true: it is not written by itself; by hand it can be.'),
});
