import * as z from 'zod';
import { ACCOUNT, REGION, STACK_ID, arnOf } from '../local-account.ts';
import { addResource, generatedName, IDENTITIES, type Identity, NAME_PROPERTIES } from './add-resource.ts';
import { resolve, type Scope, TemplateError } from './intrinsics.ts';
import type { LocalStack } from './local-stack.ts';

interface TemplateOrder {
  /** The synthesised template, parsed. */
  template: unknown;
  /** The folder with its assets, `asset.HASH`. */
  assets: string;
  stackName: string;
  /** Values of the template's parameters. */
  parameters: Readonly<Record<string, string>>;
  /** What comes before the name in the URL of a queue: `http://127.0.0.1:PORT/000000000000`. */
  queueBase: string;
  /** Address of the HTTP gateway: `http://127.0.0.1:PORT`. */
  httpBase: string;
}

const templateSchema = z.strictObject({
  Description: z.string().optional(),
  Metadata: z.unknown().optional(),
  Parameters: z.record(z.string(), z.object({ Default: z.unknown().optional() })).default({}),
  // Checks the version of the bootstrap stack, which is not there.
  Rules: z.unknown().optional(),
  Resources: z.record(
    z.string(),
    z.strictObject({
      Type: z.string(),
      Properties: z.record(z.string(), z.unknown()).default({}),
      DependsOn: z.unknown().optional(),
      Metadata: z.unknown().optional(),
      DeletionPolicy: z.unknown().optional(),
      UpdateReplacePolicy: z.unknown().optional(),
    }),
  ),
  Outputs: z
    .record(
      z.string(),
      z.strictObject({
        Value: z.unknown(),
        Description: z.unknown().optional(),
        Export: z.unknown().optional(),
      }),
    )
    .default({}),
});

/**
 * Reads a template into what this machine has to run.
 *
 * @throws TemplateError that names every resource, property and function that is not known here. Nothing is left out
 *   without a word: `IDENTITIES` lists the types without a local meaning, `SCHEMAS` such properties.
 */
export function readTemplate(order: TemplateOrder): LocalStack {
  const template = templateSchema.parse(order.template);
  const problems: string[] = [];
  const scope = scopeOf(template, order);
  const stack: LocalStack = {
    tables: [],
    queues: [],
    queuePolicies: new Map(),
    topics: [],
    subscriptions: [],
    buckets: [],
    secrets: [],
    functions: [],
    policies: [],
    eventSources: [],
    stateMachines: [],
    scheduleGroups: [],
    schedules: [],
    httpIntegrations: [],
    httpRoutes: [],
    httpThrottles: { routes: new Map() },
    outputs: {},
  };
  const attempt = (subject: string, work: () => void): void => {
    try {
      work();
    } catch (cause) {
      problems.push(...reasonsOf(cause).map((reason) => `${subject}: ${reason}`));
    }
  };

  const providers = new Set<unknown>();
  for (const { Type, Properties } of Object.values(template.Resources)) {
    if (Type.startsWith('Custom::')) {
      attempt(Type, () => providers.add(resolve(Properties['ServiceToken'], scope)));
    }
  }
  for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
    attempt(`${id} (${Type})`, () => {
      if (!(Type in IDENTITIES)) throw new TemplateError(['this type of resource is not known here']);
      const identity = scope.identity(id);
      // The function behind a custom resource is the CDK's own. The machine itself does its work.
      if (providers.has(identity.attributes['Arn'])) return;
      addResource(stack, {
        type: Type,
        identity,
        name: scope.nameOf(id),
        assets: order.assets,
        resolveProperties: () => resolve(Properties, scope),
      });
    });
  }
  for (const [key, { Value }] of Object.entries(template.Outputs)) {
    attempt(`output ${key}`, () => {
      stack.outputs[key] = z.string().parse(resolve(Value, scope));
    });
  }
  for (const key of stack.httpThrottles.routes.keys())
    if (!stack.httpRoutes.some((route) => route.key === key))
      problems.push(`the limits of the gateway: there is no route ${key}`);
  if (problems.length > 0) throw new TemplateError(problems);
  stack.queues = stack.queues.map((queue) => {
    const Policy = stack.queuePolicies.get(queue.name);
    return Policy === undefined ? queue : { ...queue, attributes: { ...queue.attributes, Policy } };
  });
  return stack;
}

/**
 * Replaces the intrinsic functions in any value of a template by their values on this machine, as `readTemplate`
 * does.
 */
export function templateResolver(order: TemplateOrder): (value: unknown) => unknown {
  const scope = scopeOf(templateSchema.parse(order.template), order);
  return (value) => resolve(value, scope);
}

interface TemplateScope extends Scope {
  identity(logicalId: string): Identity;
  nameOf(logicalId: string): string;
}

function scopeOf(template: z.infer<typeof templateSchema>, order: TemplateOrder): TemplateScope {
  const pseudo: Readonly<Record<string, string>> = {
    'AWS::AccountId': ACCOUNT,
    'AWS::Region': REGION,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': order.stackName,
    'AWS::StackId': arnOf('cloudformation', `stack/${order.stackName}/${STACK_ID}`),
  };
  const property = (id: string, name: string): string | undefined =>
    z.string().optional().parse(resolve(template.Resources[id]?.Properties[name], scope));
  const scope: TemplateScope = {
    nameOf: (id) => {
      const given = NAME_PROPERTIES[template.Resources[id]?.Type ?? ''];
      return (given && property(id, given)) ?? generatedName(order.stackName, id);
    },
    identity: (id) => {
      const identify = IDENTITIES[template.Resources[id]?.Type ?? ''];
      if (!identify) throw new TemplateError([`nothing here is named ${id}`]);
      const required = (name: string) => property(id, name) ?? '';
      return identify({ ...order, name: scope.nameOf(id), property: required });
    },
    ref: (name) => {
      const value = pseudo[name] ?? order.parameters[name];
      if (value !== undefined) return value;
      if (!(name in template.Parameters)) return scope.identity(name).ref;
      const fallback = template.Parameters[name]?.Default;
      if (fallback === undefined) throw new TemplateError([`the parameter ${name} has no value here`]);
      return z.string().parse(fallback);
    },
    attribute: (id, name) => {
      const value = scope.identity(id).attributes[name];
      if (value === undefined) throw new TemplateError([`${id} has no attribute ${name} here`]);
      return value;
    },
  };
  return scope;
}

function reasonsOf(cause: unknown): string[] {
  if (cause instanceof TemplateError) return [...cause.problems];
  if (!(cause instanceof z.ZodError)) throw cause;
  return cause.issues.map((issue) => {
    const path = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') return `${path}: ${issue.message}`;
    return `${[path, issue.keys.join(', ')].filter(Boolean).join('.')} is not known here`;
  });
}
