import type { Construct } from 'constructs';
import { ENV } from '../../../shared/contracts/names.ts';
import { FUNCTION_SETTINGS } from '../functions/function-settings.ts';
import type { Stage } from '../../stages/read-stage.ts';
import type { Alarms } from '../alarms/alarms.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import { WorkQueue } from './work-queue.ts';

/** The queue of webhook payloads. The bucket holds the payloads; the messages here name them. */
export class WebhookQueue extends WorkQueue {
  constructor(scope: Construct, id: string, { stage, alarms }: { stage: Stage; alarms: Alarms }) {
    super(scope, id, {
      name: 'deliveries',
      stage,
      alarms,
      timeout: FUNCTION_SETTINGS['take-delivery'].timeout,
      impact: {
        givenUp: 'Webhook payloads failed at every try. Their records are pulled from the service instead.',
        waiting: 'Webhook payloads wait for more than an hour. Alerts are late by as much.',
      },
      // Their records are pulled instead, and a lean stage reads few metrics.
      lean: false,
      // A call processes them together. Those that lack records it processes one after the other, and calls the service for each.
      batch: 10,
      calls: 2,
    });
  }

  /** Lets a function queue webhook payloads. */
  grantSend(fn: ServiceFunction): void {
    this.grantSendAs(fn, ENV.deliveriesQueue);
  }
}
