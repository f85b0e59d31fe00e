import { CfnResource, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { ENV } from '../../shared/contracts/names.ts';
import type { Stage } from '../stages/read-stage.ts';
import { encryptedBy } from './customer-key.ts';
import type { ServiceFunction } from './service-function.ts';

/** 43 letters and digits: 256 bits. */
const KEY_LENGTH = 43;

/** The key that signs links to pages. The stack generates its value, and nobody has to know it. */
export class LinkKey extends Construct {
  readonly secretArn: string;

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id);
    const secret = new Secret(this, 'Secret', {
      description: 'Signs links to pages. The current and the previous value are both valid',
      generateSecretString: { passwordLength: KEY_LENGTH, excludePunctuation: true },
      removalPolicy: stage.removalPolicy,
      ...encryptedBy(this, stage),
    });
    const { defaultChild } = secret.node;
    if (CfnResource.isCfnResource(defaultChild)) {
      Validations.of(defaultChild).acknowledge({
        id: 'AwsSolutions-SMG4',
        reason:
          'After two changes of the key, links in messages already sent do not open. A person decides when; the runbook says how.',
      });
    }
    this.secretArn = secret.secretArn;
  }

  /** Lets a function sign and check links. */
  grantRead(fn: ServiceFunction): void {
    fn.addEnvironment(ENV.linkKeySecret, this.secretArn);
    fn.allow(['secretsmanager:GetSecretValue'], [this.secretArn]);
  }
}
