import { describe, expect, it } from 'vitest';
import { stackOf } from './synthesised.ts';

/**
 * The logical ids that deployed stacks know. CloudFormation takes a resource with another id for another resource: it
 * makes a new one and deletes the old one with its data, or fails where a name or a source can exist only once. The
 * ids of roles, policies, alarms and schedules are in the snapshots.
 */
const IDS: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGatewayV2::Api': ['HttpEndpointApi4ADDF184'],
  'AWS::ApiGatewayV2::Integration': [
    'HttpEndpointGET60B384AF',
    'HttpEndpointGETpageAD6EE4F2',
    'HttpEndpointPOSTdeliverieswatch871511A0',
    'HttpEndpointPOSTdlinktarget8B32D268',
    'HttpEndpointPOSTilinkalertsalertactionsF9AAC9BD',
    'HttpEndpointPOSTilinkstoriesstory4F16E4A7',
    'HttpEndpointPOSTqlinklane5998861F',
    'HttpEndpointPOSTulinklane8E770C03',
  ],
  'AWS::ApiGatewayV2::Route': [
    'HttpEndpointGETC49458B7',
    'HttpEndpointGETpage0B6E6968',
    'HttpEndpointPOSTdeliverieswatch1B5E5C62',
    'HttpEndpointPOSTdlinktarget63B9CD11',
    'HttpEndpointPOSTilinkalertsalertactions9C68A87E',
    'HttpEndpointPOSTilinkstoriesstoryDFD8B481',
    'HttpEndpointPOSTqlinklane40F55B0D',
    'HttpEndpointPOSTulinklane49B9086E',
  ],
  'AWS::ApiGatewayV2::Stage': ['HttpEndpointApiStageAFBA2A4F'],
  'AWS::CloudWatch::Dashboard': ['Dashboard9E4231ED'],
  'AWS::DynamoDB::GlobalTable': ['WatchTableD966EDB8'],
  'AWS::Lambda::EventInvokeConfig': [
    'DeliverAlertsEventInvokeConfigB2E603C2',
    'ReconcileEventInvokeConfig744D482A',
    'WriteReportEventInvokeConfig90CD7F1C',
  ],
  'AWS::Lambda::Function': [
    'ApplyWatches390252D4',
    'CollectExtraction55C9BA6D',
    'DecideFindings2C1B827E',
    'DeliverAlerts73B0183F',
    'DeliverTransports5A5228C9',
    'Pages127DFD1A',
    'PollExtractionBFEF0956',
    'ReceiveDelivery7CB5F0A6',
    'ReconcileD51D4F4F',
    'RunWatch8A6AF601',
    'SubmitExtractionEA79F6BF',
    'TakeDelivery7E18E40F',
    'WriteReportE4C72761',
  ],
  'AWS::Logs::LogGroup': [
    'AlertTopicFailureLog5FCE4381',
    'ApplyWatchesLog88972A7C',
    'CollectExtractionLog3FBC68A3',
    'DecideFindingsLog4B69CC07',
    'DeliverAlertsLogCA944333',
    'DeliverTransportsLog8F92E39A',
    'ExtractionWorkflowVendedLogBF2E39F1',
    'HttpEndpointVendedLogF06DE95B',
    'PagesLog4DB7AE8E',
    'PollExtractionLog393E934E',
    'ReceiveDeliveryLogBC280618',
    'ReconcileLogF22B9D61',
    'RunWatchLog06C5977B',
    'SubmitExtractionLogA0159C27',
    'TakeDeliveryLogFFB836BE',
    'WriteReportLog8CC988E8',
  ],
  'AWS::S3::Bucket': ['ObjectStoreBucketCFE8051E'],
  'AWS::SNS::Topic': ['AlarmsTopic3A2DFEBA', 'AlertTopic3B8349F7'],
  'AWS::SQS::Queue': [
    'AlertTopicDeadLettersBA1AC88D',
    'DecisionsDeadLetters3110498F',
    'DecisionsQueue88CFE309',
    'DeliveriesWaitingDeadLetters2DB94A81',
    'DeliveriesWaitingQueueB2D0B8C2',
    'EventsRunsDeadLetters9B53392B',
    'EventsRunsQueue4DD026C4',
    'ExtractionRunsDeadLetters1B462FCA',
    'ExtractionRunsQueueF3CFAD58',
    'NewsRunsDeadLettersA4E7099D',
    'NewsRunsQueueEA1EB87E',
    'ScheduleDeadLetters0406ECBC',
    'TransportsOrdersDeadLetters6B97A69A',
    'TransportsOrdersQueueE89EBB53',
  ],
  'AWS::SecretsManager::Secret': [
    'EventsKeySecret113A502B',
    'ExtractionKeySecretE8DD8B3B',
    'LinkKeySecret36D20CC5',
    'NewsKeySecretE0C9CC91',
  ],
  'AWS::StepFunctions::StateMachine': ['ExtractionWorkflowMachine7FF37A1A'],
  'Custom::Trigger': ['ApplyOnDeploy'],
};

