import { Aws } from 'aws-cdk-lib';
import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { ENV } from '../../shared/contracts/names.ts';
import { PAGERDUTY_PATH, SLACK_PATH } from '../../shared/domain/pages/http-exchange.ts';
import type { Stage } from '../stages/read-stage.ts';
import { FOR_FORMS, type HttpEndpoint } from './http-endpoint.ts';
import type { ServiceFunction } from './service-function.ts';

interface Of {
  stage: Stage;
  /** The name of the stack. */
  service: string;
}

/** Lets people sign in to the pages, where the stage names an issuer: its settings, and the secret that people make. */
export function addSignIn(pages: ServiceFunction, { stage, service }: Of): void {
  if (!stage.pages) return;
  pages.addEnvironment(ENV.signIn, JSON.stringify(stage.pages));
  allowSecret(pages, `${service}/${stage.pages.client_secret_name}`);
}

/** Puts buttons below messages in Slack, and lets people press them, where the stage names an app. */
export function addSlackApp(
  pages: ServiceFunction,
  { stage, service, endpoint, deliver }: Of & { endpoint: HttpEndpoint; deliver: ServiceFunction },
): void {
  if (!stage.slack) return;
  for (const fn of [pages, deliver]) fn.addEnvironment(ENV.slackApp, JSON.stringify(stage.slack));
  allowSecret(pages, `${service}/${stage.slack.signing_secret_name}`);
  endpoint.route({
    method: HttpMethod.POST,
    path: SLACK_PATH,
    fn: pages,
    throttle: FOR_FORMS,
    openBecause: 'Slack signs what it sends. The function checks the signature.',
  });
}

/** Lets PagerDuty say who has acknowledged an incident, where the stage names a webhook subscription. */
export function addPagerDutyWebhook(
  pages: ServiceFunction,
  { stage, service, endpoint }: Of & { endpoint: HttpEndpoint },
): void {
  if (!stage.pagerduty) return;
  const name = stage.pagerduty.webhook_secret_name;
  pages.addEnvironment(ENV.pagerDutyWebhookSecret, name);
  allowSecret(pages, `${service}/${name}`);
  endpoint.route({
    method: HttpMethod.POST,
    path: PAGERDUTY_PATH,
    fn: pages,
    throttle: FOR_FORMS,
    openBecause: 'PagerDuty signs what it sends. The function checks the signature.',
  });
}

function allowSecret(fn: ServiceFunction, name: string): void {
  const arn = (partition: string, region: string, account: string) =>
    `arn:${partition}:secretsmanager:${region}:${account}:secret:${name}-??????`;
  fn.allowWide(['secretsmanager:GetSecretValue'], {
    resource: arn(Aws.PARTITION, Aws.REGION, Aws.ACCOUNT_ID),
    shown: arn('<AWS::Partition>', '<AWS::Region>', '<AWS::AccountId>'),
    reason: 'People make the secret. AWS adds six characters to its name, which nobody knows before.',
  });
}
