import type { Construct } from 'constructs';
import { ENV } from '../../../shared/contracts/names.ts';
import { FUNCTION_SETTINGS } from '../functions/function-settings.ts';
import type { Stage } from '../../stages/read-stage.ts';
import type { Alarms } from '../alarms/alarms.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import { WorkQueue } from './work-queue.ts';

/** The queue of orders to decide what waits in a space. What an order leaves waiting, `reconcile` orders again. */
export class DecideQueue extends WorkQueue {
  constructor(scope: Construct, id: string, { stage, alarms }: { stage: Stage; alarms: Alarms }) {
    super(scope, id, {
      name: 'decide',
      stage,
      alarms,
      timeout: FUNCTION_SETTINGS['decide-findings'].timeout,
      impact: {
        givenUp: 'Orders to decide what was found failed at every try. There are no alerts on it yet.',
        waiting: 'What was found waits for more than an hour to be decided. Alerts are late by as much.',
      },
      batch: 1,
      calls: stage.concurrency.decide,
    });
  }

  /** Lets a function order that a space is decided. */
  grantSend(fn: ServiceFunction): void {
    this.grantSendAs(fn, ENV.decideQueue);
  }
}
