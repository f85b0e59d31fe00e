import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arnOf } from '../../infra/local/aws/local-account.ts';
import { snsSubscriptions } from '../../shared/aws/sns-subscriptions.ts';
import type { Subscription, Subscriptions } from '../../shared/use-cases/ports/ports.ts';
import { memorySubscriptions } from './memory-services.ts';
import { openTopicEngine, TOPIC } from './topic-on-engine.ts';

/** Subscriptions to be held to the suite. */
interface OpenedSubscriptions {
  subscriptions: Subscriptions;
  /** Whoever subscribes with this endpoint has to confirm first, and never does. */
  slowEndpoint: string;
  close(): Promise<void>;
}

/** What everything that keeps subscriptions promises. */
function describeSubscriptions(name: string, open: () => Promise<OpenedSubscriptions>): void {
  describe(`the subscriptions: ${name}`, () => {
    let opened: OpenedSubscriptions;
    let subscriptions: Subscriptions;
    beforeAll(async () => {
      opened = await open();
      subscriptions = opened.subscriptions;
    });
    afterAll(async () => {
      await opened.close();
    });
    const find = async (endpoint: string): Promise<Subscription | undefined> =>
      (await subscriptions.list()).find((one) => one.endpoint === endpoint);

    it.each([
      { protocol: 'email', endpoint: 'press@acme.example', kept: {} },
      { protocol: 'sms', endpoint: '+33600000000', kept: {} },
      {
        protocol: 'https',
        endpoint: 'https://hooks.acme.example/alerts?team=press',
        kept: { keepsFailures: true },
      },
      {
        protocol: 'queue',
        endpoint: 'arn:aws:sqs:eu-west-1:000000000000:alerts',
        kept: { keepsFailures: true },
      },
    ] as const)(
      'list a subscriber by $protocol with all its channels, and whether its failures are kept',
      async ({ protocol, endpoint, kept }) => {
        await subscriptions.subscribe({ protocol, endpoint, channels: ['operators', 'press-team'] });
        const { arn, ...found } = (await find(endpoint))!;
        expect(found).toEqual({ protocol, endpoint, channels: ['operators', 'press-team'], ...kept });
        expect(arn).toMatch(/^arn:/);
        // Once more changes nothing.
        await subscriptions.keepFailures((await find(endpoint))!);
        expect(await find(endpoint)).toEqual({ ...found, keepsFailures: true, arn });
      },
    );

    it('take the same subscriber again without making a second one, and refuse another filter for it', async () => {
      const wanted = { protocol: 'email', endpoint: 'again@acme.example', channels: ['press-team'] } as const;
      await subscriptions.subscribe(wanted);
      await subscriptions.subscribe(wanted);
      const listed = (await subscriptions.list()).filter(({ endpoint }) => endpoint === wanted.endpoint);
      expect(listed).toHaveLength(1);
      await expect(subscriptions.subscribe({ ...wanted, channels: ['operators'] })).rejects.toThrow(
        'already exists with different attributes',
      );
    });

    it('change from which severity on one subscriber gets the messages of each channel', async () => {
      const endpoint = 'severe@acme.example';
      const severities = { duty: 'critical', 'press-team': 'warning' } as const;
      const channels = ['duty', 'operators', 'press-team'];
      await subscriptions.subscribe({ protocol: 'email', endpoint, channels, severities });
      expect(await find(endpoint)).toMatchObject({ channels, severities });
      await subscriptions.refilter((await find(endpoint))!, {
        channels: ['duty'],
        severities: { duty: 'warning' },
      });
      expect(await find(endpoint)).toMatchObject({ channels: ['duty'], severities: { duty: 'warning' } });
      await subscriptions.refilter((await find(endpoint))!, { channels: ['duty'] });
      const { severities: none, ...found } = (await find(endpoint))!;
      expect([none, found.channels]).toEqual([undefined, ['duty']]);
      await subscriptions.unsubscribe(found);
    });

    it('list who has not confirmed yet as waiting: without an ARN, and without channels', async () => {
      const endpoint = opened.slowEndpoint;
      await subscriptions.subscribe({ protocol: 'email', endpoint, channels: ['press-team'] });
      expect(await find(endpoint)).toEqual({ protocol: 'email', endpoint, channels: [] });
      const confirmed = {
        protocol: 'email',
        endpoint: 'quick@acme.example',
        channels: ['press-team'],
      } as const;
      await subscriptions.subscribe(confirmed);
      const addresses = await subscriptions.addresses();
      expect(addresses).toContainEqual({ protocol: 'email', endpoint, isConfirmed: false });
      expect(addresses).toContainEqual({
        protocol: 'email',
        endpoint: confirmed.endpoint,
        isConfirmed: true,
      });
    });
  });
}

const slowEndpoint = 'slow@acme.example';

describeSubscriptions('in memory', async () => ({
  subscriptions: memorySubscriptions([slowEndpoint]),
  slowEndpoint,
  close: async () => {},
}));

describeSubscriptions('SNS, on the embedded engine', async () => {
  const { sns, proxy, close } = await openTopicEngine();
  // The engine confirms at once: until then SNS lists these words where the ARN will stand.
  proxy.rewrite = ({ action }, body) =>
    action === 'ListSubscriptionsByTopic' ? pendingIn(body, slowEndpoint) : body;
  const deadLetters = arnOf('sqs', 'dead-letters');
  return { subscriptions: snsSubscriptions(sns, TOPIC, { deadLetters }), slowEndpoint, close };
});

function pendingIn(xml: string, endpoint: string): string {
  return xml.replaceAll(/<member>.*?<\/member>/gs, (member) =>
    member.includes(endpoint)
      ? member.replace(
          /<SubscriptionArn>.*?<\/SubscriptionArn>/,
          '<SubscriptionArn>PendingConfirmation</SubscriptionArn>',
        )
      : member,
  );
}
