import { SNSClient } from '@aws-sdk/client-sns';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localCredentials } from '../../../../infra/local/aws/local-account.ts';
import { parsePublish } from '../../../../infra/local/aws/topic/published-message.ts';
import { snsTopic } from '../../../../shared/aws/sns/sns-topic.ts';
import {
  alertOf,
  baselineAlertOf,
  incidentAlertOf,
  type Alert,
} from '../../../../shared/domain/alerts/alert.ts';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import { heartbeatOf } from '../../../../shared/domain/runs/covered-windows.ts';
import type { Message } from '../../../../shared/domain/alerts/message.ts';
import type { Because } from '../../../../shared/domain/channels/message-plan.ts';
import { policyAlertOf } from '../../../../shared/domain/alerts/policy-alert.ts';
import type { StorySummary } from '../../../../shared/domain/stories/story-summary.ts';
import { heartbeatAlertOf } from '../../../../shared/domain/channels/reminder-alerts.ts';
import { composeMessage } from '../../../../shared/render/message/compose-message.ts';
import { smsParts } from '../../../../shared/render/message/sms-parts.ts';
import { aChannel, aFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { TOPIC } from '../../../ports/topic-on-engine.ts';

// Whatever the news says, and however much of it: SNS takes the message, and nothing in it misleads who reads it.

/** Text as hostile as news can be: other scripts, controls, turned writing, and some very long. */
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .tuple(
      fc.constantFrom(
        '\r\n',
        '\u0000',
        '\u202e',
        '"\\',
        '東',
        '👨‍👩‍👧',
        'z\u0351\u0352\u0353',
        ' ',
        '…',
        '\ud83d',
        '<b>',
      ),
      fc.integer({ min: 1, max: 600 }),
    )
    .map(([part, times]) => part.repeat(times)),
);
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,62}[a-z0-9]$/);

const finding = fc
  .record({
    n: fc.integer({ min: 0, max: 99_999 }),
    title: hostile,
    snippet: hostile,
    link: maybe(
      fc.oneof(
        hostile,
        fc.webUrl(),
        fc.tuple(fc.webUrl(), hostile).map(([url, end]) => url + end),
      ),
    ),
    outlet: maybe(
      fc.record({
        domain: hostile,
        name: maybe(hostile),
        country: maybe(hostile),
        rank: maybe(fc.integer({ min: 1, max: 999_999 })),
      }),
    ),
    matched: fc.array(hostile, { maxLength: 20 }),
  })
  .map(({ n, ...rest }) => aFinding(n, rest));

const policy = fc.constantFrom('finding', 'story');
const watch = fc
  .record({ id: name, brand: maybe(name), severity: fc.constantFrom('info', 'warning', 'critical') })
  .chain((changes) => policy.map((when) => aWatch({ ...changes, alert: { ...aWatch().alert, when } })));

/** A few stories, so that some alerts of a message tell the same one. */
const story: fc.Arbitrary<StorySummary> = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  articles: fc.integer({ min: 1, max: 2_000 }),
  outlets: fc.integer({ min: 1, max: 2_000 }),
  countries: fc.integer({ min: 0, max: 200 }),
});
const hourlyCounts = fc.record({
  watchId: name,
  due: fc.nat({ max: 10_080 }),
  checked: fc.nat({ max: 10_080 }),
});
const growth = fc.record({
  milestone: fc.constantFrom('outlets', 'top-rank', 'negative'),
  value: fc.double({ min: -1, max: 10_000, noNaN: true }),
});

/** What a policy says may hold words of the news. */
const detection = fc
  .record(
    {
      text: hostile,
      short: hostile,
      period: fc.constant({ from: NOON - 3_600_000, to: NOON }),
      changes: fc.array(fc.record({ name: hostile, from: hostile, to: hostile }), { maxLength: 5 }),
    },
    { requiredKeys: ['text'] },
  )
  .map((seen) => ({ ...seen, text: `Seen: ${seen.text}` }));

const alert: fc.Arbitrary<Alert> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(watch, finding, maybe(story), maybe(growth)).map(([of, found, notifies, grown]) => ({
      ...alertOf(of, { finding: found, now: NOON }),
      ...(notifies && { story: notifies }),
      ...(notifies && grown && { occasion: { type: 'growth', ...grown } as const }),
    })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(watch, finding, detection, fc.constantFrom('change', 'first_seen', 'sentiment', 'spike'))
      .map(([of, found, seen, when]) =>
        policyAlertOf(of, {
          policy: when,
          key: [found.fingerprint],
          sighting: seen,
          findings: [found],
          now: NOON,
        }),
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(watch, fc.nat())
      .map(([of, found]) => baselineAlertOf(of, { found, window: { from: 0, to: NOON }, now: NOON })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(hourlyCounts, { maxLength: 20 }), fc.nat({ max: 1e6 }))
      .map(([countStore, age]) =>
        heartbeatAlertOf(heartbeatOf(countStore, { since: NOON - age, until: NOON }), {
          channel: 'c',
          now: NOON,
        }),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(hostile, fc.boolean())
      .map(([text, cured]) =>
        incidentAlertOf(
          { subject: text, kind: 'failing', since: NOON, text },
          { channel: 'c', cured, now: NOON },
        ),
      ),
  },
);

/** A few alerts, or a flood of them. */
const alerts = fc.oneof(
  fc.array(alert, { minLength: 1, maxLength: 4 }),
  fc
    .tuple(fc.array(alert, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 60 }))
    .map(([some, times]) =>
      Array.from({ length: times }, (_, round) =>
        some.map((one) => ({ ...one, id: `${one.id}-${round}` })),
      ).flat(),
    ),
);
const channel: fc.Arbitrary<Channel> = fc
  .record({
    name: fc.oneof(name, fc.constant('operators')),
    timezone: fc.constantFrom('Europe/Paris', 'Asia/Kathmandu'),
  })
  .map((changes) => aChannel({ sms: ['+33600000000'], ...changes }));

