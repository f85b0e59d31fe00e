import { describe, expect, it } from 'vitest';
import { compileWatches } from '../../../../../infra/watches-file/compile-watches.ts';
import { NOON } from '../../../../ports/examples.ts';

const problemsOf = (channel: string, watch = '') => {
  const compiled = compileWatches(
    `operators: { email: [oncall@acme.example] }
channels:
  press: ${channel}
  duty: { sms: ["+33600000000"] }
watches:
  acme: { kind: search, query: { q: Acme }, alert: { channel: press }${watch} }
  other: { kind: search, query: { q: Other }, alert: { channels: [press, duty] } }
`,
    { file: 'watches.yaml', now: NOON },
  );
  return compiled.ok ? [] : compiled.problems;
};

describe('a channel', () => {
  it.each([
    [
      '{ email: [a@acme.example], now: warning }',
      'press.brief',
      'no brief',
      'add brief: cron(0 8 ? * MON-FRI *)',
    ],
    [
      '{ email: [a@acme.example], now: warning, digest: cron(0 9 ? * * *) }',
      'press.digest',
      'Unknown key',
      'did you mean brief?',
    ],
    ['{ email: [a@acme.example], brief: rate(1 day) }', 'press.brief', 'needs a cron()', ''],
    ['{ min_severity: info }', 'press', 'no address', 'slack'],
    ['{ slack: { channel: "#press" } }', 'press.slack', 'no token_secret', 'token_secret: SLACK_TOKEN'],
    ['{ slack: { token_secret: SLACK_TOKEN } }', 'press.slack', 'no channel', 'channel: "#press"'],
    ['{ slack: {} }', 'press.slack', 'no channel', 'token_secret: SLACK_TOKEN'],
    [
      '{ slack: { channel: "#press", token_secret: A, webhook_secret: B } }',
      'press.slack.webhook_secret',
      'takes no webhook_secret',
      'remove',
    ],
    [
      '{ email: [a@acme.example], escalate: [{ after: 15m, to: dutty }] }',
      'press.escalate[0].to',
      'no channel "dutty"',
      'did you mean duty?',
    ],
    [
      '{ email: [a@acme.example], escalate: [{ after: 15m, to: duty }, { after: 10m, to: duty }] }',
      'press.escalate[1].after',
      'does not come after',
      'order the steps',
    ],
    [
      '{ email: [a@acme.example], escalate: [{ after: 15m, to: press }] }',
      'press.escalate',
      'would come back to it',
      'remove a step',
    ],
    ['{ email: [a@acme.example], days_off: [SAT] }', 'press.days_off', 'no quiet hours and no brief', 'add'],
    [
      '{ email: [a@acme.example], days_off: [SAT, SUN], brief: cron(0 8 ? * SAT *) }',
      'press.days_off',
      'Every time of the brief is on a day off',
      'remove a day',
    ],
    ['{ webhook: {} }', 'press.webhook', 'no preset', 'url_secret: NTFY_URL'],
    [
      '{ webhook: { url_secret: A, preset: matrix } }',
      'press.webhook',
      'no token_secret',
      'write token_secret',
    ],
    [
      '{ webhook: { url_secret: A, preset: ntfy, body: "x" } }',
      'press.webhook.body',
      'takes no body',
      'remove',
    ],
    [
      '{ webhook: { url: "https://a.example/x", secret: KEY, preset: ntfy } }',
      'press.webhook',
      'no url_secret',
      'preset: ntfy',
    ],
    [
      '{ webhook: { url_secret: "https://ntfy.sh/a", preset: ntfy } }',
      'press.webhook.url_secret',
      'value',
      'NTFY_URL',
    ],
    [
      '{ webhook: { url_secret: HOOK, body: "{{ subjekt }}", content_type: text/plain } }',
      'press.webhook.body',
      'undefined variable: subjekt',
      'docs/watches.md',
    ],
    ['{ https: ["https://discord.com/api/webhooks/1/x"] }', 'press.https[0]', 'Discord', ''],
  ])('%s is refused with its line, its key and a fix', (channel, path, what, hint) => {
    const [problem, ...others] = problemsOf(channel);
    expect([others, problem?.line, problem?.path]).toEqual([[], 3, `channels.${path}`]);
    expect(problem?.what).toContain(what);
    expect(JSON.stringify([problem?.hint ?? '', problem?.expected ?? ''])).toContain(
      JSON.stringify(hint).slice(1, -1),
    );
  });
});

describe('the address of a chat is a secret, and SNS cannot deliver to it', () => {
  it.each([
    ['https://hooks.slack.com/services/T0/B0/x', 'slack: { webhook_secret: SLACK_WEBHOOK }'],
    ['https://acme.webhook.office.com/webhookb2/1', 'teams: { webhook_secret: TEAMS_WEBHOOK }'],
    ['https://prod-1.westeurope.logic.azure.com/workflows/1', 'teams: { webhook_secret: TEAMS_WEBHOOK }'],
    ['https://events.pagerduty.com/v2/enqueue', 'pagerduty: { key_secret: PAGERDUTY_KEY }'],
  ])('%s below https or as a webhook is refused with the fix', (url, fix) => {
    for (const channel of [`{ https: ["${url}"] }`, `{ webhook: { url: "${url}", secret: HOOK } }`]) {
      const [problem, ...others] = problemsOf(channel);
      expect(others).toEqual([]);
      expect(problem?.hint).toContain(fix);
    }
  });

  it.each([
    'slack: { channel: "#press", token_secret: xoxb-17653672481-19874698323 }',
    'slack: { webhook_secret: "https://hooks.slack.com/services/T0/B0/x" }',
    'webhook: { url: "https://hooks.acme.example", secret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw }',
  ])('%s holds the value of a secret', (transport) => {
    const [problem, ...others] = problemsOf(`{ ${transport} }`);
    expect([others, problem?.what]).toEqual([[], 'This is the value of a secret']);
    expect(problem?.hint).toContain('write the name of the secret');
  });
});

describe('the channels of a watch', () => {
  const withAlert = (alert: string) =>
    compileWatches(
      `operators: { email: [oncall@acme.example] }
channels: { press: { email: [a@acme.example] }, duty: { sms: ["+33600000000"] } }
watches: { acme: { kind: search, query: { q: Acme }, alert: ${alert} } }
`,
      { file: 'watches.yaml', now: NOON },
    );

  it('are a list, each once, and the first of them is the channel of the versions before', () => {
    const compiled = withAlert('{ channels: [duty, press, duty] }');
    expect(compiled.ok && compiled.desired.watches[0]?.alert).toMatchObject({
      channel: 'duty',
      channels: ['duty', 'press'],
    });
  });

  it('are stored as one channel where there is one', () => {
    const [list, one] = ['{ channels: [duty] }', '{ channel: duty }'].map(withAlert);
    expect(list?.ok && list.desired.watches).toEqual(one?.ok && one.desired.watches);
  });

  it.each([
    ['{ channel: press, channels: [duty] }', 'channel', 'write channels: [press, duty]'],
    ['{ channels: [press, dutty] }', 'channels.1', 'did you mean duty?'],
    ['{ channel: [press, duty] }', 'channel', 'write channels: [press, duty]'],
  ])('%s is refused', (alert, key, hint) => {
    const compiled = withAlert(alert);
    const [problem, ...others] = compiled.ok ? [] : compiled.problems;
    expect([others, problem?.path.replace(/\[(\d)\]/, '.$1')]).toEqual([[], `watches.acme.alert.${key}`]);
    expect(problem?.hint).toContain(hint);
  });
});
