import { type Conditions, type Context, fulfils } from './conditions.ts';
import { matchesAction, matchesArn } from './patterns.ts';

/** One statement of a policy of a role, with every reference of the template replaced by its value. */
export interface Statement {
  /** The logical id of the policy, for messages. */
  policy: string;
  effect: 'Allow' | 'Deny';
  actions: readonly string[];
  resources: readonly string[];
  conditions: Conditions;
}

/** One permission that a call needs. `resource` is `*` for an action that IAM ties to no resource. */
export interface IamRequest {
  action: string;
  resource: string;
  context: Context;
}

/** One action on one resource that a role was given. */
export interface Grant {
  policy: string;
  action: string;
  resource: string;
}

/** True for all requests here: the SDK speaks TLS to AWS. */
const ALWAYS: Context = { 'aws:SecureTransport': ['true'] };

/**
 * Decides as IAM does for a role in its own account: allowed when a statement allows it and none denies it.
 *
 * @returns whether it is allowed, and the grants that allow it.
 */
export function decide(
  statements: readonly Statement[],
  request: IamRequest,
): { allowed: boolean; by: Grant[] } {
  const context = { ...ALWAYS, ...request.context };
  const matching = statements.filter(
    ({ actions, resources, conditions }) =>
      actions.some((action) => matchesAction(action, request.action)) &&
      resources.some((resource) => matchesResource(resource, request.resource)) &&
      fulfils(conditions, context),
  );
  const by = matching
    .filter(({ effect }) => effect === 'Allow')
    .flatMap((statement) => grantsOf(statement).filter((grant) => isUsed(grant, request)));
  return { allowed: by.length > 0 && matching.every(({ effect }) => effect === 'Allow'), by };
}

/** Each action on each resource that a statement allows. */
export function grantsOf({ policy, effect, actions, resources }: Statement): Grant[] {
  if (effect === 'Deny') return [];
  return actions.flatMap((action) => resources.map((resource) => ({ policy, action, resource })));
}

function isUsed(grant: Grant, request: IamRequest): boolean {
  return matchesAction(grant.action, request.action) && matchesResource(grant.resource, request.resource);
}

/** An action without a resource of its own needs a statement for `*`. */
function matchesResource(pattern: string, resource: string): boolean {
  return resource === '*' ? pattern === '*' : matchesArn(pattern, resource);
}
