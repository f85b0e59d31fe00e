import type { Construct } from 'constructs';
import { ENV } from '../../shared/contracts/names.ts';
import { FUNCTION_SETTINGS } from '../function-settings.ts';
import type { Alarms } from './alarms.ts';
import type { ServiceFunction } from './service-function.ts';
import { WorkQueue } from './work-queue.ts';

/** What monitors have sent: the bodies lie in the bucket, here wait their names. */
export class WebhookQueue extends WorkQueue {
  constructor(scope: Construct, id: string, { alarms }: { alarms: Alarms }) {
    super(scope, id, {
      name: 'deliveries',
      alarms,
      timeout: FUNCTION_SETTINGS['take-delivery'].timeout,
      impact: {
        givenUp: 'Deliveries of monitors were given up; their records are pulled from the service instead.',
        waiting: 'Deliveries of monitors wait for more than an hour; alerts are late by as much.',
      },
      // A call takes them one after the other; some of them pull from the service.
      batch: 5,
      calls: 2,
    });
  }

  /** Lets a function put deliveries into the queue. */
  grantSend(fn: ServiceFunction): void {
    this.grantSendAs(fn, ENV.deliveriesQueue);
  }
}
