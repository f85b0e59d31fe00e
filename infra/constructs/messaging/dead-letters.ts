import { Duration, Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Stage } from '../../stages/read-stage.ts';
import { ALARM_PERIOD, type Alarms } from '../alarms/alarms.ts';
import { queueEncryption } from './queue-encryption.ts';

export interface DeadLettersProps {
  /** The alarm is `<name>-dead-letters`. */
  name: string;
  impact: string;
  stage: Stage;
  alarms: Alarms;
  /** Whether a lean stage has the alarm. Default true. */
  lean?: boolean;
}

/** A queue for messages that could not be processed. SQS keeps them as long as it can. One message sets off the alarm. */
export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string, { name, impact, stage, alarms, lean = true }: DeadLettersProps) {
    super(scope, id, {
      ...queueEncryption(scope, stage),
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason:
        'This queue is itself a dead-letter queue. The scheduler or a subscription names it as one, which the check does not see.',
    });
    alarms.add({
      name: `${name}-dead-letters`,
      impact,
      metric: this.metricApproximateNumberOfMessagesVisible({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      lean,
    });
  }
}
