import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { CapturedMessage } from '../../../infra/local/aws/topic/topic-engine.ts';
import { openTerminal } from '../../../infra/local/terminal.ts';

const NOW = Date.parse('2026-11-21T08:05:00Z');

function printed(message: Partial<CapturedMessage>): string {
  const stream = new PassThrough();
  const terminal = openTerminal({
    stream,
    timezone: 'Europe/Paris',
    now: () => NOW,
  });
  terminal.message({
    id: 'm',
    topicArn: 'arn:aws:sns:eu-west-1:000000000000:alerts',
    at: '2026-11-21T08:05:00.000Z',
    subject: 'acme: Strike at the plant',
    texts: {
      default: 'd',
      email: 'Strike at the plant\nhttps://news.example.com/1',
      sms: 'Strike',
      https: '{"v":1}',
    },
    attributes: {
      channel: { type: 'String', value: 'desk' },
      severity: { type: 'String', value: 'warning' },
    },
    recipients: [
      { protocol: 'sms', endpoint: '+33600000000' },
      { protocol: 'email', endpoint: 'a@acme.example' },
      { protocol: 'email', endpoint: 'b@acme.example' },
      { protocol: 'https', endpoint: 'https://hooks.example.com/x' },
    ],
    ...message,
  });
  return stream.read().toString();
}

it('prints a message once for each protocol, with all its readers, as plain text in a pipe', () => {
  expect(printed({})).toBe(`
09:05  desk  warning  e-mail to a@acme.example, b@acme.example
acme: Strike at the plant
Strike at the plant
https://news.example.com/1

09:05  desk  warning  SMS to +33600000000
Strike

09:05  desk  warning  https to https://hooks.example.com/x
JSON, 7 bytes
`);
});

it('takes direction marks out of all that it prints', () => {
  const stream = new PassThrough();
  const terminal = openTerminal({ stream, timezone: 'UTC', now: () => NOW });
  terminal.line('acme: \u202egnp.exe\u202c failed\r\u001b[2J\u009b2J\u007f');
  expect(stream.read().toString()).toBe('acme: gnp.exe failed[2J2J\n');
  const text = printed({
    subject: '\u2066Acme\u2069 \u202edlog\u202c',
    texts: { default: '', email: 'a\u202bb\tc', sms: '\u2067x' },
    attributes: {
      channel: { type: 'String', value: 'de\u202esk' },
      severity: { type: 'String', value: 'info' },
    },
    recipients: [{ protocol: 'email', endpoint: 'a\u001b@acme\u202e.example' }],
  });
  expect(text).toBe('\n09:05  desk  info  e-mail to a@acme.example\nAcme dlog\nab\tc\n');
});

it('says when nobody gets a message', () => {
  expect(printed({ recipients: [] })).toBe('09:05  desk: sent, but no one has subscribed\n');
});
