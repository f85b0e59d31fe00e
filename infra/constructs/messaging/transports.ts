import { Aws } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { ENV } from '../../../shared/contracts/names.ts';
import { identitiesOf } from '../../../shared/domain/channels/channel.ts';
import type { Stage } from '../../stages/read-stage.ts';
import type { Alarms } from '../alarms/alarms.ts';
import type { ServiceFunction } from '../service-function.ts';
import type { HttpEndpoint } from '../http-endpoint.ts';
import type { LinkKey } from '../link-key.ts';
import { WorkQueue } from './work-queue.ts';

/** Where the services are. On one machine they are the same. */
export const ADDRESSES = {
  [ENV.slackUrl]: 'https://slack.com/api',
  [ENV.pagerDutyUrl]: 'https://events.pagerduty.com',
};

interface TransportsProps {
  /** The function that sends. */
  deliver: ServiceFunction;
  /** The addresses from which channels send mail through SES. */
  senders: readonly string[];
  /** The name of the stack. */
  service: string;
  stage: Stage;
  alarms: Alarms;
  endpoint: HttpEndpoint;
  linkKey: LinkKey;
}

/**
 * Slack, Teams, PagerDuty, webhooks: the function that sends to them, its orders, and the secrets that people make
 * for it.
 */
export class Transports extends Construct {
  /**
   * The queue of orders to serve the lanes of other transports than SNS. What an order leaves due, the sweep of the
   * next minute orders.
   */
  readonly queue: WorkQueue;

  constructor(
    scope: Construct,
    id: string,
    { deliver, senders, service, stage, alarms, endpoint, linkKey }: TransportsProps,
  ) {
    super(scope, id);
    this.queue = new WorkQueue(this, 'Orders', {
      name: 'transports',
      stage,
      alarms,
      feeds: 'deliver-transports',
      variable: ENV.transportsQueue,
      impact: {
        givenUp:
          'Orders to send to Slack, Teams and other services failed at every try. Their messages are late.',
        waiting: 'Messages to Slack, Teams and other services wait for more than an hour.',
      },
      // A message that cannot be sent is an incident. So a lean stage is notified without this alarm.
      lean: false,
      calls: 2,
    });
    this.queue.feed(deliver);
    for (const [name, address] of Object.entries(ADDRESSES)) deliver.addEnvironment(name, address);
    if (stage.reachableNetworks.length > 0)
      deliver.addEnvironment(ENV.reachable, stage.reachableNetworks.join(','));
    linkKey.grantRead(deliver);
    endpoint.giveAddress(deliver);
    deliver.allowWide(['events:PutEvents'], {
      resource: `arn:${Aws.PARTITION}:events:${Aws.REGION}:${Aws.ACCOUNT_ID}:event-bus/*`,
      shown: 'arn:<AWS::Partition>:events:<AWS::Region>:<AWS::AccountId>:event-bus/*',
      reason: 'A channel can name a bus between two deployments. It is one of this account and region.',
    });
    allowMail(deliver, senders);
    const secrets = `secret:${service}/*`;
    deliver.allowWide(['secretsmanager:GetSecretValue'], {
      resource: `arn:${Aws.PARTITION}:secretsmanager:${Aws.REGION}:${Aws.ACCOUNT_ID}:${secrets}`,
      shown: `arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:${secrets}`,
      reason:
        'A channel can name a new secret between two deployments. All of them have names below the name of the stack.',
    });
  }
}

/**
 * Lets the function send from the addresses that the watches file names, and from no other. SES checks the right on
 * the identity that is verified: the address, its domain, or a domain above that (SES Developer Guide, "Verified
 * identities").
 */
function allowMail(deliver: ServiceFunction, senders: readonly string[]): void {
  if (senders.length === 0) return;
  const identities = [...new Set(senders.flatMap(identitiesOf))].toSorted();
  deliver.addToRolePolicy(
    new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: identities.map(
        (name) => `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:identity/${name}`,
      ),
      conditions: { StringEquals: { 'ses:FromAddress': [...senders] } },
    }),
  );
}
