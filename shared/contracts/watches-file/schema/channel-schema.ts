import * as z from 'zod';
import { GROUP_LABELS } from '../../../domain/alerts/message.ts';
import { WEEKDAYS } from '../../../domain/channels/due-times.ts';
import { PRESET_NAMES } from '../../../domain/channels/webhook-presets.ts';
import { isDay } from '../../../domain/time/instant.ts';
import { SEVERITIES } from '../../../domain/watches/watch.ts';
import {
  booleanSchema,
  briefSchema,
  durationSchema,
  expectationOf,
  languageOfModel,
  modelName,
  numberBetween,
  oneOf,
  textSchema,
  timeOfDaySchema,
  withExpectation,
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

/**
 * Characters on both sides of one @, and a host with a dot. Only a confirmed message proves that the mailbox exists.
 */
const EMAIL =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/;
/** E.164: a plus sign, the country code, at most 15 digits in all. */
const PHONE = /^\+[1-9]\d{6,14}$/;
/** A standard queue: the topic is a standard one, which refuses FIFO queues. */
const QUEUE = /^arn:aws(?:-cn|-us-gov)?:sqs:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,80}$/;
const HTTPS = /^https:\/\/[^\s/@?#][^\s/@?#.]*\.[^\s/@?#]+(?:[/?#]\S*)?$/;

/** The most addresses of one protocol on one channel. */
const MOST = 100;

/** An e-mail address. */
export const EMAIL_ADDRESS = withExpectation(
  z.string().max(2048).regex(EMAIL).meta({ id: 'email-address' }),
  {
    noun: 'e-mail address',
    expected: 'an e-mail address such as press@acme.example',
    hint: 'write only the address, without a name',
  },
);

/** A phone number that takes SMS. */
export const PHONE_NUMBER = withExpectation(z.string().max(2048).regex(PHONE).meta({ id: 'phone-number' }), {
  noun: 'phone number',
  expected: 'a phone number in quotes, with + and the country code, such as "+33600000000"',
  hint: 'put the number in quotes, start with + and the country code, and remove spaces, dashes and brackets',
});

/** An address that programs listen at. */
const HTTPS_ADDRESS = withExpectation(z.string().max(2048).regex(HTTPS), {
  noun: 'https address',
  expected: 'an https address such as https://hooks.acme.example/news',
  hint: 'start with https:// and remove user names and passwords, which do not belong in this file',
});

/** The least severity of one transport of a channel. */
const minSeverity = oneOf(SEVERITIES)
  .meta({
    id: 'transport-severity',
    description:
      'This transport does not send alerts below this severity. Default: min_severity of the channel.',
  })
  .optional();

// What people write for a chat: the address of its webhook below `https`, or the token itself in place of a secret's
// name.

/** Hosts of incoming webhooks, the transport that posts to them, and the secret that holds the address. */
const HOSTS: readonly [host: RegExp, of: string, fix: string][] = [
  [/(?:^|\.)slack(?:-gov)?\.com$/, 'Slack', 'slack: { webhook_secret: SLACK_WEBHOOK }'],
  [
    /(?:^|\.)(?:webhook\.office\.com|logic\.azure\.(?:com|us)|powerplatform\.com|powerautomate\.com)$/,
    'Microsoft Teams',
    'teams: { webhook_secret: TEAMS_WEBHOOK }',
  ],
  [/(?:^|\.)pagerduty\.com$/, 'PagerDuty', 'pagerduty: { key_secret: PAGERDUTY_KEY }'],
  [/^discord(?:app)?\.com$/, 'Discord', 'webhook: { url_secret: DISCORD_URL, preset: discord }'],
  [/^api\.telegram\.org$/, 'Telegram', 'webhook: { url_secret: TELEGRAM_URL, preset: telegram }'],
  [/^chat\.googleapis\.com$/, 'Google Chat', 'webhook: { url_secret: CHAT_URL, preset: google-chat }'],
  [/^ntfy\.sh$/, 'ntfy', 'webhook: { url_secret: NTFY_URL, preset: ntfy }'],
];

/** SNS posts a request to confirm to each address. The webhook of a chat cannot answer it. */
const notOfChat = HTTPS_ADDRESS.refine((url) => webhookAddress(url) === undefined, {
  error: ({ input }) => `${webhookAddress(String(input))}.`,
});
const subscriber = withExpectation(notOfChat.meta({ id: 'https-address' }), expectationOf(HTTPS_ADDRESS));
const queueArn = withExpectation(z.string().max(2048).regex(QUEUE).meta({ id: 'queue-arn' }), {
  noun: 'queue',
  expected: 'the ARN of a standard queue, such as arn:aws:sqs:eu-west-1:123456789012:press',
  hint: 'copy the ARN of a standard queue: FIFO queues cannot subscribe',
});

const email = listOfAddresses(
  EMAIL_ADDRESS,
  'E-mail addresses. Each one receives a message to confirm when you apply the file.',
);
const sms = listOfAddresses(PHONE_NUMBER, 'Phone numbers in E.164 format, in quotes.');
const https = listOfAddresses(subscriber, 'Addresses that receive each alert as a POST request with JSON.');
const queue = listOfAddresses(queueArn, 'ARNs of standard SQS queues that receive each alert as JSON.');

const own = { min_severity: minSeverity };

/** The same on a channel, where each protocol may have a severity of its own. */
const channelAddressFields = {
  email: addresses(email),
  sms: addresses(sms),
  https: addresses(https),
  queue: addresses(queue),
};

const busName = /^(?:arn:aws(?:-cn|-us-gov)?:events:[a-z0-9-]+:\d{12}:event-bus\/)?[\w.\-/]{1,256}$/;

/** Beginnings of the tokens of Slack, of signing secrets and of addresses. */
const VALUE = /^(?:xox[a-z]-|xapp-|whsec_|https?:)/i;
/** Keys without a word in them, such as the 32 characters of an integration of PagerDuty. */
const KEY = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9+=]{20,}$/;

