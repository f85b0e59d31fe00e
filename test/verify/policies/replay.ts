import { type AwsCall, nameOfCall } from './aws-call.ts';
import { decide, type Grant, grantsOf, type IamRequest, type Statement } from './decide.ts';
import { iamRequests, type ReplayOrder } from './iam-requests.ts';

/** What a role did: a call that was recorded, or a request that AWS makes with the role for the stack. */
export type Deed = { role: string; call: AwsCall } | { role: string; request: IamRequest };

export interface ReplayResult {
  /** What a role did without a permission, each once. */
  denied: string[];
  /** Permissions that nothing used, as lines `role: action on resource`. */
  unused: string[];
  /** How many permissions the deeds needed. */
  checked: number;
}

/** Checks each deed against the policies of its role, and lists the permissions that no deed used. */
export function replay(
  deeds: readonly Deed[],
  roles: ReadonlyMap<string, readonly Statement[]>,
  order: ReplayOrder,
): ReplayResult {
  const denied = new Set<string>();
  const used = new Set<string>();
  let checked = 0;
  for (const deed of deeds) {
    const { requests, name } = requestsOf(deed, order);
    for (const request of requests) {
      checked += 1;
      const { allowed, by } = decide(roles.get(deed.role) ?? [], request);
      for (const grant of by) used.add(lineOf(deed.role, grant));
      if (!allowed) denied.add(denialOf(deed.role, request, name));
    }
  }
  const all = [...roles].flatMap(([role, statements]) =>
    statements.flatMap(grantsOf).map((grant) => lineOf(role, grant)),
  );
  const unused = [...new Set(all)].filter((line) => !used.has(line));
  return { denied: [...denied], unused: unused.toSorted(), checked };
}

function requestsOf(deed: Deed, order: ReplayOrder): { requests: IamRequest[]; name: string } {
  if ('request' in deed) return { requests: [deed.request], name: 'AWS on its behalf' };
  return { requests: iamRequests(deed.call, order), name: nameOfCall(deed.call) };
}

/** A denial names the kinds of partition keys, `WATCH`, and not each key, so that each is listed once. */
function denialOf(role: string, { action, resource, context }: IamRequest, name: string): string {
  const facts = Object.entries(context)
    .map(([key, values]) => `${key} ${[...new Set(values.map(kindOf))].join(', ')}`)
    .join('; ');
  return `${role} may not ${action} on ${resource}${facts === '' ? '' : ` with ${facts}`} (${name})`;
}

function kindOf(value: string): string {
  return value.split('#')[0] ?? value;
}

function lineOf(role: string, { action, resource }: Grant): string {
  return `${role}: ${action} on ${resource}`;
}
