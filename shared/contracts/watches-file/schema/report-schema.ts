import * as z from 'zod';
import { LONGEST_PERIOD } from '../../../domain/reports/period.ts';
import { withExpectation } from './expectations.ts';
import { booleanSchema, reportScheduleSchema, textSchema, zoneSchema } from './values.ts';

/** A brand, for exclusions and for reports. */
export const brandSchema = z.strictObject({
  names: z
    .array(textSchema)
    .min(1)
    .describe('The names of the brand. Messages and reports show the first one.'),
  exclude: z
    .array(textSchema)
    .optional()
    .describe('Phrases that show that an article is about something else.'),
  competitors: z
    .record(z.string(), z.array(textSchema).min(1))
    .optional()
    .describe(
      'Competitors and their names, which reports compare the brand with. Reports count the watches that have a competitor as their brand. For a competitor without a watch, reports ask the service how often articles name it.',
    ),
});

const LONGEST_DAYS = `${LONGEST_PERIOD}d`;

/** Whole days, read as their number. */
const period = withExpectation(
  z
    .string()
    .regex(/^[1-9]\d{0,2}d$/)
    .transform((text, { issues }) => {
      const days = Number.parseInt(text, 10);
      if (days <= LONGEST_PERIOD) return days;
      issues.push({ code: 'custom', message: 'The period is too long.', input: text });
      return z.NEVER;
    }),
  { noun: 'period', expected: `whole days from 1d to ${LONGEST_DAYS}, such as 7d` },
);

const colour = withExpectation(z.string().regex(/^#[0-9a-fA-F]{6}$/), {
  noun: 'colour',
  expected: 'a colour in quotes, such as "#1f5fa9"',
});

/** A picture in the file itself, so that a report loads nothing from elsewhere. */
const LONGEST_LOGO = 100_000;
const logo = withExpectation(
  z
    .string()
    .max(LONGEST_LOGO)
    .regex(/^data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+=*$/),
  {
    noun: 'picture',
    expected: `a data: address of a PNG, JPEG, WebP or SVG in base64, at most ${LONGEST_LOGO.toLocaleString('en')} characters`,
    hint: 'run base64 -w0 logo.png, and put data:image/png;base64, before its output',
  },
);

/** A scheduled report. */
export const reportSchema = z.strictObject({
  brand: withExpectation(z.string(), { expected: 'the name of a brand of this file' }).describe(
    'The brand that the report is about: its watches and its competitors.',
  ),
  schedule: reportScheduleSchema.describe('When the report is written and sent: cron(0 8 ? * MON *).'),
  timezone: zoneSchema
    .optional()
    .describe(
      'The IANA time zone of the schedule and of the days that the report counts. Default: the one of defaults, or UTC.',
    ),
  period: period
    .optional()
    .describe(
      `How many whole days the report covers, before the day on which it is written. Default 7d, at most ${LONGEST_DAYS}.`,
    ),
  channel: withExpectation(z.string(), { expected: 'the name of a channel of this file' })
    .optional()
    .describe('The channel that receives the report. Default: the one of defaults.'),
  title: textSchema
    .optional()
    .describe('The title of the report. Default: the first name of the brand and "in the news".'),
  colour: colour.optional().describe('The colour of the brand in charts and lines.'),
  logo: logo.optional().describe('A picture at the top of the report, inside the file.'),
  disabled: booleanSchema
    .optional()
    .describe('true: the report is not written on its schedule. You can still write it by command.'),
});