/** The transports of a channel beside SNS. Rules of the whole file check the two forms of Slack. */
const transportFields = {
  ses: withExpectation(
    z.strictObject({
      from: EMAIL_ADDRESS,
      to: z.array(EMAIL_ADDRESS).min(1).max(50).describe('The recipients.'),
      ...own,
    }),
    { expected: '{ from: news@acme.example, to: [press@acme.example] }' },
  ).describe('HTML mail through SES, from a sender of your own.'),
  slack: withExpectation(
    z.strictObject({
      channel: textSchema.optional().describe('The channel of Slack, by name or by id.'),
      token_secret: secretName('SLACK_TOKEN')
        .optional()
        .describe('The secret with the token of the bot: one thread for each story.'),
      webhook_secret: secretName('SLACK_WEBHOOK')
        .optional()
        .describe('The secret with the address of an incoming webhook: plain posts.'),
      ...own,
    }),
    { expected: '{ channel: "#press", token_secret: SLACK_TOKEN }, or { webhook_secret: SLACK_WEBHOOK }' },
  ).describe('Posts in Slack, by a bot or by an incoming webhook.'),
  teams: withExpectation(
    z.strictObject({
      webhook_secret: secretName('TEAMS_WEBHOOK').describe(
        'The secret with the address of the webhook of a workflow.',
      ),
      ...own,
    }),
    { expected: '{ webhook_secret: TEAMS_WEBHOOK }' },
  ).describe('Posts in Microsoft Teams, by the webhook of a workflow.'),
  pagerduty: withExpectation(
    z.strictObject({
      key_secret: secretName('PAGERDUTY_KEY').describe(
        'The secret with the key of an integration with Events API v2.',
      ),
      ...own,
    }),
    { expected: '{ key_secret: PAGERDUTY_KEY }' },
  ).describe('Incidents in PagerDuty, one for each story.'),
  webhook: withExpectation(
    z.strictObject({
      url: notOfChat.optional().describe('The address that gets our JSON as a POST.'),
      secret: secretName('WEBHOOK_SECRET')
        .optional()
        .describe('The secret that signs each POST of our JSON.'),
      url_secret: secretName('NTFY_URL')
        .optional()
        .describe('The secret with the address of a messenger, or of `body`.'),
      token_secret: secretName('MATRIX_TOKEN')
        .optional()
        .describe('The secret that is sent as `Authorization: Bearer`.'),
      preset: oneOf(PRESET_NAMES)
        .optional()
        .describe('The messenger behind the address: it decides form and size.'),
      body: withExpectation(z.string().min(1).max(20_000), {
        noun: 'template',
        expected: 'a template of Liquid',
      })
        .optional()
        .describe('What is sent, in place of a preset: a template of Liquid.'),
      content_type: withExpectation(z.string().regex(/^[\w.+-]+\/[\w.+-]+(?:; *charset=utf-8)?$/i), {
        noun: 'content type',
        expected: 'a content type, such as text/plain',
      })
        .optional()
        .describe('What `body` makes. It decides how values are escaped. Default application/json.'),
      ...own,
    }),
    {
      expected:
        '{ url_secret: NTFY_URL, preset: ntfy }, { url: https://hooks.acme.example/news, secret: WEBHOOK_SECRET }, or { url_secret: HOOK_URL, body: TEMPLATE }',
    },
  ).describe('A messenger by a preset, a body of your own, or our JSON as a signed POST.'),
  eventbridge: withExpectation(
    z.strictObject({
      bus: withExpectation(z.string().regex(busName), {
        noun: 'event bus',
        expected: 'the name or the ARN of an event bus, such as acme-news',
      }),
      ...own,
    }),
    { expected: '{ bus: acme-news }' },
  ).describe('Our JSON as events on a bus of EventBridge.'),
};

