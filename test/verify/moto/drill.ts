import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { UnsubscribeCommand } from '@aws-sdk/client-sns';
import { drillReport } from '../../../infra/cli/commands/drill.ts';
import { SECOND } from '../../../shared/domain/time/instant.ts';
import { connectMoto } from './connect-moto.ts';
import type { Expect } from './journey.ts';
import type { MotoWorld } from './moto-world.ts';

const ID = 'mO7oDr1LL0';

/**
 * A drill on the stack in moto, with two broken subscribers, which the report must name and no other: an address that
 * is no longer subscribed, and a queue to which SNS could not deliver. moto keeps no dead letters of a topic, so the
 * check puts the one that SNS would keep.
 */
export async function drillInMoto(world: MotoWorld, expect: Expect): Promise<void> {
  const { clients, clock, outputs, settle } = world;
  const { stack, stop } = await connectMoto(world);
  try {
    const subscribed = await stack.subscriptions.list();
    const board = subscribed.find(({ endpoint }) => endpoint.startsWith('board@'));
    const queue = subscribed.find(({ protocol }) => protocol === 'queue');
    expect(board?.arn !== undefined && queue?.arn !== undefined, 'drill: board and queue are not subscribed');
    await clients.sns.send(new UnsubscribeCommand({ SubscriptionArn: board?.arn }));
    await stack.drill({ id: ID, sms: true, orderedAt: clock.now() });
    await settle();
    const url = outputs.SubscriberDeadLettersUrl;
    await clients.sqs.send(
      new SendMessageCommand({ QueueUrl: url, MessageBody: deadLetterOf(queue?.arn ?? '') }),
    );
    const stored = await stack.drills.read(ID);
    expect(stored !== undefined, 'drill: it was not taken from the queue');
    if (!stored) return;
    const undelivered = await stack.undeliveredDrill(ID);
    const targets = drillReport(stored, {
      channels: await stack.definitions.channels(),
      subscriptions: await stack.subscriptions.list(),
      undelivered: undelivered === 'unknown' ? [] : undelivered,
      now: clock.now() + SECOND,
    });
    for (const { channel, by, state } of targets)
      expect(state === 'accepted', `drill: ${channel} by ${by} is ${state}`);
    const named = targets.flatMap(({ channel, by, problems }) =>
      problems.map((problem) => `${channel} by ${by}: ${problem}`),
    );
    const broken = [
      /^board by email: board@.* is not subscribed/,
      /^newsroom by queue: .* did not take/,
    ].slice(0, url === undefined ? 1 : 2);
    for (const one of broken)
      expect(
        named.some((text) => one.test(text)),
        `drill: it does not name ${one.source}`,
      );
    expect(named.length === broken.length, `drill: it names ${named.join('; ')}`);
  } finally {
    await stop();
  }
}

/** What SNS keeps of a message that a subscriber did not take. */
function deadLetterOf(arn: string): string {
  return JSON.stringify({
    Type: 'Notification',
    Message: JSON.stringify({ v: 1, drill: { id: ID } }),
    UnsubscribeURL: `https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=${arn}`,
  });
}
