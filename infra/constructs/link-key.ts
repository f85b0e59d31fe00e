import { CfnResource, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { ENV } from '../../shared/contracts/names.ts';
import type { Stage } from '../stages.ts';
import type { ServiceFunction } from './service-function.ts';

/** 43 letters and digits: 256 bits. */
const KEY_LENGTH = 43;

/** The key that signs links to pages. The stack makes its value; nobody has to know it. */
export class LinkKey extends Construct {
  readonly secretArn: string;

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id);
    const secret = new Secret(this, 'Secret', {
      description: 'Signs links to pages: the value and the one before it are both valid',
      generateSecretString: { passwordLength: KEY_LENGTH, excludePunctuation: true },
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    const { defaultChild } = secret.node;
    if (CfnResource.isCfnResource(defaultChild)) {
      Validations.of(defaultChild).acknowledge({
        id: 'AwsSolutions-SMG4',
        reason:
          'A new key ends the links in mails already sent, after one more change: a person decides when. The runbook says how.',
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