const dayOff = withExpectation(
  z
    .string()
    .regex(new RegExp(`^(?:${WEEKDAYS.join('|')}|\\d{4}-\\d{2}-\\d{2})$`))
    .refine((day) => day.length === 3 || isDay(day), { error: 'There is no such day.' }),
  { noun: 'day', expected: `one of ${WEEKDAYS.join(', ')}, or a date such as "2026-12-25"` },
);

const openedBrief = withExpectation(
  z.strictObject({
    at: briefSchema,
    summary: booleanSchema.describe('true: a model opens it.'),
    model: modelName,
    language: languageOfModel,
  }),
  { expected: '{ at: cron(0 8 ? * MON-FRI *), summary: true, model: small }' },
);

/** The times of a brief, with or without what a model does for it. */
export function briefTimesOf(brief: string | z.output<typeof openedBrief> | undefined): string | undefined {
  return typeof brief === 'object' ? brief.at : brief;
}

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
    brief: withExpectation(z.union([briefSchema, openedBrief]), expectationOf(briefSchema)).describe(
      'Alerts below `now` wait for these times. One message then holds all of them. Left out: sent at once.',
    ),
    days_off: withExpectation(z.array(dayOff).min(1).max(400), {
      expected: 'a list of days, such as [SAT, SUN, "2026-12-25"]',
    }).describe('Days of the week and dates without a brief, quiet from midnight to midnight.'),
    ...groupFields,
    sms_price: numberBetween({ whole: false, min: 0, max: 10 }).describe(
      'What you pay for one part of an SMS to one number. The costs of the channel use it.',
    ),
    escalate: withExpectation(
      z
        .array(
          z.strictObject({
            after: durationSchema({ min: '1m', max: '1d' }).describe(
              'How long after the alert was sent on this channel.',
            ),
            to: textSchema.describe('The channel to which it goes on.'),
          }),
        )
        .min(1)
        .max(5),
      { expected: 'a list of steps, such as [{ after: 15m, to: duty }]' },
    ).describe(
      'Where a critical alert goes on that nobody has acknowledged, taken, muted or marked as not relevant.',
    ),
    storm_cap: numberBetween({ whole: true, min: 1, max: 200 }).describe(
      'The most messages an hour. One message holds everything above it. Critical alerts do not count. Default: only the rate limit.',
    ),
  })
  .partial();

/** Where alerts go. A channel and the operators have at least one of them. */
export const addressFields = { email, sms, https, queue };

/** The section `operators`. */
export const operatorsSchema = z
  .strictObject({
    ...addressFields,
    repeat_interval: repeatInterval.describe(
      'How often the operators are reminded of an open incident. 0s: never. Default 1d.',
    ),
  })
  .partial();

function listOfAddresses<S extends z.ZodType>(one: S, description: string) {
  const expected = `a list; each entry is ${expectationOf(one).expected ?? ''}`;
  return withExpectation(z.array(one).max(MOST).describe(description), { expected });
}

/** A list of addresses, or a mapping with the list and a severity of its own. */
function addresses<S extends z.ZodType>(list: S) {
  const { expected = '' } = expectationOf(list);
  const own = z.strictObject({ to: list, min_severity: minSeverity });
  return withExpectation(
    z.union([list, withExpectation(own, { expected: '{ to: [ADDRESS], min_severity: critical }' })]),
    {
      expected,
    },
  );
}

/** The name of a secret. What looks like the value of one is refused: the file is kept in git. */
function secretName(example: string) {
  const name = z.string().check(({ value, issues }) => {
    if (/^[A-Za-z][\w/+=.@-]{0,254}$/.test(value) && !isSecretValue(value)) return;
    const isValue = isSecretValue(value);
    const message = isValue ? 'This is the value of a secret' : 'This is not the name of a secret';
    const hint = isValue
      ? `write the name of the secret, such as ${example}, and replace the value at its service: who reads the file knows it now`
      : `write letters, digits and underscores, such as ${example}`;
    issues.push({ code: 'custom', message, input: isValue ? '…' : value, params: { hint } });
  });
  return withExpectation(name, {
    noun: 'name of a secret',
    expected: `the name of a secret or of a variable of the environment, such as ${example}`,
  });
}

/**
 * What to write in place of the address of a chat or of PagerDuty, as two sentences; undefined for any other address.
 * Such an address is a secret, and its host never confirms a subscription.
 */
function webhookAddress(address: string): string | undefined {
  const host = URL.parse(address)?.hostname.toLowerCase();
  const known = host === undefined ? undefined : HOSTS.find(([pattern]) => pattern.test(host));
  if (!known) return undefined;
  const [, of, fix] = known;
  const kept = of === 'PagerDuty' ? 'the key' : 'the address';
  return `This address belongs to ${of}, which takes no messages of SNS. Write ${fix} in the channel, and put ${kept} into the secret`;
}

/** Whether a text looks like the value of a secret, and not like its name. */
function isSecretValue(text: string): boolean {
  return VALUE.test(text.trim()) || KEY.test(text.trim());
}
