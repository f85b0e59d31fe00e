import { requestLimits } from '../shared/aws/requests/call-scope.ts';
import type { readAwsEnvironment } from '../shared/contracts/environment.ts';
import type { Channel } from '../shared/domain/channels/channel.ts';
import { transportOf } from '../shared/domain/channels/lanes.ts';
import type { TransportName } from '../shared/domain/channels/transports.ts';
import type { PageLinks } from '../shared/domain/pages/page-links.ts';
import { PublishRefused } from '../shared/domain/lib/errors.ts';
import type { Post } from '../shared/providers/transports/post.ts';
import type { Clock } from '../shared/use-cases/ports/clock.ts';
import type { PagerIncidents, StoryThreads } from '../shared/store/channels/threads.ts';
import type { Topic } from '../shared/use-cases/ports/messages.ts';
import type { Unsubscriptions } from '../shared/store/channels/recipients.ts';

/** What the adapters of all transports need. */
export interface TransportNeeds {
  post: Post;
  secret: (name: string) => Promise<string>;
  threads: StoryThreads;
  pagers: PagerIncidents;
  unsubscriptions: Pick<Unsubscriptions, 'of'>;
  /** What signs links to pages. Undefined while the key cannot be read. */
  links: () => Promise<PageLinks | undefined>;
  clock: Clock;
  /** The addresses of the services, without a slash at the end. */
  addresses: { slack: string; pagerDuty: string };
  /** The endpoints of services of AWS, and as whom they are called. */
  aws: ReturnType<typeof readAwsEnvironment>;
}

type Open = (needs: TransportNeeds & { now: () => number }) => Promise<Topic>;

/** The adapter of each transport. It is loaded when the first lane of it is served. */
const ADAPTERS: Readonly<Record<TransportName, Open>> = {
  eventbridge: async ({ aws, now }) => {
    const { eventBridgeTransport } = await import('../shared/aws/eventbridge/eventbridge-transport.ts');
    return eventBridgeTransport({ ...aws.account, endpoint: aws.events, service: 'events', now });
  },
  pagerduty: async (needs) => {
    const { pagerDutyTransport } = await import('../shared/providers/transports/webhook-transport.ts');
    return pagerDutyTransport(needs, needs.addresses.pagerDuty);
  },
  ses: async ({ aws, now, clock, ...needs }) => {
    const { sesTransport } = await import('../shared/aws/ses/ses-transport.ts');
    const access = { ...aws.account, endpoint: aws.mail, service: 'ses', now };
    return sesTransport({ ...needs, access, sleep: (time) => clock.sleep(time) });
  },
  slack: async (needs) => {
    const { slackClient } = await import('../shared/providers/transports/slack-transport.ts');
    const { slackTransport } = await import('../shared/providers/transports/slack-transport.ts');
    return slackTransport({ ...needs, slack: slackClient(needs.post, needs.addresses.slack) });
  },
  teams: async (needs) => {
    const { teamsTransport } = await import('../shared/providers/transports/webhook-transport.ts');
    return teamsTransport(needs);
  },
  webhook: async (needs) => {
    const { webhookTransport } = await import('../shared/providers/transports/webhook-transport.ts');
    return webhookTransport(needs);
  },
};

/** Publishes each message by the transport of its lane. A try is not made for a call that has ended. */
export function openTransports(needs: TransportNeeds): Topic {
  const opened = new Map<TransportName, Promise<Topic>>();
  const adapterOf = async (lane: Channel): Promise<Topic> => {
    requestLimits();
    const name = transportOf(lane.name);
    if (name === undefined)
      throw new PublishRefused(`The lane ${lane.name} is one of SNS: deliver-alerts sends on it.`);
    const adapter = opened.get(name) ?? ADAPTERS[name]({ ...needs, now: () => needs.clock.now() });
    opened.set(name, adapter);
    return adapter;
  };
  return {
    publish: async (message, lane, limits) => (await adapterOf(lane)).publish(message, lane, limits),
    resolve: async (key, lane, limits) => (await adapterOf(lane)).resolve?.(key, lane, limits),
  };
}
