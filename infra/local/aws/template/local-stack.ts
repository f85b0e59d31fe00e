import type { EventSource, FunctionSpec } from '../functions/function-spec.ts';
import type { Throttle } from '../http/route-throttle.ts';
import type { QueueSpec } from '../queues/queue-engine.ts';
import type { TableSpec } from '../table/table-spec.ts';
import type { StateMachineSpec } from '../workflow/definition.ts';
import type { Properties } from './resource-schemas.ts';
import type { RolePolicy } from './role-statements.ts';

export interface SecretSpec {
  name: string;
  arn: string;
  /** The value that the template gives. Most secrets have none until a person puts one in. */
  value?: string;
  /** How many letters and digits to generate, where the template asks for a value. */
  generated?: number;
}

/** How the HTTP gateway calls a function. */
export interface HttpIntegration {
  id: string;
  functionArn: string;
  /** Milliseconds. */
  timeout: number;
}

/** What this machine must run for a synthesised template, with every name and address resolved. */
export interface LocalStack {
  tables: TableSpec[];
  queues: QueueSpec[];
  /** Who may use a queue, as JSON, by the name of the queue. Their attributes have it too. */
  queuePolicies: Map<string, string>;
  topics: string[];
  subscriptions: Properties<'AWS::SNS::Subscription'>[];
  buckets: string[];
  /** Which roles may list which buckets: the name of a role, and the ARN of a bucket. */
  listers: { role: string; bucket: string }[];
  secrets: SecretSpec[];
  functions: FunctionSpec[];
  /** What roles may do with the tables. */
  policies: RolePolicy[];
  eventSources: EventSource[];
  stateMachines: StateMachineSpec[];
  scheduleGroups: string[];
  schedules: (Properties<'AWS::Scheduler::Schedule'> & { Name: string })[];
  httpIntegrations: HttpIntegration[];
  /** `GET /r/{link}`, and what calls its function. */
  httpRoutes: { key: string; integrationId: string }[];
  /** The limits of routes, by their key, and of those that have none of their own. */
  httpThrottles: { routes: Map<string, Throttle>; others?: Throttle };
  outputs: Record<string, string>;
}
