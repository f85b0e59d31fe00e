import type { LocalStack } from '../../../infra/local/aws/template/local-stack.ts';
import type { IamRequest } from '../policies/decide.ts';
import type { TableKeys } from '../policies/dynamo-requests.ts';

type Resolve = (value: unknown) => any;

/** Which role of the template is whose, by logical ids. */
export function functionRoles(template: any, resolve: Resolve) {
  const byArn = new Map<string, string>();
  const byFunction = new Map<string, string>();
  const ofMachines: string[] = [];
  const logging: Record<string, IamRequest[]> = {};
  const resources = Object.entries<any>(template.Resources);
  for (const [id, { Type }] of resources)
    if (Type === 'AWS::IAM::Role') byArn.set(resolve({ 'Fn::GetAtt': [id, 'Arn'] }), id);
  for (const [id, { Type, Properties }] of resources) {
    if (Type === 'AWS::Lambda::Function') {
      const role = byArn.get(resolve(Properties.Role)) ?? id;
      byFunction.set(resolve({ Ref: id }), role);
      const group = Properties.LoggingConfig?.LogGroup;
      if (group !== undefined) logging[role] = loggingOf(resolve(group), resolve);
    }
    if (Type === 'AWS::StepFunctions::StateMachine')
      ofMachines.push(byArn.get(resolve(Properties.RoleArn)) ?? id);
  }
  return { byArn, byFunction, ofMachines, logging };
}

/**
 * Lambda writes the log of a function with the function's role (Lambda Developer Guide, "CloudWatch Logs
 * permissions").
 */
function loggingOf(group: string, resolve: Resolve): IamRequest[] {
  const place = resolve({ 'Fn::Sub': '${AWS::Region}:${AWS::AccountId}' });
  const resource = `arn:aws:logs:${place}:log-group:${group}:log-stream:2026/11/23/[$LATEST]0`;
  return ['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({ action, resource, context: {} }));
}

/** The partition keys of every table and of its indexes. */
export function tableKeys({ tables }: LocalStack): Record<string, TableKeys> {
  const partitionOf = (keys: readonly { AttributeName: string; KeyType: string }[]): string =>
    keys.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
  return Object.fromEntries(
    tables.map(({ name, keys, indexes }) => [
      name,
      {
        partition: partitionOf(keys),
        indexes: Object.fromEntries(
          indexes.map(({ IndexName, KeySchema }) => [IndexName, partitionOf(KeySchema)]),
        ),
      },
    ]),
  );
}
