import { type EventSource, type FunctionSpec, USUAL_CONCURRENCY } from '../functions/function-spec.ts';
import type { Throttle } from '../http/gateway-routes.ts';
import type { QueueSpec } from '../queue-engine.ts';
import type { AllowStatement } from '../table/is-allowed.ts';
import type { TableSpec } from '../table/table-spec.ts';
import type { StateMachineSpec } from '../workflow/definition.ts';
import { oneOrMore, type Properties } from './resource-schemas.ts';
import { TemplateError } from './intrinsics.ts';

export interface SecretSpec {
  name: string;
  arn: string;
  /**
   * How many letters and digits to generate, where the template asks for a value. Others have none until a person puts
   * one in.
   */
  generated?: number;
}

/** How the HTTP gateway calls a function. */
interface HttpIntegration {
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
  secrets: SecretSpec[];
  functions: FunctionSpec[];
  /** What roles may do with tables and lists of buckets. */
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

const LEADING_KEYS = 'ForAllValues:StringLike';

/** What a policy allows its roles. */
interface RolePolicy {
  /** Names of roles. */
  roles: readonly string[];
  /** On tables. */
  statements: AllowStatement[];
  /** ARNs of the buckets that they may list. */
  lists: readonly string[];
}

/**
 * Reads what a policy says of tables and of lists of buckets. Statements on other services have no effect on this
 * machine.
 *
 * @throws TemplateError for a statement on tables that this machine would not enforce as AWS does.
 */
export function readPolicy({ Roles: roles, PolicyDocument }: Properties<'AWS::IAM::Policy'>): RolePolicy {
  const about = (prefix: string) =>
    PolicyDocument.Statement.filter(({ Action }) => Action.some((one) => one.startsWith(prefix)));
  return {
    roles,
    lists: about('s3:ListBucket').flatMap(({ Resource }) => Resource),
    statements: about('dynamodb:').map(({ Effect, Action: actions, Resource: resources, Condition }) => {
      const { [LEADING_KEYS]: like, ...others } = Condition;
      const { 'dynamodb:LeadingKeys': keys, ...otherKeys } = like ?? {};
      const isKnown = Effect === 'Allow' && Object.keys({ ...others, ...otherKeys }).length === 0;
      const isPlain = ![...actions, ...resources].some((one) => one.includes('*'));
      if (!isKnown || !isPlain)
        throw new TemplateError(['a statement on tables may only allow named actions, by leading keys']);
      return { actions, resources, ...(keys !== undefined && { leadingKeys: oneOrMore.parse(keys) }) };
    }),
  };
}

/** What each limit becomes, in seconds: one hour, longer than any limit of the stack. */
const HOUR = 3_600;

/**
 * The stack with time for a debugger. A function may take an hour to load and an hour for each call, and the gateway
 * and the workflow wait as long for it: a thread that is stopped at a breakpoint is not ended, and its answer is
 * still used.
 */
export function withTimeToDebug(stack: LocalStack): LocalStack {
  const milliseconds = HOUR * 1_000;
  return {
    ...stack,
    functions: stack.functions.map((spec) => ({ ...spec, timeout: milliseconds, loadTimeout: milliseconds })),
    httpIntegrations: stack.httpIntegrations.map((one) => ({ ...one, timeout: milliseconds })),
    stateMachines: stack.stateMachines.map(withPatience),
  };
}

function withPatience({ definition, ...machine }: StateMachineSpec): StateMachineSpec {
  const states = Object.entries(definition.States).map(([name, state]) => [
    name,
    state.Type === 'Task' ? { ...state, TimeoutSeconds: HOUR } : state,
  ]);
  return { ...machine, definition: { ...definition, States: Object.fromEntries(states) } };
}

/**
 * The functions of a stack, each with as many calls at a time as its queues make, and the usual number for all other
 * callers.
 */
export function withConcurrency({
  functions,
  eventSources,
}: Pick<LocalStack, 'functions' | 'eventSources'>): FunctionSpec[] {
  return functions.map((spec) => {
    const sources = eventSources.filter(({ functionName }) => functionName === spec.name);
    const polled = sources.reduce((sum, { concurrency }) => sum + concurrency, 0);
    return { ...spec, concurrency: polled + USUAL_CONCURRENCY };
  });
}
