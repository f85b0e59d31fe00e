import type { Construct } from 'constructs';
import { ENV } from '../../../shared/contracts/names.ts';
import type { Service } from '../../../shared/domain/lib/errors.ts';
import type { Stage } from '../../stages/read-stage.ts';
import type { Alarms } from '../alarms/alarms.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import { FUNCTION_SETTINGS } from '../functions/function-settings.ts';
import { WorkQueue } from './work-queue.ts';

/** Runs that read feeds call no one, so no plan limits them. Two is the least that AWS allows. */
const FEED_RUNS = 2;

export interface RunQueueProps {
  service: Service;
  stage: Stage;
  alarms: Alarms;
}

/** The queue of the runs of one service. Orders wait here until one of the few calls at once that the plan allows is free. */
export class RunQueue extends WorkQueue {
  readonly service: Service;

  constructor(scope: Construct, id: string, { service, stage, alarms }: RunQueueProps) {
    super(scope, id, {
      name: `runs-${service}`,
      stage,
      alarms,
      timeout: FUNCTION_SETTINGS['run-watch'].timeout,
      impact: {
        givenUp: `Runs of ${service} watches failed at every try. Their windows stay open until a later run.`,
        waiting: `Runs of ${service} watches wait for more than an hour. Alerts are late by as much.`,
      },
      batch: 1,
      calls: service === 'feeds' ? FEED_RUNS : stage.concurrency[service],
    });
    this.service = service;
  }

  /** Lets a function put orders into the queue. */
  grantSend(fn: ServiceFunction): void {
    this.grantSendAs(fn, ENV.runsQueue[this.service]);
  }
}
