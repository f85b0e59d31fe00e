import * as z from 'zod';
import { GROUP_LABELS } from '../../domain/alerts/grouping.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import { addressFields } from './addresses.ts';
import { expecting } from './expectations.ts';
import { digestSchema, duration, numberBetween, oneOf, textSchema, timeOfDay, zoneSchema } from './values.ts';

const repeatInterval = duration({ min: '0s', max: '30d' }).optional();

const groupFields = {
  group_by: expecting(z.array(oneOf(GROUP_LABELS)), {
    expected: `a list; each entry is one of ${GROUP_LABELS.join(', ')}`,
  })
    .optional()
    .describe(
      'Alerts that agree in all of these go into one message. [] puts all into one. Default [story].',
    ),
  group_wait: duration({ min: '0s', max: '1h' })
    .optional()
    .describe(
      'How long the first alert of a group waits for others. Default 30s with any of these keys, else 0s.',
    ),
  group_interval: duration({ min: '0s', max: '1d' })
    .optional()
    .describe('How long a group that was told rests. Default 5m with any of these keys, else 0s.'),
  repeat_interval: repeatInterval.describe(
    'How long a story that was told rests before it is told again: as it grows, or by another watch. Default 0s.',
  ),
};

/** One entry below `channels`. */
export const channelSchema = z.strictObject({
  ...addressFields,
  timezone: zoneSchema.optional().describe('The zone of quiet hours and digest. Default: that of defaults.'),
  min_severity: oneOf(SEVERITIES)
    .optional()
    .describe('Alerts below it are stored and not told here. Default info.'),
  companies: expecting(z.array(textSchema).min(1).max(1_000), {
    expected: 'a list of companies by their names or ids, such as [Acme Corp, Globex]',
  })
    .optional()
    .describe(
      'Of what watches find, only what names one of these companies is told here, by name, or by its id in a watchlist. Left out: all of it.',
    ),
  quiet_hours: z
    .strictObject({
      from: timeOfDay,
      to: timeOfDay,
      except: oneOf(SEVERITIES)
        .optional()
        .describe('This severity and above is told all the same. Default critical.'),
    })
    .optional()
    .describe('Alerts wait until these hours are over, and come as one brief then.'),
  digest: digestSchema
    .optional()
    .describe('Alerts wait for these times and come as one message. Left out: told at once.'),
  ...groupFields,
  sms_price: numberBetween({ whole: false, min: 0, max: 10 })
    .optional()
    .describe('What one part of an SMS to one of the numbers costs you: what is sent is added up with it.'),
  storm_cap: numberBetween({ whole: true, min: 1, max: 200 })
    .optional()
    .describe(
      'The most messages an hour: what is beyond comes as one. Critical alerts pass. Default: none but the rate.',
    ),
});

/** The section `operators`. */
export const operatorsSchema = z.strictObject({
  ...addressFields,
  repeat_interval: repeatInterval.describe(
    'How often the operators are reminded of what stays broken; 0s: never. Default 1d.',
  ),
});