const CONTROL = /\p{Cc}|[\p{Zl}\p{Zp}]/u;
const UNSEEN = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u200b\ufeff]/u;

const receipt = 'https://abcdefghij.execute-api.eu-west-1.example.com/r/0123456789.abcdefghijklmnop';
const messages = fc
  .tuple(
    alerts,
    channel,
    fc.constantFrom<Because[]>('group', 'digest', 'quiet-hours', 'storm'),
    fc.constantFrom(undefined, receipt),
  )
  .map(([some, to, because, link]) => ({
    some,
    message: composeMessage(some, { channel: to, now: NOON, because, linkOf: () => link }),
  }));
type Composed = { some: readonly Alert[]; message: Message };

/** What a message tells as one: the alerts of one story. */
function entriesIn(some: readonly Alert[]): number {
  const key = ({ id, story: notified, occasion }: Alert) =>
    occasion.type === 'finding' ? id : (notified?.id ?? id);
  return new Set(some.map(key)).size;
}

function expectPlain(text: string): void {
  expect(text).not.toMatch(CONTROL);
  expect(text).not.toMatch(UNSEEN);
  expect(text.isWellFormed()).toBe(true);
}

/** One line under 100 characters, never empty. */
function expectSubject({ message: { texts } }: Composed): void {
  expectPlain(texts.subject);
  expect(texts.subject.trim()).not.toBe('');
  expect(texts.subject.length).toBeLessThan(100);
}

/** Accounts for every alert, is never without the first, and links to nothing but http(s). */
function expectEmail({ some, message: { texts } }: Composed): void {
  const lines = texts.email.split('\n');
  lines.forEach(expectPlain);
  expect(lines.filter((line) => /^\w+:\/\//.test(line) && !/^https?:/.test(line))).toEqual([]);
  const paragraphs = texts.email.split('\n\n');
  const left = Number(/^and ([\d,]+) more, kept/m.exec(texts.email)?.[1]?.replaceAll(',', '') ?? 0);
  const entries = entriesIn(some);
  const notified = paragraphs.length - (entries > 1 ? 1 : 0) - (left > 0 ? 1 : 0) - 1;
  expect(notified).toBeGreaterThan(0);
  expect(notified + left).toBe(entries);
}

/** At most 1,600 characters in three parts, whole items only, with the number of those left out. */
function expectSms({ some, message: { texts } }: Composed): void {
  const { sms } = texts;
  expect(sms === undefined).toBe(some.every(({ occasion }) => ['base', 'life-sign'].includes(occasion.type)));
  if (sms === undefined) return;
  const lines = sms.split('\n');
  lines.forEach(expectPlain);
  expect(sms.length).toBeLessThanOrEqual(1_600);
  expect(smsParts(sms)).toBeLessThanOrEqual(entriesIn(some) === 1 ? 1 : 3);
  const left = Number(/^and (\d+) more$/.exec(lines.at(-1) ?? '')?.[1] ?? 0);
  expect(lines.length - (left > 0 ? 1 : 0) + left).toBe(entriesIn(some));
}

interface Said {
  count: number;
  alerts: { items: { title: string; link?: string; matched: string[]; outlet?: object }[] }[];
}

/** Counts every alert; what it says of the news is as plain as the texts for people. */
function expectJson({ some, message: { texts } }: Composed): void {
  const said: Said = JSON.parse(texts.json);
  expect(said.count).toBe(some.length);
  expect(said.alerts.length).toBeGreaterThan(0);
  for (const { title, link = 'https://', matched, outlet = {} } of said.alerts.flatMap(
    ({ items }) => items,
  )) {
    [title, ...matched, ...Object.values(outlet).map(String)].forEach(expectPlain);
    expect(link).toMatch(/^https?:\/\//);
  }
}

describe('whatever the news says', () => {
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
      { numRuns: 450 },
    );
    expect(count).toBeGreaterThan(10_000);
  });

  it('SNS takes the message: its limit holds for all texts and attributes together', async () => {
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
      { numRuns: 100 },
    );
  });
});

it('with the heaviest articles there can be stays within what SNS takes, and still tells some of them', () => {
  const heavy = Array.from({ length: 60 }, (_, n) =>
    alertOf(aWatch(), {
      finding: aFinding(n, {
        title: '東"'.repeat(5_000),
        snippet: '\\"'.repeat(5_000),
        link: `https://news.example/${'a'.repeat(1_900)}`,
        matched: Array.from({ length: 20 }, () => '東'.repeat(60)),
        outlet: { domain: '東'.repeat(5_000), name: '"'.repeat(5_000) },
      }),
      now: NOON,
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
