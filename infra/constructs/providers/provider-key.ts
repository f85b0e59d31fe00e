import { Validations } from 'aws-cdk-lib';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { ENV } from '../../../shared/contracts/names.ts';
import type { UpstreamService } from '../../../shared/domain/lib/errors.ts';
import { customerKeyOf } from '../customer-key.ts';
import type { Stage } from '../../stages/read-stage.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

/**
 * The secret for the key of one service. The stack creates it without a value. To read it fails with
 * ResourceNotFoundException until a person puts the key in. No later deployment changes that value.
 */
export class ProviderKey extends Construct {
  readonly service: UpstreamService;
  readonly secretArn: string;

  constructor(scope: Construct, id: string, { service, stage }: { service: UpstreamService; stage: Stage }) {
    super(scope, id);
    this.service = service;
    const key = customerKeyOf(this, stage);
    const secret = new CfnSecret(this, 'Secret', {
      description: `API key of the ${service} service, as plain text`,
      ...(key && { kmsKeyId: key.keyArn }),
    });
    secret.applyRemovalPolicy(stage.removalPolicy);
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'The service gives its key to a person and has no call that changes it. A person sets a new key.',
    });
    this.secretArn = secret.ref;
  }

  /** Lets a function read the key. */
  grantRead(fn: ServiceFunction): void {
    fn.addEnvironment(ENV.serviceKeySecret[this.service], this.secretArn);
    fn.allow(['secretsmanager:GetSecretValue'], [this.secretArn]);
  }
}
