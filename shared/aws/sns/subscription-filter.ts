import * as z from 'zod';
import { tryParse } from '../../contracts/parse-as.ts';
import { parseJson } from '../../contracts/parse-json.ts';
import type { Protocol } from '../../domain/alerts/message.ts';
import { compareSeverity, SEVERITIES, type Severity } from '../../domain/watches/watch.ts';
import type { Filter } from '../../use-cases/ports/subscriptions.ts';

const plainSchema = z.strictObject({
  channel: z.array(z.string()),
  sms: z.tuple([z.literal('yes')]).optional(),
});
const branchSchema = z.strictObject({
  channel: z.array(z.string()),
  severity: z
    .tuple([
      z.strictObject({ 'anything-but': z.array(z.enum(SEVERITIES)).min(1) }),
      z.strictObject({ exists: z.literal(false) }),
    ])
    .optional(),
});
const filterSchema = z.union([
  plainSchema,
  branchSchema,
  z.strictObject({ $or: z.array(branchSchema).min(2) }),
]);

/**
 * The filter policy of a subscription: the channels, and for SMS only messages with an SMS text. Of a channel from which an address
 * takes more severe messages only, `severity` lists what it does not take. Reports and heartbeats of such a channel carry no
 * severity, and pass. A person who filters by severity hardly writes it so. With `$or` each such severity has a part of its own. So a policy has at
 * most 5 keys (SNS Developer Guide, "AND/OR logic" and "Filter policy constraints").
 */
export function filterPolicyOf(protocol: Protocol, { channels, severities = {} }: Filter): string {
  if (protocol === 'sms') return JSON.stringify({ channel: channels, sms: ['yes'] });
  const groups = Map.groupBy(channels, (name) => severities[name] ?? 'info');
  const branches = SEVERITIES.flatMap((least) => {
    const channel = groups.get(least);
    if (!channel) return [];
    const below = SEVERITIES.filter((one) => compareSeverity(one, least) < 0);
    return [
      { channel, ...(below.length > 0 && { severity: [{ 'anything-but': below }, { exists: false }] }) },
    ];
  });
  const [only] = branches;
  return JSON.stringify(branches.length > 1 ? { $or: branches } : (only ?? { channel: [] }));
}

/** Reads a filter policy that has exactly the form of ours; undefined for any other. */
export function readFilterPolicy(text: string | undefined): Filter | undefined {
  const parsed = tryParse(filterSchema, parseJson(text));
  if (!parsed.success) return undefined;
  const filter = parsed.data;
  const branches = '$or' in filter ? filter.$or : [filter];
  const severities = Object.fromEntries(
    branches.flatMap((branch) => {
      const least = 'severity' in branch ? leastAbove(branch.severity) : undefined;
      return least === undefined ? [] : branch.channel.map((name) => [name, least] as const);
    }),
  );
  return {
    channels: branches.flatMap(({ channel }) => channel).toSorted(),
    ...(Object.keys(severities).length > 0 && { severities }),
  };
}

/** The least severity that a condition takes; undefined where it takes none, or all. */
function leastAbove(condition: z.infer<typeof branchSchema>['severity']): Severity | undefined {
  const below = condition?.[0]['anything-but'];
  return below && SEVERITIES.find((one) => !below.includes(one));
}
