import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { Construct } from 'constructs';
import { OBJECTS } from '../../shared/contracts/names.ts';
import type { Alarms } from './alarms.ts';
import { WebhookQueue } from './delivery-queue.ts';
import type { HttpEndpoint } from './http-endpoint.ts';
import type { ObjectStore } from './object-store.ts';
import type { Provider } from './provider.ts';
import type { ServiceFunction } from './service-function.ts';

export interface DeliveriesProps {
  /** Who answers the endpoint, and who works later. */
  receive: ServiceFunction;
  take: ServiceFunction;
  alarms: Alarms;
  store: ObjectStore;
  endpoint: HttpEndpoint;
  extraction: Provider;
}

/** What monitors of the extraction service send: received behind the endpoint, kept, queued, and taken. */
export class Deliveries extends Construct {
  readonly waiting: WebhookQueue;

  constructor(scope: Construct, id: string, props: DeliveriesProps) {
    super(scope, id);
    const { receive, take, alarms, store, endpoint, extraction } = props;
    this.waiting = new WebhookQueue(this, 'Waiting', { alarms });
    store.grantPut(receive, OBJECTS.deliveries);
    this.waiting.grantSend(receive);
    endpoint.route({
      method: HttpMethod.POST,
      path: '/deliveries/{watch}',
      fn: receive,
      openBecause:
        'The extraction service proves itself by the secret of the webhook, which the function compares before it keeps anything.',
    });
    this.waiting.feed(take);
    store.grantRead(take, OBJECTS.deliveries);
    store.grantPut(take, OBJECTS.raw);
    extraction.grantCall(take);
  }
}
