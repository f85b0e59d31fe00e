/**
 * The actions that CloudFormation needs for each type of resource of the stack: the union of the permissions of its
 * create, read, update and delete handlers, as the public schemas of resource types list them, without those for
 * properties that the stack does not have (VPCs, file systems, replicas, streams, provisioned capacity, websites, code
 * signing). Types without published handlers have the actions of their service that do what the type does.
 */
export const ACTIONS: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Api':
    'apigateway:DELETE apigateway:GET apigateway:PATCH apigateway:POST apigateway:PUT',
  'AWS::ApiGatewayV2::ApiMapping':
    'apigateway:DELETE apigateway:GET apigateway:PATCH apigateway:POST apigateway:PUT',
  'AWS::ApiGatewayV2::DomainName':
    'apigateway:DELETE apigateway:GET apigateway:PATCH apigateway:POST apigateway:PUT',
  'AWS::ApiGatewayV2::Integration':
    'apigateway:DELETE apigateway:GET apigateway:PATCH apigateway:POST apigateway:PUT',
  'AWS::ApiGatewayV2::Route':
    'apigateway:DELETE apigateway:GET apigateway:PATCH apigateway:POST apigateway:PUT',
  'AWS::ApiGatewayV2::Stage':
    'apigateway:DELETE apigateway:GET apigateway:PATCH apigateway:POST logs:CreateLogDelivery ' +
    'logs:DeleteLogDelivery logs:DescribeLogGroups logs:DescribeResourcePolicies logs:GetLogDelivery ' +
    'logs:ListLogDeliveries logs:PutResourcePolicy logs:UpdateLogDelivery',
  'AWS::CloudWatch::Alarm':
    'cloudwatch:DeleteAlarms cloudwatch:DescribeAlarms cloudwatch:ListTagsForResource ' +
    'cloudwatch:PutMetricAlarm cloudwatch:TagResource cloudwatch:UntagResource',
  'AWS::CloudWatch::Dashboard': 'cloudwatch:DeleteDashboards cloudwatch:GetDashboard cloudwatch:PutDashboard',
  'AWS::DynamoDB::GlobalTable':
    'dynamodb:CreateTable dynamodb:DeleteTable dynamodb:DescribeContinuousBackups ' +
    'dynamodb:DescribeContributorInsights dynamodb:DescribeKinesisStreamingDestination ' +
    'dynamodb:DescribeTable dynamodb:DescribeTableReplicaAutoScaling dynamodb:DescribeTimeToLive ' +
    'dynamodb:GetResourcePolicy dynamodb:ListTagsOfResource dynamodb:TagResource ' +
    'dynamodb:UntagResource dynamodb:UpdateContinuousBackups dynamodb:UpdateContributorInsights ' +
    'dynamodb:UpdateTable dynamodb:UpdateTimeToLive kms:CreateGrant kms:Decrypt kms:DescribeKey',
  'AWS::IAM::Policy': 'iam:DeleteRolePolicy iam:GetRolePolicy iam:PutRolePolicy',
  'AWS::IAM::Role':
    'iam:AttachRolePolicy iam:CreateRole iam:DeleteRole iam:DeleteRolePermissionsBoundary ' +
    'iam:DeleteRolePolicy iam:DetachRolePolicy iam:GetRole iam:GetRolePolicy ' +
    'iam:ListAttachedRolePolicies iam:ListRolePolicies iam:PutRolePermissionsBoundary ' +
    'iam:PutRolePolicy iam:TagRole iam:UntagRole iam:UpdateAssumeRolePolicy iam:UpdateRole ' +
    'iam:UpdateRoleDescription',
  'AWS::Lambda::EventInvokeConfig':
    'lambda:DeleteFunctionEventInvokeConfig lambda:GetFunctionEventInvokeConfig ' +
    'lambda:PutFunctionEventInvokeConfig lambda:UpdateFunctionEventInvokeConfig',
  'AWS::Lambda::EventSourceMapping':
    'kms:Decrypt kms:DescribeKey kms:GenerateDataKey lambda:CreateEventSourceMapping ' +
    'lambda:DeleteEventSourceMapping lambda:GetEventSourceMapping lambda:ListTags lambda:TagResource ' +
    'lambda:UntagResource lambda:UpdateEventSourceMapping',
  'AWS::Lambda::Function':
    'iam:PassRole kms:CreateGrant kms:Decrypt kms:Encrypt kms:GenerateDataKey lambda:CreateFunction ' +
    'lambda:DeleteFunction lambda:DeleteFunctionConcurrency lambda:GetFunction ' +
    'lambda:GetFunctionCodeSigningConfig lambda:GetFunctionRecursionConfig ' +
    'lambda:GetRuntimeManagementConfig lambda:ListTags lambda:PutFunctionConcurrency ' +
    'lambda:PutFunctionRecursionConfig lambda:PutRuntimeManagementConfig lambda:TagResource ' +
    'lambda:UntagResource lambda:UpdateFunctionCode lambda:UpdateFunctionConfiguration s3:GetObject ' +
    's3:GetObjectVersion',
  'AWS::Lambda::Permission': 'lambda:AddPermission lambda:GetPolicy lambda:RemovePermission',
  'AWS::Lambda::Version':
    'lambda:DeleteFunction lambda:GetFunctionConfiguration lambda:GetProvisionedConcurrencyConfig ' +
    'lambda:GetRuntimeManagementConfig lambda:PublishVersion lambda:PutRuntimeManagementConfig',
  'AWS::Logs::LogGroup':
    'logs:AssociateKmsKey logs:CreateLogGroup logs:DeleteLogGroup logs:DeleteRetentionPolicy ' +
    'logs:DescribeLogGroups logs:DisassociateKmsKey logs:ListTagsForResource logs:PutRetentionPolicy ' +
    'logs:TagResource logs:UntagResource',
  'AWS::S3::Bucket':
    's3:CreateBucket s3:DeleteBucket s3:DeleteBucketEncryption s3:DeleteBucketLifecycle ' +
    's3:GetBucketOwnershipControls s3:GetBucketPublicAccessBlock s3:GetBucketTagging ' +
    's3:GetBucketVersioning s3:GetEncryptionConfiguration s3:GetLifecycleConfiguration s3:ListBucket ' +
    's3:PutBucketOwnershipControls s3:PutBucketPublicAccessBlock s3:PutBucketTagging ' +
    's3:PutBucketVersioning s3:PutEncryptionConfiguration s3:PutLifecycleConfiguration',
  'AWS::S3::BucketPolicy': 's3:DeleteBucketPolicy s3:GetBucketPolicy s3:PutBucketPolicy',
  'AWS::SNS::Subscription':
    'sns:GetSubscriptionAttributes sns:SetSubscriptionAttributes sns:Subscribe sns:Unsubscribe',
  'AWS::SNS::Topic':
    'sns:CreateTopic sns:DeleteTopic sns:GetDataProtectionPolicy sns:GetTopicAttributes ' +
    'sns:ListSubscriptionsByTopic sns:ListTagsForResource sns:SetTopicAttributes sns:Subscribe ' +
    'sns:TagResource sns:Unsubscribe sns:UntagResource',
  'AWS::SNS::TopicPolicy': 'sns:GetTopicAttributes sns:SetTopicAttributes',
  'AWS::SQS::Queue':
    'sqs:CreateQueue sqs:DeleteQueue sqs:GetQueueAttributes sqs:GetQueueUrl sqs:ListQueueTags ' +
    'sqs:SetQueueAttributes sqs:TagQueue sqs:UntagQueue',
  'AWS::SQS::QueuePolicy': 'sqs:GetQueueAttributes sqs:SetQueueAttributes',
  'AWS::Scheduler::Schedule':
    'iam:PassRole scheduler:CreateSchedule scheduler:DeleteSchedule scheduler:GetSchedule ' +
    'scheduler:UpdateSchedule',
  'AWS::Scheduler::ScheduleGroup':
    'scheduler:CreateScheduleGroup scheduler:DeleteSchedule scheduler:DeleteScheduleGroup ' +
    'scheduler:GetScheduleGroup scheduler:ListTagsForResource scheduler:TagResource ' +
    'scheduler:UntagResource',
  'AWS::SecretsManager::Secret':
    'secretsmanager:CreateSecret secretsmanager:DeleteSecret secretsmanager:DescribeSecret ' +
    'secretsmanager:GetRandomPassword secretsmanager:GetSecretValue secretsmanager:TagResource ' +
    'secretsmanager:UntagResource secretsmanager:UpdateSecret',
  'AWS::StepFunctions::StateMachine':
    'iam:PassRole kms:Decrypt kms:DescribeKey kms:GenerateDataKey logs:CreateLogDelivery ' +
    'logs:DeleteLogDelivery logs:DescribeLogGroups logs:DescribeResourcePolicies logs:GetLogDelivery ' +
    'logs:ListLogDeliveries logs:PutResourcePolicy logs:UpdateLogDelivery states:CreateStateMachine ' +
    'states:DeleteStateMachine states:DescribeStateMachine states:ListTagsForResource ' +
    'states:TagResource states:UntagResource states:UpdateStateMachine',
  'Custom::S3AutoDeleteObjects': 'lambda:InvokeFunction',
  'Custom::Trigger': 'lambda:InvokeFunction',
};
