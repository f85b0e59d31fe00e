import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { namedSecrets } from '../shared/aws/secrets/secret-key.ts';
import { secretPageLinks } from '../shared/aws/secrets/secret-page-links.ts';
import { boundedRequests } from '../shared/aws/requests/bounded-requests.ts';
import {
  readAwsEnvironment,
  readLinkEnvironment,
  readTransportsEnvironment,
} from '../shared/contracts/environment.ts';
import { transportOrderSchema } from '../shared/contracts/orders/transport-order.ts';
import { reachableNetworks } from '../shared/providers/http/public-lookup.ts';
import { createPost } from '../shared/providers/transports/post.ts';
import { FORMS } from '../shared/render/chat/forms.ts';
import { composeDrillWithLinks } from '../shared/render/message/compose-drill.ts';
import { composeWithLinks } from '../shared/render/message/compose-message.ts';
import { deliverAlerts } from '../shared/use-cases/deliver/deliver-alerts.ts';
import { serveDrill } from '../shared/use-cases/deliver/run-drill.ts';
import { clock, queueHandler } from './handler.ts';
import { linksOrNone } from './open-delivery.ts';
import { openTransports } from './open-transports.ts';
import { reportDelivery } from './report-outcome.ts';
import { openTable } from './wiring.ts';

const { table, stack, slack, pagerDuty, reachable } = readTransportsEnvironment(process.env);
const secrets = new SecretsManagerClient(boundedRequests());
const ports = openTable(table);
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
export const handler = queueHandler(transportOrderSchema, async ({ channels, drill }, call) => {
  if (drill !== undefined) {
    const composeDrill = composeDrillWithLinks(await linksOrNone(readLinks), FORMS);
    await serveDrill(drill, { ...ports, topic, composeDrill }, call);
    return;
  }
  const compose = composeWithLinks(await linksOrNone(readLinks), FORMS);
  reportDelivery(await deliverAlerts(channels, { ...ports, topic, compose }, call, 'others'));
});
