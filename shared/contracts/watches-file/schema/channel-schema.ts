import * as z from 'zod';
import { GROUP_LABELS } from '../../../domain/alerts/grouping.ts';
import { SEVERITIES } from '../../../domain/watches/watch.ts';
import { addressFields, channelAddressFields } from './addresses.ts';
import { withExpectation } from './expectations.ts';
import { transportFields } from './transport-schema.ts';
import {
  briefSchema,
  durationSchema,
  numberBetween,
  oneOf,
  textSchema,
  timeOfDaySchema,
  zoneSchema,
} from './values.ts';

const repeatInterval = durationSchema({ min: '0s', max: '30d' });

const groupFields = {
  group_by: withExpectation(z.array(oneOf(GROUP_LABELS)), {
    expected: `a list; each entry is one of ${GROUP_LABELS.join(', ')}`,
  }).describe(
    'Alerts that have the same values of all of these share one message. [] puts all alerts into one message. Default [story].',
  ),
  group_wait: durationSchema({ min: '0s', max: '1h' }).describe(
    'How long the first alert of a group waits for others. Default 30s if you set any of these keys, otherwise 0s.',
  ),
  group_interval: durationSchema({ min: '0s', max: '1d' }).describe(
    'How long the channel waits between two messages of a group. Default 5m if you set any of these keys, otherwise 0s.',
  ),
  repeat_interval: repeatInterval.describe(
    'How long the channel waits before it notifies again of a story that grew or that another watch found. Default 0s.',
  ),
};

/** One entry of `channels`. */
export const channelSchema = z
  .strictObject({
    ...channelAddressFields,
    ...transportFields,
    timezone: zoneSchema.describe('The time zone of quiet hours and brief. Default: the one of defaults.'),
    min_severity: oneOf(SEVERITIES).describe(
      'The channel does not send alerts below this severity; they are only stored. Default info.',
    ),
    companies: withExpectation(z.array(textSchema).min(1).max(1_000), {
      expected: 'a list of companies by their names or ids, such as [Acme Corp, Globex]',
    }).describe(
      'The channel sends only findings that name one of these companies, by its name or by its id in a watchlist. Left out: all findings.',
    ),
    quiet_hours: z
      .strictObject({
        from: timeOfDaySchema,
        to: timeOfDaySchema,
        except: oneOf(SEVERITIES)
          .optional()
          .describe('Alerts of this severity and above are sent at once. Default critical.'),
      })
      .describe('Alerts wait until these hours end. One brief then holds all of them.'),
    now: oneOf(SEVERITIES).describe(
      'Alerts of this severity and above are sent at once, those below it wait for the brief. Left out: only critical ones pass the brief.',
    ),
    brief: briefSchema.describe(
      'Alerts below `now` wait for these times. One message then holds all of them. Left out: sent at once.',
    ),
    ...groupFields,
    sms_price: numberBetween({ whole: false, min: 0, max: 10 }).describe(
      'What you pay for one part of an SMS to one number. The costs of the channel use it.',
    ),
    storm_cap: numberBetween({ whole: true, min: 1, max: 200 }).describe(
      'The most messages an hour. One message holds everything above it. Critical alerts do not count. Default: only the rate limit.',
    ),
  })
  .partial();

/** The section `operators`. */
export const operatorsSchema = z
  .strictObject({
    ...addressFields,
    repeat_interval: repeatInterval.describe(
      'How often the operators are reminded of an open incident. 0s: never. Default 1d.',
    ),
  })
  .partial();
