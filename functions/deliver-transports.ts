import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { boundedRequests, requestLimits } from '../shared/aws/bounded-requests.ts';
import { namedSecrets, secretPageLinks } from '../shared/aws/secrets.ts';
import {
  readAwsEnvironment,
  readLinkEnvironment,
  readTransportsEnvironment,
} from '../shared/contracts/environment.ts';
import { transportOrderSchema } from '../shared/contracts/orders.ts';
import { type Channel, type TransportName, transportOf } from '../shared/domain/channels/channel.ts';
import { PublishRefused } from '../shared/domain/lib/errors.ts';
import type { PageLinks } from '../shared/domain/pages/signed-link.ts';
import { reachableNetworks } from '../shared/providers/http/public-address.ts';
import { createPost, type Post } from '../shared/providers/http/post.ts';
import { FORMS, FORMS_WITH_BUTTONS } from '../shared/render/chat/forms.ts';
import { showActions } from '../shared/render/chat/slack-form.ts';
import { composeDrillWithLinks } from '../shared/render/message/compose-drill.ts';
import { composeWithLinks } from '../shared/render/message/compose-message.ts';
import { deliverAlerts } from '../shared/use-cases/deliver/deliver-alerts.ts';
import { showAcknowledged } from '../shared/use-cases/deliver/show-acknowledged.ts';
import { serveDrill } from '../shared/use-cases/deliver/run-drill.ts';
import type { Clock } from '../shared/use-cases/ports/clock.ts';
import type { Topic } from '../shared/use-cases/ports/ports.ts';
import { clock, logger, openTable, queueHandler, reportDelivery } from './handler.ts';
import { lateOpening } from './late-models.ts';
import { linksOrNone } from './open-delivery.ts';
import type { PagerIncidents, StoryThreads } from '../shared/store/channels/threads.ts';
import type { Unsubscriptions } from '../shared/store/channels/recipients.ts';

/** What the adapters of all transports need. */
interface TransportNeeds {
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
    const { eventBridgeTransport } = await import('../shared/aws/eventbridge-transport.ts');
    return eventBridgeTransport({ ...aws.account, endpoint: aws.events, service: 'events', now });
  },
  pagerduty: async (needs) => {
    const { pagerDutyTransport } = await import('../shared/providers/transports/webhook-transport.ts');
    return pagerDutyTransport(needs, needs.addresses.pagerDuty);
  },
  ses: async ({ aws, now, clock, ...needs }) => {
    const { sesTransport } = await import('../shared/aws/ses-transport.ts');
    const access = { ...aws.account, endpoint: aws.mail, service: 'ses', now };
    return sesTransport({ ...needs, access, sleep: (time) => clock.sleep(time) });
  },
  slack: async (needs) => {
    const { slackClient, slackTransport } = await import('../shared/providers/transports/slack-transport.ts');
    return slackTransport({ ...needs, showActions, slack: slackClient(needs.post, needs.addresses.slack) });
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

const { table, stack, slack, pagerDuty, reachable, hasSlackApp } = readTransportsEnvironment(process.env);
const secrets = new SecretsManagerClient(boundedRequests());
const ports = openTable(table);
const opening = { opening: lateOpening(ports, { table, secrets }) };
const readLinks = secretPageLinks(secrets, { ...readLinkEnvironment(process.env), clock });
const topic = openTransports({
  post: createPost({ now: () => clock.now(), mayReach: reachableNetworks(reachable) }),
  secret: namedSecrets(secrets, { stack, clock }),
  threads: ports.threads,
  pagers: ports.pagers,
  unsubscriptions: ports.unsubscriptions,
  links: () => linksOrNone(readLinks),
  clock,
  addresses: { slack, pagerDuty },
  aws: readAwsEnvironment(process.env),
});

/** Sends what is due on the lanes of other transports than SNS, on the channels that an order names. */
export const handler = queueHandler(transportOrderSchema, async ({ channels, drill, acknowledged }, call) => {
  if (drill !== undefined) {
    const composeDrill = composeDrillWithLinks(await linksOrNone(readLinks), FORMS);
    await serveDrill(drill, { ...ports, topic, composeDrill }, call);
    return;
  }
  if (acknowledged !== undefined) {
    try {
      await showAcknowledged(acknowledged, { ...ports, topic, clock }, call);
    } catch (error) {
      logger.warn('A message does not show who has acknowledged its alert', { error });
    }
    return;
  }
  const forms = hasSlackApp ? FORMS_WITH_BUTTONS : FORMS;
  const compose = composeWithLinks(await linksOrNone(readLinks), forms);
  reportDelivery(await deliverAlerts(channels, { ...ports, topic, compose, ...opening }, call, 'others'));
});

/** Publishes each message by the transport of its lane. A try is not made for a call that has ended. */
function openTransports(needs: TransportNeeds): Topic {
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
    edit: async (message, lane, how) => (await adapterOf(lane)).edit?.(message, lane, how),
    resolve: async (key, lane, limits) => (await adapterOf(lane)).resolve?.(key, lane, limits),
  };
}
