import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

export interface AlarmsProps {
  /** Stands before the name of each alarm, so that stages can share an account. */
  prefix: string;
  /** E-mail addresses of the operators. */
  operators: readonly string[];
}

/** What an alarm watches, and what it means to the people it wakes. */
export interface AlarmOrder {
  /** Also the title of its section in docs/runbook.md. */
  name: string;
  /** What users lose while it rings: one sentence. */
  impact: string;
  metric: IMetric;
  /** Rings at this value and above; for `silence` alarms, below it. Default 1. */
  threshold?: number;
  /** How many periods of the metric must be bad, all of them. Default 1. */
  periods?: number;
  /** Rings when the metric falls below the threshold or is not there at all. Default false. */
  silence?: boolean;
}

/**
 * All alarms of the stack, and the topic through which they reach the operators. The topic is not the one of the
 * alerts: these have to arrive when our own code is what broke, and CloudWatch sets no attributes to filter by.
 */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly all: Alarm[] = [];
  readonly #action: SnsAction;
  readonly #prefix: string;

  constructor(scope: Construct, id: string, { prefix, operators }: AlarmsProps) {
    super(scope, id);
    this.#prefix = prefix;
    // Not encrypted with a key: CloudWatch may not use the one that SNS brings, and the texts hold nothing of the user's.
    this.topic = new Topic(this, 'Topic', { displayName: 'Bellwether alarms', enforceSSL: true });
    this.topic.addToResourcePolicy(this.#publishing());
    for (const address of operators) this.topic.addSubscription(new EmailSubscription(address));
    this.#action = new SnsAction(this.topic);
  }

  /** Sets an alarm that tells the operators when it rings and when it is over. */
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

  /** A topic with a policy of its own, here against plain connections, lets CloudWatch in only where that says so. */
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

/** The period of most alarms: long enough to gather a few runs, short enough to hear of it while it matters. */
export const ALARM_PERIOD = Duration.minutes(5);
