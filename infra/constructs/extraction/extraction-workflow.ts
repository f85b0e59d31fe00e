import { Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnStateMachine, DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { ENV } from '../../../shared/contracts/names.ts';
import type { Stage } from '../../stages/read-stage.ts';
import { ALARM_PERIOD, type Alarms } from '../alarms/alarms.ts';
import { addVendedLog } from '../vended-log.ts';
import { extractionStates, type StepFunction } from './extraction-states.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

export interface ExtractionWorkflowProps {
  stage: Stage;
  submit: ServiceFunction;
  poll: ServiceFunction;
  collect: ServiceFunction;
  alarms: Alarms;
}

/**
 * The state machine that runs each extraction, for hours or days. Its role may call the three functions and write the log,
 * and nothing else. The log holds no inputs. The table holds the state of each extraction.
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
