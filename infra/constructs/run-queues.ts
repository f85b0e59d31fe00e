import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENV } from '../../shared/contracts/names.ts';
import type { Service } from '../../shared/domain/errors.ts';
import type { Stage } from '../stages.ts';
import { ALARM_PERIOD, type Alarms } from './alarms.ts';
import { DeadLetters } from './dead-letters.ts';
import type { ServiceFunction } from './service-function.ts';

export interface RunQueueProps {
  service: Service;
  /** Time limit of the function that answers the queue. */
  runTimeout: Duration;
  stage: Stage;
  alarms: Alarms;
}

/** After this many receives a run order is put aside: five runs that died, an outage of half an hour and more. */
const RECEIVES = 5;

/** The runs of one service: orders wait here until one of the few calls at once that the plan allows is free. */
export class RunQueue extends Construct {
  readonly service: Service;
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #concurrency: number;

  constructor(scope: Construct, id: string, { service, runTimeout, stage, alarms }: RunQueueProps) {
    super(scope, id);
    const name = `runs-${service}`;
    this.service = service;
    this.#concurrency = stage.concurrency[service];
    this.deadLetters = new DeadLetters(this, 'DeadLetters', {
      name,
      impact: `Runs of ${service} watches were given up; what they had to cover stays open until a later run.`,
      alarms,
    });
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // AWS asks for six times the function's time limit, so that a throttled batch is not seen twice.
      visibilityTimeout: Duration.seconds(6 * runTimeout.toSeconds()),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: RECEIVES },
    });
    alarms.add({
      name: `${name}-age`,
      impact: `Runs of ${service} watches wait for more than an hour; alerts are late by as much.`,
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      threshold: Duration.hours(1).toSeconds(),
      periods: 2,
    });
  }

  /** Lets a function take the orders, one at a time, at most as many at once as the stage allows. */
  feed(fn: ServiceFunction): void {
    fn.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: 1,
        maxConcurrency: this.#concurrency,
        reportBatchItemFailures: true,
      }),
    );
  }

  /** Lets a function put orders into the queue. */
  grantSend(fn: ServiceFunction): void {
    fn.addEnvironment(ENV.runsQueue[this.service], this.queue.queueUrl);
    fn.allow(['sqs:SendMessage'], [this.queue.queueArn]);
  }
}
