import * as z from 'zod';
import { isSecretValue, webhookAddress } from '../meant/meant-transport.ts';
import { EMAIL_ADDRESS, HTTPS_ADDRESS, minSeverity } from './addresses.ts';
import { withExpectation } from './expectations.ts';
import { textSchema } from './values.ts';

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

const own = { min_severity: minSeverity };

const busName = /^(?:arn:aws(?:-cn|-us-gov)?:events:[a-z0-9-]+:\d{12}:event-bus\/)?[\w.\-/]{1,256}$/;

/** The transports of a channel beside SNS. Rules of the whole file check the two forms of Slack. */
export const transportFields = {
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
      url: HTTPS_ADDRESS.refine((url) => webhookAddress(url) === undefined, {
        error: ({ input }) => `${webhookAddress(String(input))}.`,
      }).describe('The address that gets our JSON as a POST.'),
      secret: secretName('WEBHOOK_SECRET').describe('The secret that signs each POST.'),
      ...own,
    }),
    { expected: '{ url: https://hooks.acme.example/news, secret: WEBHOOK_SECRET }' },
  ).describe('Our JSON as a signed POST to an address of yours.'),
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