/** Those of event sources hold the name of the stage. SQS feeds a function through one of them only. */
const EVENT_SOURCES: Readonly<Record<string, readonly string[]>> = {
  dev: [
    'DecideFindingsSqsEventSourcebellwetherdevDecisionsQueueE4D2AD476CF165D3',
    'DeliverTransportsSqsEventSourcebellwetherdevTransportsOrdersQueue19A463662BA1C85F',
    'RunWatchSqsEventSourcebellwetherdevEventsRunsQueue6B1AEDAF57FABB84',
    'RunWatchSqsEventSourcebellwetherdevExtractionRunsQueue71CA24112B0EF2B6',
    'RunWatchSqsEventSourcebellwetherdevNewsRunsQueueA2CBEE6AD8DADF1F',
    'TakeDeliverySqsEventSourcebellwetherdevDeliveriesWaitingQueue49222DC411734FDA',
  ],
  prod: [
    'DecideFindingsSqsEventSourcebellwetherprodDecisionsQueue82ECC9704ACBD08F',
    'DeliverTransportsSqsEventSourcebellwetherprodTransportsOrdersQueue88C6AB9758173DE1',
    'RunWatchSqsEventSourcebellwetherprodEventsRunsQueue15C5F4D4CA4570E4',
    'RunWatchSqsEventSourcebellwetherprodExtractionRunsQueue9995473113ABDDF6',
    'RunWatchSqsEventSourcebellwetherprodNewsRunsQueue08BE5AF2EBFF0243',
    'TakeDeliverySqsEventSourcebellwetherprodDeliveriesWaitingQueue70CA1DE883425E39',
  ],
};

/**
 * How many resources of each type the stack of prod has. Those of dev are the same, and three that empty its bucket.
 */
const COUNTS: Readonly<Record<string, number>> = {
  'AWS::ApiGatewayV2::Api': 1,
  'AWS::ApiGatewayV2::Integration': 8,
  'AWS::ApiGatewayV2::Route': 8,
  'AWS::ApiGatewayV2::Stage': 1,
  'AWS::CloudWatch::Alarm': 58,
  'AWS::CloudWatch::Dashboard': 1,
  'AWS::DynamoDB::GlobalTable': 1,
  'AWS::IAM::Policy': 17,
  'AWS::IAM::Role': 18,
  'AWS::Lambda::EventInvokeConfig': 3,
  'AWS::Lambda::EventSourceMapping': 6,
  'AWS::Lambda::Function': 14,
  'AWS::Lambda::Permission': 8,
  'AWS::Lambda::Version': 1,
  'AWS::Logs::LogGroup': 16,
  'AWS::S3::Bucket': 1,
  'AWS::S3::BucketPolicy': 1,
  'AWS::SNS::Subscription': 1,
  'AWS::SNS::Topic': 2,
  'AWS::SNS::TopicPolicy': 2,
  'AWS::SQS::Queue': 14,
  'AWS::SQS::QueuePolicy': 14,
  'AWS::Scheduler::Schedule': 3,
  'AWS::Scheduler::ScheduleGroup': 2,
  'AWS::SecretsManager::Secret': 4,
  'AWS::StepFunctions::StateMachine': 1,
  'Custom::Trigger': 1,
};

/** Made by the CDK, for itself. */
const OF_CDK = /^(?:AWSCDKTrigger|CustomS3AutoDelete)/;

describe('the resources of the stack', () => {
  it.each(Object.keys(IDS))('of the type %s keep their logical ids', async (type) => {
    for (const stage of ['dev', 'prod']) {
      const found = Object.keys((await stackOf(stage)).template.findResources(type));
      const ours = found.filter((id) => !OF_CDK.test(id));
      expect({ stage, ids: ours.toSorted() }).toEqual({ stage, ids: IDS[type]?.toSorted() });
    }
  });

  it.each(Object.entries(EVENT_SOURCES))('that feed functions keep theirs in %s', async (stage, ids) => {
    const found = (await stackOf(stage)).template.findResources('AWS::Lambda::EventSourceMapping');
    expect(Object.keys(found).toSorted()).toEqual(ids);
  });

  it('outlive the stack of prod where they hold data or logs, and nowhere else', async () => {
    const keptIn = async (stage: string, policy: 'DeletionPolicy' | 'UpdateReplacePolicy') => {
      const { Resources } = (await stackOf(stage)).template.toJSON();
      return Object.keys(Resources)
        .filter((id) => (Resources[id][policy] ?? 'Delete') !== 'Delete')
        .toSorted();
    };
    const kept = [
      'AWS::DynamoDB::GlobalTable',
      'AWS::S3::Bucket',
      'AWS::SecretsManager::Secret',
      'AWS::Logs::LogGroup',
    ].flatMap((type) => IDS[type] ?? []);
    for (const policy of ['DeletionPolicy', 'UpdateReplacePolicy'] as const) {
      expect(await keptIn('prod', policy)).toEqual(kept.toSorted());
      expect(await keptIn('dev', policy)).toEqual([]);
    }
  });

  it('are of these types and so many, and nothing else', async () => {
    const count = async (stage: string) => {
      const counts: Record<string, number> = {};
      const { Resources } = (await stackOf(stage)).template.toJSON();
      for (const { Type } of Object.values<any>(Resources)) counts[Type] = (counts[Type] ?? 0) + 1;
      return counts;
    };
    expect(await count('prod')).toEqual(COUNTS);
    const emptying = { 'AWS::IAM::Role': 19, 'AWS::Lambda::Function': 15, 'Custom::S3AutoDeleteObjects': 1 };
    expect(await count('dev')).toEqual({ ...COUNTS, ...emptying });
  });
});
