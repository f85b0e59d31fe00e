import { Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnStateMachine, DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { ENV } from '../../shared/contracts/names.ts';
import type { Stage } from '../stages/read-stage.ts';
import { ALARM_PERIOD, type Alarms } from './alarms/alarms.ts';
import type { ServiceFunction } from './service-function.ts';
import { addVendedLog } from './vended-log.ts';

interface ExtractionWorkflowProps {
  stage: Stage;
  submit: ServiceFunction;
  poll: ServiceFunction;
  collect: ServiceFunction;
  alarms: Alarms;
}

/**
 * The state machine that runs each extraction, for hours or days. Its role may call the three functions and write the
 * log, and nothing else. The log holds no inputs. The table holds the state of each extraction.
 */
export class ExtractionWorkflow extends Construct {
  readonly machine: StateMachine;

  constructor(scope: Construct, id: string, { stage, alarms, ...functions }: ExtractionWorkflowProps) {
    super(scope, id);
    const { submit, poll, collect } = functions;
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
      description: 'Lets the extraction workflow call its functions',
    });
    role.addToPolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: [submit, poll, collect].map(({ functionArn }) => functionArn),
      }),
    );
    const states = extractionStates({ submit: stepOf(submit), poll: stepOf(poll), collect: stepOf(collect) });
    this.machine = new StateMachine(this, 'Machine', {
      definitionBody: DefinitionBody.fromString(Stack.of(this).toJsonString(states)),
      role,
      ...(stage.tracing && { tracingEnabled: true }),
      logs: {
        destination: addVendedLog(this, { writer: 'states', stage }),
        level: LogLevel.ALL,
        includeExecutionData: false,
      },
    });
    this.#acknowledge(role, stage);
    alarms.add({
      name: 'extractions-broken',
      impact: 'Steps of extractions fail at every try. Alerts about records are late.',
      metric: this.machine.metricFailed({ period: ALARM_PERIOD }),
      lean: false,
    });
    alarms.add({
      name: 'extractions-timed-out',
      impact: 'An extraction did not end within four days. Alerts about its records are late or missing.',
      metric: this.machine.metricTimedOut({ period: ALARM_PERIOD }),
      lean: false,
    });
  }

  /** Lets a function start executions. */
  grantStart(fn: ServiceFunction): void {
    fn.addEnvironment(ENV.workflow, this.machine.stateMachineArn);
    fn.allow(['states:StartExecution'], [this.machine.stateMachineArn]);
  }

  /** Lets a function list the executions that run. */
  grantList(fn: ServiceFunction): void {
    fn.addEnvironment(ENV.workflow, this.machine.stateMachineArn);
    fn.allow(['states:ListExecutions'], [this.machine.stateMachineArn]);
  }

  #acknowledge(role: Role, { tracing }: Stage): void {
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'IAM has no resource for log deliveries to CloudWatch. They are allowed for all or for none.',
    });
    const { defaultChild } = this.machine.node;
    if (tracing || !CfnStateMachine.isCfnResource(defaultChild)) return;
    Validations.of(defaultChild).acknowledge({
      id: 'AwsSolutions-SF2',
      reason: 'The log and the table record each step. X-Ray needs a permission that names no resource.',
    });
  }
}

function stepOf({ functionArn, timeout }: ServiceFunction): StepFunction {
  if (!timeout) throw new TypeError('A function of the workflow needs a time limit');
  return { arn: functionArn, seconds: timeout.toSeconds() };
}

/** A retry policy of Step Functions. */
interface Retry {
  ErrorEquals: readonly string[];
  IntervalSeconds: number;
  BackoffRate: number;
  MaxAttempts: number;
  JitterStrategy?: 'FULL';
}

/**
 * For errors of Lambda itself. Waits of at most 2, 4, 8, 16, 32 and 64 s, each a random part of it: 126 s in total.
 */
export const LAMBDA_RETRY: Retry = {
  ErrorEquals: [
    'Lambda.ServiceException',
    'Lambda.AWSLambdaException',
    'Lambda.SdkClientException',
    'Lambda.TooManyRequestsException',
    'Lambda.ClientExecutionTimeoutException',
  ],
  IntervalSeconds: 2,
  BackoffRate: 2,
  MaxAttempts: 6,
  JitterStrategy: 'FULL',
};

/**
 * For a step of ours that throws: the store does not answer, or time or memory is used up. Waits of 30, 60, 120 and
 * 240 s: 450 s in total. A refusal of the upstream service is no failure of a step: the step then asks for a wait,
 * for hours.
 */
export const STEP_RETRY: Retry = {
  ErrorEquals: ['States.ALL'],
  IntervalSeconds: 30,
  BackoffRate: 2,
  MaxAttempts: 4,
};

/** Longer than any extraction may take: a day to wait for a slot, a day and an hour for the job, then its pages. */
export const EXECUTION_SECONDS = 4 * 86_400;

/** A function of the workflow: its ARN, and its time limit in seconds. */
interface StepFunction {
  arn: string;
  seconds: number;
}

/** Seconds beyond Lambda's own time limit. It ends calls that never return. */
const MARGIN = 15;

/**
 * The workflow of an extraction in the States Language. The functions decide: each answers which step comes next, and
 * after how many seconds. It uses only what all engines of the language run alike: paths, but no JSONata and no
 * variables.
 */
export function extractionStates(functions: Readonly<Record<'submit' | 'poll' | 'collect', StepFunction>>) {
  const call = ({ arn, seconds }: StepFunction) => ({
    Type: 'Task',
    Resource: arn,
    TimeoutSeconds: seconds + MARGIN,
    Retry: [LAMBDA_RETRY, STEP_RETRY],
  });
  const step = (fn: StepFunction) => ({
    ...call(fn),
    Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Record failure' }],
    Next: 'What next',
  });
  return {
    Comment: 'Runs one job of the extraction service from its submission to its last record',
    StartAt: 'Submit',
    TimeoutSeconds: EXECUTION_SECONDS,
    States: {
      Submit: step(functions.submit),
      Poll: step(functions.poll),
      Collect: step(functions.collect),
      'What next': {
        Type: 'Choice',
        Choices: [
          { Variable: '$.next', StringEquals: 'end', Next: 'Done' },
          { Variable: '$.waitSeconds', NumericGreaterThan: 0, Next: 'Wait' },
        ],
        Default: 'Which step',
      },
      Wait: { Type: 'Wait', SecondsPath: '$.waitSeconds', Next: 'Which step' },
      'Which step': {
        Type: 'Choice',
        Choices: [
          { Variable: '$.next', StringEquals: 'submit', Next: 'Submit' },
          { Variable: '$.next', StringEquals: 'poll', Next: 'Poll' },
          { Variable: '$.next', StringEquals: 'collect', Next: 'Collect' },
        ],
        Default: 'Broken',
      },
      'Record failure': { ...call(functions.poll), Next: 'Broken' },
      Broken: {
        Type: 'Fail',
        Error: 'StepBroken',
        Cause: 'A step failed each time it was tried. The extraction stays open: reconcile starts it again.',
      },
      Done: { Type: 'Succeed' },
    },
  };
}
