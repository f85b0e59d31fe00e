import { beforeAll, describe, expect, it } from 'vitest';
import { extractionStates } from '../../../infra/constructs/extraction-workflow.ts';
import { exactWords, onlyOne, plainId, type SharedStack, stackOf } from '../synthesised.ts';

let dev: SharedStack;
beforeAll(async () => {
  dev = await stackOf('dev');
});

describe('the workflow of extractions', () => {
  const machine = () => onlyOne(dev, 'AWS::StepFunctions::StateMachine');

  it('runs the states of its definition over its three functions, each with its own time limit', () => {
    const definition: unknown = JSON.parse(exactWords(machine().Properties.DefinitionString));
    expect(definition).toEqual(
      JSON.parse(
        JSON.stringify(
          extractionStates({
            submit: { arn: 'SubmitExtraction.Arn', seconds: 120 },
            poll: { arn: 'PollExtraction.Arn', seconds: 120 },
            collect: { arn: 'CollectExtraction.Arn', seconds: 300 },
          }),
        ),
      ),
    );
  });

  it('is a standard one with a role of its own, and logs each step without its inputs', () => {
    const { StateMachineType, RoleArn, LoggingConfiguration, TracingConfiguration } = machine().Properties;
    // Standard unless it says otherwise.
    expect(StateMachineType).toBeUndefined();
    expect(TracingConfiguration).toBeUndefined();
    expect(exactWords(RoleArn)).toBe('ExtractionWorkflowRole.Arn');
    expect(machine().DependsOn.map(plainId)).toEqual([
      'ExtractionWorkflowRoleDefaultPolicy',
      'ExtractionWorkflowRole',
    ]);
    const { Destinations, IncludeExecutionData, Level } = LoggingConfiguration;
    expect([IncludeExecutionData, Level]).toEqual([false, 'ALL']);
    expect(Destinations.map((one: any) => exactWords(one.CloudWatchLogsLogGroup.LogGroupArn))).toEqual([
      'ExtractionWorkflowVendedLog.Arn',
    ]);
  });
});
