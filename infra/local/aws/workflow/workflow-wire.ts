import * as z from 'zod';
import { parseJson } from '../../../../shared/contracts/parse-json.ts';
import { SECOND } from '../../../../shared/domain/time/instant.ts';
import type { WireAnswer, WireRequest } from '../wire/loopback-server.ts';
import type { Execution, Executions } from './executions.ts';
import { WorkflowRefused } from './workflow-refused.ts';

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

/** Answers the JSON API of Step Functions for executions. State machines come from the template only. */
export function answerWorkflow(executions: Executions): (request: WireRequest) => Promise<WireAnswer> {
  const actions: Readonly<Record<string, (body: unknown) => object>> = {
    StartExecution: (body) => {
      const { stateMachineArn, ...order } = startSchema.parse(body);
      const execution = executions.start(stateMachineArn, order);
      return { executionArn: execution.arn, startDate: execution.startedAt / SECOND };
    },
    DescribeExecution: (body) => {
      const execution = executions.find(describeSchema.parse(body).executionArn);
      const { end, input } = execution;
      const { status: _status, ...result } = end ?? { status: 'RUNNING' };
      return { ...summaryOf(execution), input, ...result };
    },
    ListExecutions: (body) => {
      const { stateMachineArn, statusFilter, maxResults, nextToken = '0' } = listSchema.parse(body);
      const all = executions
        .of(stateMachineArn)
        .map(summaryOf)
        .filter(({ status }) => statusFilter === undefined || status === statusFilter);
      const from = Number(nextToken);
      const to = from + (maxResults === 0 ? 100 : maxResults);
      return { executions: all.slice(from, to), ...(to < all.length && { nextToken: String(to) }) };
    },
    StopExecution: (body) => {
      const { executionArn, ...reason } = stopSchema.parse(body);
      return { stopDate: (executions.abort(executionArn, reason).endedAt ?? 0) / SECOND };
    },
  };
  return async ({ headers, body }) => {
    const action = String(headers['x-amz-target'] ?? '').replace(/^AWSStepFunctions\./, '');
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    try {
      if (!run)
        throw new WorkflowRefused('UnknownOperationException', `${action} is not known on this machine`);
      return json(200, run(parseJson(body)));
    } catch (cause) {
      const { code, message } = refusalOf(cause);
      return json(400, { __type: code, message });
    }
  };
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

function refusalOf(cause: unknown): WorkflowRefused {
  if (cause instanceof WorkflowRefused) return cause;
  if (cause instanceof z.ZodError) return new WorkflowRefused('ValidationException', z.prettifyError(cause));
  throw cause;
}

function json(status: number, value: object): WireAnswer {
  return { status, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: JSON.stringify(value) };
}
