import type { Conditions } from './conditions.ts';
import type { Statement } from './decide.ts';

type Resolve = (value: unknown) => any;

/** What AWS's own policy for functions allows. */
const MANAGED: Readonly<Record<string, readonly string[]>> = {
  'service-role/AWSLambdaBasicExecutionRole': [
    'logs:CreateLogGroup',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
  ],
};

/**
 * The statements of each role of a template, by the logical id of the role.
 *
 * @param resolve replaces the intrinsic functions in a value by their values.
 * @throws Error for a form of statement that is not known here, such as `NotAction`.
 */
export function roleStatements(template: any, resolve: Resolve): Map<string, Statement[]> {
  const roles = new Map<string, Statement[]>();
  for (const [id, { Type, Properties = {} }] of Object.entries<any>(template.Resources)) {
    if (Type === 'AWS::IAM::Role') {
      const own = (Properties.Policies ?? []).flatMap(({ PolicyDocument }: any) =>
        statementsOf(id, PolicyDocument, resolve),
      );
      const managed = (Properties.ManagedPolicyArns ?? []).flatMap((arn: unknown) =>
        managedBy(id, arn, resolve),
      );
      add(roles, id, [...own, ...managed]);
    }
    if (Type === 'AWS::IAM::Policy' || Type === 'AWS::IAM::ManagedPolicy') {
      const statements = statementsOf(id, Properties.PolicyDocument, resolve);
      for (const role of Properties.Roles ?? []) add(roles, role.Ref, statements);
    }
  }
  return roles;
}

function add(roles: Map<string, Statement[]>, role: string, statements: Statement[]): void {
  roles.set(role, [...(roles.get(role) ?? []), ...statements]);
}

function managedBy(role: string, arn: any, resolve: Resolve): Statement[] {
  // A policy of the template itself is added where it stands.
  if (arn?.Ref !== undefined) return [];
  const text: string = typeof arn === 'object' && 'Fn::Sub' in arn ? arn['Fn::Sub'] : resolve(arn);
  const [, name = ''] = /:iam::aws:policy\/(.+)$/.exec(text) ?? [];
  const actions = MANAGED[name];
  if (!actions) throw new Error(`What ${text} allows is not known here. Add it to role-statements.ts.`);
  return [{ policy: role, effect: 'Allow', actions, resources: ['*'], conditions: {} }];
}

const KNOWN = new Set(['Sid', 'Effect', 'Action', 'Resource', 'Condition']);

function statementsOf(policy: string, document: any, resolve: Resolve): Statement[] {
  return [document.Statement].flat().map((raw: any) => {
    const unknown = Object.keys(raw).filter((key) => !KNOWN.has(key));
    if (unknown.length > 0)
      throw new Error(`${policy}: ${unknown.join(', ')} of a statement is not known here`);
    const statement = resolve(raw);
    return {
      policy,
      effect: statement.Effect,
      actions: [statement.Action].flat(),
      resources: [statement.Resource].flat(),
      conditions: conditionsOf(statement.Condition),
    };
  });
}

function conditionsOf(conditions: any = {}): Conditions {
  return Object.fromEntries(
    Object.entries<any>(conditions).map(([operator, keys]) => [
      operator,
      Object.fromEntries(
        Object.entries<any>(keys).map(([key, values]) => [key, [values].flat().map(String)]),
      ),
    ]),
  );
}
