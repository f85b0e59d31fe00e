import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENV } from '../../shared/contracts/names.ts';
import { FUNCTION_SETTINGS } from '../function-settings.ts';
import { ALARM_PERIOD, type Alarms } from './alarms.ts';
import { DeadLetters } from './dead-letters.ts';
import type { ServiceFunction } from './service-function.ts';

/** After this many receives a delivery is put aside: half an hour and more. Its records are pulled all the same. */
const RECEIVES = 5;
/** So many deliveries a call takes, one after the other, and so many calls run at once: some pull from the service. */
const BATCH = 5;
const CALLS = 2;

/** What monitors have sent: the bodies lie in the bucket, here wait their names. */
export class DeliveryQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { alarms }: { alarms: Alarms }) {
    super(scope, id);
    this.deadLetters = new DeadLetters(this, 'DeadLetters', {
      name: 'deliveries',
      impact: 'Deliveries of monitors were given up; their records are pulled from the service instead.',
      alarms,
    });
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // AWS asks for six times the function's time limit, so that a throttled batch is not seen twice.
      visibilityTimeout: Duration.seconds(6 * FUNCTION_SETTINGS['take-delivery'].timeout.toSeconds()),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: RECEIVES },
    });
    alarms.add({
      name: 'deliveries-age',
      impact: 'Deliveries of monitors wait for more than an hour; alerts are late by as much.',
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      threshold: Duration.hours(1).toSeconds(),
      periods: 2,
    });
  }

  /** Lets a function take the deliveries. */
  feed(fn: ServiceFunction): void {
    fn.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: BATCH,
        maxConcurrency: CALLS,
        reportBatchItemFailures: true,
      }),
    );
  }

  /** Lets a function put deliveries into the queue. */
  grantSend(fn: ServiceFunction): void {
    fn.addEnvironment(ENV.deliveriesQueue, this.queue.queueUrl);
    fn.allow(['sqs:SendMessage'], [this.queue.queueArn]);
  }
}
