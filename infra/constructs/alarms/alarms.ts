import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

export interface AlarmsProps {
  /** Comes before the name of each alarm, so that stages can share an account. */
  prefix: string;
  /** E-mail addresses of the operators. */
  operators: readonly string[];
}

/** What an alarm watches, and what it means for users. */
export interface AlarmOrder {
  /** Also the title of its section in docs/runbook.md. */
  name: string;
  /** What users lose while the alarm is on: one sentence. */
  impact: string;
  metric: IMetric;
  /** The alarm goes on at this value and above it; with `silence`, below it. Default 1. */
  threshold?: number;
  /** How many periods in a row must be bad. Default 1. */
  periods?: number;
  /** True: the alarm goes on when the metric is below the threshold, or has no data. Default false. */
  silence?: boolean;
}

/**
 * All alarms of the stack, and the topic that brings them to the operators. It is not the topic of the alerts. Alarms must
 * arrive when our own code is broken, and CloudWatch sets no attributes that a subscription could filter by.
 */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly all: Alarm[] = [];
  readonly #action: SnsAction;
  readonly #prefix: string;

  constructor(scope: Construct, id: string, { prefix, operators }: AlarmsProps) {
    super(scope, id);
    this.#prefix = prefix;
    // No KMS key: CloudWatch may not use the key that SNS provides, and the texts hold no data of users.
    this.topic = new Topic(this, 'Topic', { displayName: 'Bellwether alarms', enforceSSL: true });
    this.topic.addToResourcePolicy(this.#publishing());
    for (const address of operators) this.topic.addSubscription(new EmailSubscription(address));
    this.#action = new SnsAction(this.topic);
  }

  /** Adds an alarm. It notifies the operators when it goes on and when it goes off. */
  add({ name, impact, metric, threshold = 1, periods = 1, silence = false }: AlarmOrder): void {
    const alarm = new Alarm(this, name, {
      alarmName: `${this.#prefix}-${name}`,
      alarmDescription: `${impact} What to do: docs/runbook.md, section "${name}".`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: silence
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: silence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(this.#action);
    alarm.addOkAction(this.#action);
    this.all.push(alarm);
  }

  /** The topic has a policy (it refuses plain connections), so CloudWatch may publish only where that policy allows it. */
  #publishing(): PolicyStatement {
    const { account } = Stack.of(this);
    const alarms = Stack.of(this).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: `${this.#prefix}-*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    return new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [this.topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': account }, ArnLike: { 'aws:SourceArn': alarms } },
    });
  }
}

/** The period of most alarms: long enough for a few runs, short enough to react in time. */
export const ALARM_PERIOD = Duration.minutes(5);
