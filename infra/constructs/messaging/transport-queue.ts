import type { Construct } from 'constructs';
import { ENV } from '../../../shared/contracts/names.ts';
import { FUNCTION_SETTINGS } from '../functions/function-settings.ts';
import type { Stage } from '../../stages/read-stage.ts';
import type { Alarms } from '../alarms/alarms.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import { WorkQueue } from './work-queue.ts';

/** The queue of orders to serve the lanes of other transports than SNS. What an order leaves due, the sweep of the next minute orders. */
export class TransportQueue extends WorkQueue {
  constructor(scope: Construct, id: string, { stage, alarms }: { stage: Stage; alarms: Alarms }) {
    super(scope, id, {
      name: 'transports',
      stage,
      alarms,
      timeout: FUNCTION_SETTINGS['deliver-transports'].timeout,
      impact: {
        givenUp:
          'Orders to send to Slack, Teams and other services failed at every try. Their messages are late.',
        waiting: 'Messages to Slack, Teams and other services wait for more than an hour.',
      },
      // A message that cannot be sent is an incident. So a lean stage is notified without this alarm.
      lean: false,
      batch: 1,
      calls: 2,
    });
  }

  /** Lets a function order that the lanes of a channel are served. */
  grantSend(fn: ServiceFunction): void {
    this.grantSendAs(fn, ENV.transportsQueue);
  }
}
