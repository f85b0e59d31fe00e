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

it('takes codes out of text from the news that would steer the terminal', () => {
  const text = printed({
    subject: 'a\u001b]0;owned\u0007b',
    texts: { default: '', email: 'red \u001b[31mand\r\u0008 \u009bback' },
  });
  expect(text).toContain('a]0;ownedb\nred [31mand back');
  expect(text).not.toMatch(/[^\P{Cc}\n]/u);
});

it('says when nobody gets a message', () => {
  expect(printed({ recipients: [] })).toBe('09:05  desk: sent, but no one has subscribed\n');
});
