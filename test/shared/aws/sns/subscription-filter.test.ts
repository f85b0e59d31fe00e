import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filterPolicyOf, readFilterPolicy } from '../../../../shared/aws/sns/subscription-filter.ts';
import { snsSubscriptions } from '../../../../shared/aws/sns/sns-subscriptions.ts';
import { snsTopic } from '../../../../shared/aws/sns/sns-topic.ts';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import { lanesOf } from '../../../../shared/domain/channels/lanes.ts';
import { SEVERITIES, type Severity } from '../../../../shared/domain/watches/watch.ts';
import { applySubscriptions } from '../../../../shared/use-cases/apply/apply-subscriptions.ts';
import { arnOf } from '../../../../infra/local/aws/local-account.ts';
import { memorySubscriptionRecords } from '../../../../infra/memory/alerts/memory-subscription-records.ts';
import { aChannel, aMessage, NOON } from '../../../ports/examples.ts';
import { heldClock } from '../../../ports/memory-services.ts';
import { openTopicEngine, TOPIC } from '../../../ports/topic-on-engine.ts';

let engine: Awaited<ReturnType<typeof openTopicEngine>>;
beforeEach(async () => {
  engine = await openTopicEngine();
});
afterEach(() => engine.close());

const HOOK = 'https://hooks.acme.example/a';
const press = aChannel({ email: ['a@acme.example'], https: [HOOK], protocolSeverity: { email: 'warning' } });
const duty = aChannel({ name: 'duty', email: ['a@acme.example'], protocolSeverity: { email: 'critical' } });
const board = aChannel({ name: 'board', email: ['a@acme.example'] });

const records = () => memorySubscriptionRecords();
const apply = (channels: Channel[], subscriptionRecords = records()) =>
  applySubscriptions(channels, {
    subscriptions: snsSubscriptions(engine.sns, TOPIC, { deadLetters: arnOf('sqs', 'dead') }),
    subscriptionRecords,
    clock: heldClock(NOON),
  });
/** Who gets a message of each severity of a channel. */
async function receivers(channel: Channel, changes: Parameters<typeof aMessage>[1] = {}) {
  const topic = snsTopic(engine.sns, TOPIC);
  const found: Record<string, string[]> = {};
  for (const severity of SEVERITIES) {
    engine.captured.length = 0;
    await topic.publish(aMessage(1, { channel: channel.name, severity, ...changes }), channel);
    found[severity] = engine.captured
      .flatMap(({ recipients }) => recipients.map(({ endpoint }) => endpoint))
      .toSorted();
  }
  return found;
}

describe('the severity of an address on a channel', () => {
  it('is filtered by SNS, for each channel of the address by itself', async () => {
    await apply([press, duty, board]);
    const mail = 'a@acme.example';
    expect(await receivers(press)).toEqual({ info: [HOOK], warning: [mail, HOOK], critical: [mail, HOOK] });
    expect(await receivers(duty)).toEqual({ info: [], warning: [], critical: [mail] });
    expect(await receivers(board)).toEqual({ info: [mail], warning: [mail], critical: [mail] });
  });

  it('does not hold back reports and heartbeats', async () => {
    await apply([duty]);
    const all = ['a@acme.example'];
    expect(await receivers(duty, { isOrdered: true })).toEqual({ info: all, warning: all, critical: all });
    const [ordered] = engine.captured;
    expect(ordered?.attributes['severity']).toBeUndefined();
    await receivers(board, { isOrdered: true });
    expect(engine.captured[0]?.attributes['severity']).toMatchObject({ value: 'critical' });
  });

  it('moves with the file, and leaves a subscription of before as it is', async () => {
    const kept = records();
    const plain = aChannel({ email: ['a@acme.example'] });
    await apply([plain], kept);
    expect(await apply([plain], kept)).toEqual({ added: [], changed: [], removed: [] });
    const own = { ...plain, protocolSeverity: { email: 'critical' as const } };
    expect(await apply([own], kept)).toMatchObject({ changed: ['a@acme.example'] });
    expect(await apply([own], kept)).toEqual({ added: [], changed: [], removed: [] });
    expect((await receivers(own)).warning).toEqual([]);
    expect(await apply([plain], kept)).toMatchObject({ changed: ['a@acme.example'] });
    expect((await receivers(plain)).info).toEqual(['a@acme.example']);
  });

  it('raises that of the lane of SNS where all its protocols have one', () => {
    expect(lanesOf(duty)[0]?.minSeverity).toBe('critical');
    expect(lanesOf(press)[0]).toEqual(press);
    expect(
      lanesOf({ ...press, protocolSeverity: { email: 'critical', https: 'warning' } })[0]?.minSeverity,
    ).toBe('warning');
  });
});

it('a policy is read as it was written, and has at most 5 keys', () => {
  const cases: (Record<string, Severity> | undefined)[] = [
    undefined,
    { a: 'warning' },
    { a: 'warning', b: 'critical' },
    { a: 'critical', b: 'critical', c: 'critical' },
  ];
  for (const severities of cases) {
    const filter = { channels: ['a', 'b', 'c'], ...(severities && { severities }) };
    const policy = filterPolicyOf('email', filter);
    expect(readFilterPolicy(policy)).toEqual(filter);
    expect(policy.match(/"(?:channel|severity)":/g)!.length).toBeLessThanOrEqual(5);
  }
  expect(filterPolicyOf('email', { channels: ['a'] })).toBe('{"channel":["a"]}');
  expect(filterPolicyOf('sms', { channels: ['a'], severities: { a: 'critical' } })).toBe(
    '{"channel":["a"],"sms":["yes"]}',
  );
});
