import { Aws } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnTopic, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { ENV } from '../../../shared/contracts/names.ts';
import type { Stage } from '../../stages/read-stage.ts';
import { ALARM_PERIOD, type Alarms } from '../alarms/alarms.ts';
import { customerKeyOf, encryptedBy } from '../customer-key.ts';
import type { ServiceFunction } from '../service-function.ts';
import { DeadLetters } from './work-queue.ts';

/**
 * The topic of all alerts. It is encrypted with the key of the stage, or else with the key that SNS provides. That
 * key costs nothing, every role of the account that may publish may use it, and e-mail, SMS, https and queues still
 * receive plain messages.
 */
export class AlertTopic extends Construct {
  readonly topic: Topic;
  /** What the topic could not deliver to https addresses and queues. `apply` names it in their subscriptions. */
  readonly deadLetters: DeadLetters;

  constructor(scope: Construct, id: string, { stage, alarms }: { stage: Stage; alarms: Alarms }) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { displayName: 'Bellwether', enforceSSL: true });
    // By its bare alias: only then does AWS create the key in an account that has never had it.
    const key = customerKeyOf(this, stage)?.keyArn ?? 'alias/aws/sns';
    const { defaultChild } = this.topic.node;
    if (defaultChild instanceof CfnTopic) {
      defaultChild.kmsMasterKeyId = key;
      this.#logFailures(defaultChild, stage);
    }
    alarms.add({
      name: 'alert-topic-refused',
      impact: 'SNS accepted alerts, but could not deliver some of them to a subscriber.',
      metric: this.topic.metricNumberOfNotificationsFailed({ period: ALARM_PERIOD }),
      lean: true,
    });
    this.deadLetters = this.#keepFailures({ stage, alarms });
  }

  /**
   * A queue for what SNS gives up, in the account and the region of the topic, and standard as the topic is: SNS
   * takes no other. Only the topic may send to it. A lean stage is notified of the same failures by
   * `alert-topic-refused`, so it has neither alarm.
   */
  #keepFailures({ stage, alarms }: { stage: Stage; alarms: Alarms }): DeadLetters {
    const deadLetters = new DeadLetters(this, 'DeadLetters', {
      name: 'subscribers',
      impact: 'A program that subscribes to alerts did not receive some of them. They are kept for 14 days.',
      stage,
      alarms,
      lean: false,
    });
    deadLetters.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('sns.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [deadLetters.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': this.topic.topicArn } },
      }),
    );
    alarms.add({
      name: 'subscribers-not-kept',
      impact:
        'A program that subscribes to alerts did not receive some of them, and SNS could not keep them.',
      metric: new Metric({
        namespace: 'AWS/SNS',
        metricName: 'NumberOfNotificationsFailedToRedriveToDlq',
        dimensionsMap: { TopicName: this.topic.topicName },
        statistic: 'Sum',
        period: ALARM_PERIOD,
      }),
      lean: false,
    });
    return deadLetters;
  }

  /**
   * SNS logs each delivery to an https address or a queue that failed for good, with the address and the answer. It
   * names the log group itself; made here, the group has a retention. E-mail and SMS are not logged: numbers of
   * people are no log entry.
   */
  #logFailures(topic: CfnTopic, stage: Stage): void {
    const log = new LogGroup(this, 'FailureLog', {
      logGroupName: `sns/${Aws.REGION}/${Aws.ACCOUNT_ID}/${topic.attrTopicName}/Failure`,
      retention: stage.logRetention,
      removalPolicy: stage.removalPolicy,
      ...encryptedBy(this, stage),
    });
    const role = new Role(this, 'FailureLogRole', {
      assumedBy: new ServicePrincipal('sns.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
      description: 'Lets SNS log deliveries that failed',
    });
    log.grantWrite(role);
    topic.deliveryStatusLogging = ['http/s', 'sqs'].map((protocol) => ({
      protocol,
      failureFeedbackRoleArn: role.roleArn,
    }));
  }

  /** Lets a function publish to the topic. */
  grantPublish(fn: ServiceFunction): void {
    fn.addEnvironment(ENV.topic, this.topic.topicArn);
    fn.allow(['sns:Publish'], [this.topic.topicArn]);
  }

  /** Lets a function compare and change the topic's subscriptions. */
  grantSubscriptions(fn: ServiceFunction): void {
    fn.addEnvironment(ENV.topic, this.topic.topicArn);
    fn.addEnvironment(ENV.subscriberDeadLetters, this.deadLetters.queueArn);
    fn.allow(['sns:Subscribe', 'sns:ListSubscriptionsByTopic'], [this.topic.topicArn]);
    fn.allowWide(
      ['GetSubscriptionAttributes', 'SetSubscriptionAttributes', 'Unsubscribe'].map(
        (action) => `sns:${action}`,
      ),
      {
        resource: '*',
        reason:
          'IAM has no resource for a subscription. Reading, changing and ending one is allowed for all or for none.',
      },
    );
  }
}
