import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { ENV } from '../../shared/contracts/names.ts';
import type { Service } from '../../shared/domain/lib/errors.ts';
import type { Stage } from '../stages.ts';
import type { ServiceFunction } from './service-function.ts';

/**
 * The place for the key of one service. The stack makes it empty, without a version: reading it fails with
 * ResourceNotFoundException until a person puts the key in, and no later deployment touches what they put.
 */
export class ProviderKey extends Construct {
  readonly service: Service;
  readonly secretArn: string;

  constructor(scope: Construct, id: string, { service, stage }: { service: Service; stage: Stage }) {
    super(scope, id);
    this.service = service;
    const secret = new CfnSecret(this, 'Secret', {
      description: `API key of the ${service} service: the bare key as text`,
    });
    secret.applyRemovalPolicy(stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY);
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'The service hands out its key to a person and has no call to change it; a new key is put in by hand.',
    });
    this.secretArn = secret.ref;
  }

  /** Lets a function read the key. */
  grantRead(fn: ServiceFunction): void {
    fn.addEnvironment(ENV.serviceKeySecret[this.service], this.secretArn);
    fn.allow(['secretsmanager:GetSecretValue'], [this.secretArn]);
  }
}
