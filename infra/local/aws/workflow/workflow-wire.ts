import * as z from 'zod';
import { parseAs } from '../../../../shared/contracts/parse-as.ts';
import { SECOND } from '../../../../shared/domain/time/instant.ts';
import type { EngineApp } from '../wire/engine-app.ts';
import { type JsonActions, jsonActionsApp } from '../wire/json-actions.ts';
import type { Execution, Executions } from './executions.ts';

const STATUSES = ['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'] as const;
const arn = z.string().min(1);

const startSchema = z.strictObject({
  stateMachineArn: arn,
  name: z.string().optional(),
  input: z.string().default('{}'),
});
const describeSchema = z.strictObject({ executionArn: arn });
const stopSchema = z.strictObject({
  executionArn: arn,
  error: z.string().optional(),
  cause: z.string().optional(),
});
const listSchema = z.strictObject({
  stateMachineArn: arn,
  statusFilter: z.enum(STATUSES).optional(),
  maxResults: z.int().min(0).max(1_000).default(100),
  nextToken: z.string().regex(/^\d+$/).optional(),
});

/** Answers the JSON wire of Step Functions for executions; state machines come from the template alone. */
export function workflowApp(executions: Executions): EngineApp {
  const actions: JsonActions['actions'] = {
    StartExecution: (body) => {
      const { stateMachineArn, ...order } = parseAs(startSchema, body);
      const execution = executions.start(stateMachineArn, order);
      return { executionArn: execution.arn, startDate: execution.startedAt / SECOND };
    },
    DescribeExecution: (body) => {
      const execution = executions.find(parseAs(describeSchema, body).executionArn);
      const { end, input } = execution;
      const { status: _status, ...result } = end ?? { status: 'RUNNING' };
      return { ...summaryOf(execution), input, ...result };
    },
    ListExecutions: (body) => {
      const { stateMachineArn, statusFilter, maxResults, nextToken = '0' } = parseAs(listSchema, body);
      const all = executions
        .of(stateMachineArn)
        .map(summaryOf)
        .filter(({ status }) => statusFilter === undefined || status === statusFilter);
      const from = Number(nextToken);
      const to = from + (maxResults === 0 ? 100 : maxResults);
      return { executions: all.slice(from, to), ...(to < all.length && { nextToken: String(to) }) };
    },
    StopExecution: (body) => {
      const { executionArn, ...reason } = parseAs(stopSchema, body);
      return { stopDate: (executions.abort(executionArn, reason).endedAt ?? 0) / SECOND };
    },
  };
  const codes = { unknown: 'UnknownOperationException', invalid: 'ValidationException' };
  return jsonActionsApp({ service: 'AWSStepFunctions', version: '1.0', actions, codes });
}

function summaryOf({ arn, name, machine, startedAt, endedAt, end }: Execution) {
  return {
    executionArn: arn,
    stateMachineArn: machine.arn,
    name,
    status: end?.status ?? 'RUNNING',
    startDate: startedAt / SECOND,
    ...(endedAt !== undefined && { stopDate: endedAt / SECOND }),
  };
}
