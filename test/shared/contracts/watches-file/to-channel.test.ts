import { expect, it } from 'vitest';
import { compileWatches } from '../../../../infra/watches-file/compile-watches.ts';
import { channelDefinitionSchema } from '../../../../shared/contracts/stored/definitions.ts';
import { NOON } from '../../../ports/examples.ts';

const compile = (channel: string) =>
  compileWatches(
    `operators: { email: [oncall@acme.example] }
channels:
  press: ${channel}
watches:
  acme: { kind: search, query: { q: Acme }, severity: critical, alert: { channel: press } }
`,
    { file: 'watches.yaml', now: NOON },
  );

function channelOf(written: string) {
  const compiled = compile(written);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  expect(compiled.warnings).toEqual([]);
  return channelDefinitionSchema.parse(compiled.desired.channels.find(({ name }) => name === 'press'));
}

it('a channel has the severity from which on alerts are sent at once, and a brief', () => {
  const brief = 'cron(0 8 ? * * *)';
  expect(channelOf(`{ email: [a@acme.example], now: warning, brief: ${brief} }`)).toMatchObject({
    now: 'warning',
    brief,
  });
});

it('a protocol with a severity of its own has the same addresses as a list', () => {
  const channel = channelOf(
    '{ email: [a@acme.example], sms: { to: ["+33600000000"], min_severity: critical } }',
  );
  expect(channel).toMatchObject({ sms: ['+33600000000'], protocolSeverity: { sms: 'critical' } });
  expect(channelOf('{ email: [a@acme.example], sms: { to: ["+33600000000"] } }')).toEqual(
    channelOf('{ email: [a@acme.example], sms: ["+33600000000"] }'),
  );
});

it('other transports are enough for a channel, and have names of secrets', () => {
  expect(
    channelOf(`
    ses: { from: news@acme.example, to: [a@acme.example, a@acme.example], min_severity: warning }
    slack: { channel: "#press", token_secret: SLACK_TOKEN }
    teams: { webhook_secret: TEAMS_WEBHOOK }
    pagerduty: { key_secret: PAGERDUTY_KEY, min_severity: critical }
    webhook: { url: "https://hooks.acme.example/news", secret: acme/webhook-secret }
    eventbridge: { bus: acme-news }`).transports,
  ).toEqual({
    ses: { from: 'news@acme.example', to: ['a@acme.example'], minSeverity: 'warning' },
    slack: { channel: '#press', tokenSecret: 'SLACK_TOKEN' },
    teams: { webhookSecret: 'TEAMS_WEBHOOK' },
    pagerduty: { keySecret: 'PAGERDUTY_KEY', minSeverity: 'critical' },
    webhook: { url: 'https://hooks.acme.example/news', secret: 'acme/webhook-secret' },
    eventbridge: { bus: 'acme-news' },
  });
  expect(channelOf('{ slack: { webhook_secret: SLACK_WEBHOOK } }').transports).toEqual({
    slack: { webhookSecret: 'SLACK_WEBHOOK' },
  });
  expect(
    channelOf('{ webhook: { url_secret: ROOM, token_secret: TOKEN, preset: matrix } }').transports,
  ).toEqual({ webhook: { urlSecret: 'ROOM', tokenSecret: 'TOKEN', preset: 'matrix' } });
  expect(channelOf('{ webhook: { url_secret: HOOK, body: "{}" } }').transports).toEqual({
    webhook: { urlSecret: 'HOOK', body: '{}', contentType: 'application/json' },
  });
});
