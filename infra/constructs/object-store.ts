import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ENV } from '../../shared/contracts/names.ts';
import type { Stage } from '../stages.ts';
import type { ServiceFunction } from './service-function.ts';

/** The bucket for what is too large for the table. Nothing in it is ever public or served by its own address. */
export class ObjectStore extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      lifecycleRules: [
        { expiration: stage.objectRetention, abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      autoDeleteObjects: !stage.keepsData,
    });
  }

  /** Lets a function write objects below one folder. */
  grantPut(fn: ServiceFunction, folder: string): void {
    fn.addEnvironment(ENV.bucket, this.bucket.bucketName);
    fn.allow(['s3:PutObject'], [this.bucket.arnForObjects(`${folder}*`)]);
  }
}
