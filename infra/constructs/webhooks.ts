import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { Construct } from 'constructs';
import { ENV, OBJECTS } from '../../shared/contracts/names.ts';
import type { Stage } from '../stages/read-stage.ts';
import type { Alarms } from './alarms/alarms.ts';
import type { ServiceFunction } from './service-function.ts';
import { FOR_WEBHOOKS, type HttpEndpoint } from './http-endpoint.ts';
import { WorkQueue } from './messaging/work-queue.ts';
import type { Provider } from './provider.ts';
import type { ObjectStore } from './object-store.ts';

interface WebhooksProps {
  /** The function that answers the webhook, and the one that processes the payload later. */
  receive: ServiceFunction;
  process: ServiceFunction;
  stage: Stage;
  alarms: Alarms;
  store: ObjectStore;
  endpoint: HttpEndpoint;
  extraction: Provider;
}

/**
 * The webhooks of the extraction service's monitors: payloads are received at the endpoint, kept, queued and
 * processed.
 */
export class Webhooks extends Construct {
  /** The queue of payloads. The bucket holds them; the messages here name them. */
  readonly waiting: WorkQueue;

  constructor(scope: Construct, id: string, props: WebhooksProps) {
    super(scope, id);
    const { receive, process, stage, alarms, store, endpoint, extraction } = props;
    this.waiting = new WorkQueue(this, 'Waiting', {
      name: 'deliveries',
      stage,
      alarms,
      feeds: 'take-delivery',
      variable: ENV.deliveriesQueue,
      impact: {
        givenUp: 'Webhook payloads failed at every try. Their records are pulled from the service instead.',
        waiting: 'Webhook payloads wait for more than an hour. Alerts are late by as much.',
      },
      // Their records are pulled instead, and a lean stage reads few metrics.
      lean: false,
      // A call processes them together. Those that lack records it processes one after the other, and calls the
      // service for each.
      batch: 10,
      calls: 2,
    });
    store.grantPut(receive, OBJECTS.deliveries);
    this.waiting.grantSend(receive);
    // A payload may repeat the key: it is masked before it is stored.
    extraction.key?.grantRead(receive);
    store.grantRead(process, OBJECTS.deliveries);
    store.grantPut(process, OBJECTS.raw);
    extraction.grantCall(process);
    if (!extraction.isUsed) return;
    endpoint.route({
      method: HttpMethod.POST,
      path: '/deliveries/{watch}',
      fn: receive,
      throttle: FOR_WEBHOOKS,
      openBecause:
        'The extraction service sends the secret of the webhook. The function compares it before it keeps anything.',
    });
    this.waiting.feed(process);
  }
}
