import { Aws } from 'aws-cdk-lib';
import { ENV } from '../../shared/contracts/names.ts';
import { callableModels } from '../stages/stage-models.ts';
import type { Stage } from '../stages/read-stage.ts';
import type { ServiceFunction } from './service-function.ts';

/**
 * Lets a function ask the models that the stage names, and no other: of Bedrock the inference profiles, and their
 * models in each region that a profile leads to (Bedrock User Guide, "Prerequisites for inference profiles"). Without
 * models it changes nothing.
 */
export function grantModels(
  fn: ServiceFunction,
  { stage, service }: { stage: Stage; service: string },
): void {
  const models = Object.values(stage.models);
  if (models.length === 0) return;
  fn.addEnvironment(ENV.models, JSON.stringify(callableModels(stage.models)));
  if (stage.reachableNetworks.length > 0) fn.addEnvironment(ENV.reachable, stage.reachableNetworks.join(','));
  const own = `arn:${Aws.PARTITION}:bedrock:${Aws.REGION}`;
  const resources = models.flatMap((model) => {
    if (!('bedrock' in model)) return [];
    const { profile, id, places } = model.bedrock;
    const profiles = [
      profile?.startsWith('arn:') ? profile : `${own}:${Aws.ACCOUNT_ID}:inference-profile/${profile}`,
    ];
    return [
      ...(profile === undefined ? [] : profiles),
      ...places.map((place) =>
        place === 'here'
          ? `${own}::foundation-model/${id}`
          : `arn:${Aws.PARTITION}:bedrock:${place}::foundation-model/${id}`,
      ),
    ];
  });
  if (resources.length > 0) fn.allow(['bedrock:InvokeModel'], [...new Set(resources)]);
  const secrets = models.flatMap((model) => ('keySecret' in model ? (model.keySecret ?? []) : []));
  for (const secret of new Set(secrets)) {
    const name = `secret:${service}/${secret}-??????`;
    fn.allowWide(['secretsmanager:GetSecretValue'], {
      resource: `arn:${Aws.PARTITION}:secretsmanager:${Aws.REGION}:${Aws.ACCOUNT_ID}:${name}`,
      shown: `arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:${name}`,
      reason: 'Secrets Manager adds six random characters to the name of a secret that a person makes.',
    });
  }
}
