import { CfnResource, Duration, Stack, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ENV, OBJECTS } from '../../shared/contracts/names.ts';
import type { Stage } from '../stages/read-stage.ts';
import { customerKeyOf } from './customer-key.ts';
import type { ServiceFunction } from './service-function.ts';

/**
 * The bucket for what is too large for the table. Nothing in it is public, and no object is served by its own
 * address.
 */
export class ObjectStore extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id);
    const key = customerKeyOf(this, stage);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      // The bucket's own key between objects and key saves most calls of KMS.
      ...(key
        ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      lifecycleRules: [
        ...Object.values(OBJECTS).map((prefix) => ({
          prefix,
          expiration: prefix === OBJECTS.reports ? stage.reportRetention : stage.objectRetention,
        })),
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy: stage.removalPolicy,
      autoDeleteObjects: !stage.keepsData,
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Access logs would need a second bucket, larger than this one. Only functions of this stack use this one.',
    });
  }

  get #logicalId(): string {
    const { defaultChild } = this.bucket.node;
    return CfnResource.isCfnResource(defaultChild) ? Stack.of(this).getLogicalId(defaultChild) : '';
  }

  /**
   * Lets a function read the objects below one folder. It may list the bucket too, although it never does: S3 answers
   * 404 to a missing object only to those who may list, and 403 to others. The listing has no condition on a prefix,
   * because a request for an object has none.
   */
  grantRead(fn: ServiceFunction, folder: string): void {
    fn.addEnvironment(ENV.bucket, this.bucket.bucketName);
    fn.allow(['s3:ListBucket'], [this.bucket.bucketArn]);
    fn.allowWide(['s3:GetObject'], {
      resource: this.bucket.arnForObjects(`${folder}*`),
      shown: `<${this.#logicalId}.Arn>/${folder}*`,
      reason:
        'The function receives the name of the object at run time. It can read no other folder, and cannot write.',
    });
  }

  /** Lets a function write objects below one folder. */
  grantPut(fn: ServiceFunction, folder: string): void {
    fn.addEnvironment(ENV.bucket, this.bucket.bucketName);
    fn.allowWide(['s3:PutObject'], {
      resource: this.bucket.arnForObjects(`${folder}*`),
      shown: `<${this.#logicalId}.Arn>/${folder}*`,
      reason:
        'The names of objects are made at run time. The function can write to no other folder, and cannot read.',
    });
  }
}
