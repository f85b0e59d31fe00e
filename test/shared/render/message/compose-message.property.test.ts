import { SNSClient } from '@aws-sdk/client-sns';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localCredentials } from '../../../../infra/local/aws/local-account.ts';
import { parsePublish } from '../../../../infra/local/aws/topic/sns-wire.ts';
import { snsTopic } from '../../../../shared/aws/sns-topic.ts';
import { type Alert, findingAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import type { Message } from '../../../../shared/domain/alerts/message.ts';
import type { BatchReason } from '../../../../shared/domain/channels/message-plan.ts';
import { composeMessage } from '../../../../shared/render/message/compose-message.ts';
import { smsParts } from '../../../../shared/render/message/alerts-sms.ts';
import { aChannel, aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { TOPIC } from '../../../ports/topic-on-engine.ts';
import { fullForm } from '../../../full-form.ts';
import { hostileAlerts, someChannel } from './hostile-alerts.ts';

const CONTROL = /\p{Cc}|[\p{Zl}\p{Zp}]/u;
const INVISIBLE = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u200b\ufeff]/u;

const receipt = 'https://abcdefghij.execute-api.eu-west-1.example.com/r/0123456789.abcdefghijklmnop';
const messages = fc
  .tuple(
    hostileAlerts,
    someChannel,
    fc.constantFrom<BatchReason[]>('group', 'brief', 'quiet-hours', 'storm'),
    fc.constantFrom(undefined, receipt),
  )
  .map(([some, to, because, link]) => ({
    some,
    message: composeMessage(some, { channel: to, now: NOON, because, linkOf: () => link }),
  }));
type Composed = { some: readonly Alert[]; message: Message };

/** How many entries a message has: the alerts about one story are one. */
function countEntries(some: readonly Alert[]): number {
  const key = ({ id, story, occasion }: Alert) => (occasion.type === 'finding' ? id : (story?.id ?? id));
  return new Set(some.map(key)).size;
}

function expectPlain(text: string): void {
  expect(text).not.toMatch(CONTROL);
  expect(text).not.toMatch(INVISIBLE);
  expect(text.isWellFormed()).toBe(true);
}

/** One line under 100 characters, never empty. */
function expectSubject({ message: { texts } }: Composed): void {
  expectPlain(texts.subject);
  expect(texts.subject.trim()).not.toBe('');
  expect(texts.subject.length).toBeLessThan(100);
}

/** Contains or counts every alert, always contains the first, and links only to http(s). */
function expectEmail({ some, message: { texts } }: Composed): void {
  const lines = texts.email.split('\n');
  lines.forEach(expectPlain);
  expect(lines.filter((line) => /^\w+:\/\//.test(line) && !/^https?:/.test(line))).toEqual([]);
  const paragraphs = texts.email.split('\n\n');
  const left = Number(/^and ([\d,]+) more, stored/m.exec(texts.email)?.[1]?.replaceAll(',', '') ?? 0);
  const entries = countEntries(some);
  const listed = paragraphs.length - (entries > 1 ? 1 : 0) - (left > 0 ? 1 : 0) - 1;
  expect(listed).toBeGreaterThan(0);
  expect(listed + left).toBe(entries);
}

/** At most 1,600 characters in three parts, whole lines, and the number of those left out. */
function expectSms({ some, message: { texts } }: Composed): void {
  const { sms } = texts;
  expect(sms === undefined).toBe(
    some.every(({ occasion }) => ['baseline', 'heartbeat'].includes(occasion.type)),
  );
  if (sms === undefined) return;
  const lines = sms.split('\n');
  lines.forEach(expectPlain);
  expect(sms.length).toBeLessThanOrEqual(1_600);
  expect(smsParts(sms)).toBeLessThanOrEqual(countEntries(some) === 1 ? 1 : 3);
  const left = Number(/^and (\d+) more$/.exec(lines.at(-1) ?? '')?.[1] ?? 0);
  expect(lines.length - (left > 0 ? 1 : 0) + left).toBe(countEntries(some));
}

interface Document {
  count: number;
  alerts: { items: { title: string; link?: string; matched: string[]; outlet?: object }[] }[];
}

/** Counts every alert; its texts from the news are plain. */
function expectJson({ some, message: { texts } }: Composed): void {
  const document: Document = JSON.parse(texts.json);
  expect(document.count).toBe(some.length);
  expect(document.alerts.length).toBeGreaterThan(0);
  for (const { title, link = 'https://', matched, outlet = {} } of document.alerts.flatMap(
    ({ items }) => items,
  )) {
    [title, ...matched, ...Object.values(outlet).map(String)].forEach(expectPlain);
    expect(link).toMatch(/^https?:\/\//);
  }
}

describe('property: with any text from the news', () => {
  it('the texts of a message are plain, complete and within their limits', () => {
    let count = 0;
    fc.assert(
      fc.property(messages, (composed) => {
        count += composed.some.length;
        expect(composed.message.alertIds).toHaveLength(composed.some.length);
        expectSubject(composed);
        expectEmail(composed);
        expectSms(composed);
        expectJson(composed);
      }),
      { numRuns: fullForm(40, 450) },
    );
    expect(count).toBeGreaterThan(fullForm(200, 5_000));
  });

  it('SNS accepts the message: all texts and attributes together stay within its limit', async () => {
    let form = '';
    const client = new SNSClient({
      ...localCredentials,
      requestHandler: {
        handle: async ({ body }: { body: string }) => {
          form = body;
          const answer =
            '<PublishResponse><PublishResult><MessageId>m</MessageId></PublishResult></PublishResponse>';
          return { response: { statusCode: 200, headers: {}, body: new TextEncoder().encode(answer) } };
        },
      },
    });
    const topic = snsTopic(client, TOPIC);
    await fc.assert(
      fc.asyncProperty(messages, async ({ message }) => {
        await topic.publish(message, aChannel({ sms: ['+33600000000'] }));
        expect(parsePublish(new URLSearchParams(form)).subject).toBe(message.texts.subject);
      }),
      { numRuns: fullForm(20, 100) },
    );
  });
});

it('a message about the largest articles stays within the limit of SNS, and lists some of them', () => {
  const heavy = Array.from({ length: 60 }, (_, n) =>
    findingAlertOf(aWatch(), {
      finding: aFinding(n, {
        title: '東"'.repeat(5_000),
        snippet: '\\"'.repeat(5_000),
        link: `https://news.example/${'a'.repeat(1_900)}`,
        matched: Array.from({ length: 20 }, () => '東'.repeat(60)),
        outlet: { domain: '東'.repeat(5_000), name: '"'.repeat(5_000) },
      }),
      foundAt: NOON,
    }),
  );
  const { texts } = composeMessage(heavy, { channel: aChannel({ sms: ['+33600000000'] }), now: NOON });
  const five = {
    'email-json': texts.json,
    http: texts.json,
    https: texts.json,
    sqs: texts.json,
    lambda: texts.json,
  };
  const all = JSON.stringify({ default: texts.subject, email: texts.email, sms: texts.sms, ...five });
  expect(Buffer.byteLength(all)).toBeLessThan(256 * 1024 - 4_000);
  expect(JSON.parse(texts.json).alerts.length).toBeGreaterThan(2);
  expect(texts.email.split('\n\n').length).toBeGreaterThan(10);
});
