import type { FunctionSpec } from '../functions/function-spec.ts';
import type { QueueSpec } from '../queues/queue-engine.ts';
import type { TableSpec } from '../table/table-spec.ts';
import type { StateMachineSpec } from '../workflow/definition.ts';
import type { Properties } from './resource-schemas.ts';

/** A queue that feeds a function. */
export interface EventSource {
  queueArn: string;
  functionName: string;
  /** Messages at a time. */
  batchSize: number;
  /** Calls at a time. */
  concurrency: number;
  /** True: the function says which messages of a batch have failed. */
  partialFailures: boolean;
}

export interface SecretSpec {
  name: string;
  arn: string;
  /** The value that the template gives; most secrets wait for a person. */
  value?: string;
  /** How many letters and digits to make a value of, where the template asks for one. */
  generated?: number;
}

/** How the HTTP gateway calls a function. */
export interface HttpIntegration {
  id: string;
  functionArn: string;
  /** Milliseconds. */
  timeout: number;
}

/** What a synthesised template asks of this machine, with every name and address resolved. */
export interface LocalStack {
  tables: TableSpec[];
  queues: QueueSpec[];
  topics: string[];
  subscriptions: Properties<'AWS::SNS::Subscription'>[];
  buckets: string[];
  secrets: SecretSpec[];
  functions: FunctionSpec[];
  eventSources: EventSource[];
  stateMachines: StateMachineSpec[];
  scheduleGroups: string[];
  schedules: (Properties<'AWS::Scheduler::Schedule'> & { Name: string })[];
  httpIntegrations: HttpIntegration[];
  /** `GET /r/{link}`, and what calls its function. */
  httpRoutes: { key: string; integrationId: string }[];
  outputs: Record<string, string>;
}
