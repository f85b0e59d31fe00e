import { Aws } from 'aws-cdk-lib';
import { ENV } from '../../shared/contracts/names.ts';
import type { Stage } from '../stages/read-stage.ts';
import type { ServiceFunction } from './service-function.ts';

/** Lets people sign in to the pages, where the stage names an issuer: its settings, and the secret that people make. */
export function addSignIn(
  pages: ServiceFunction,
  { stage, service }: { stage: Stage; service: string },
): void {
  if (!stage.pages) return;
  pages.addEnvironment(ENV.signIn, JSON.stringify(stage.pages));
  const secret = `secret:${service}/${stage.pages.client_secret_name}-??????`;
  const arn = (partition: string, region: string, account: string) =>
    `arn:${partition}:secretsmanager:${region}:${account}:${secret}`;
  pages.allowWide(['secretsmanager:GetSecretValue'], {
    resource: arn(Aws.PARTITION, Aws.REGION, Aws.ACCOUNT_ID),
    shown: arn('<AWS::Partition>', '<AWS::Region>', '<AWS::AccountId>'),
    reason: 'People make the secret. AWS adds six characters to its name, which nobody knows before.',
  });
}
