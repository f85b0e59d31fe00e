import * as z from 'zod';
import { parseJson, tryParse } from '../../../shared/contracts/parse-as.ts';
import { ACCOUNT } from './local-account.ts';

const texts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const conditions = z.record(z.string(), z.record(z.string(), texts));
const policySchema = z.object({
  Statement: z.array(
    z.object({
      Effect: z.enum(['Allow', 'Deny']),
      Principal: z.union([z.string(), z.record(z.string(), texts)]),
      Action: texts,
      Resource: texts,
      Condition: conditions.default({}),
    }),
  ),
});
type Statement = z.infer<typeof policySchema>['Statement'][number];

const SNS = 'sns.amazonaws.com';

/**
 * Whether the policy of a queue lets SNS send to it for a topic: a statement allows it and none denies it (IAM User
 * Guide, "Policy evaluation logic"). Of conditions, this machine knows those on the topic, on its account and on the
 * encryption of the way. One that it does not know is taken for a refusal.
 */
export function admitsTopic(
  policy: string | undefined,
  { queueArn, topicArn }: { queueArn: string; topicArn: string },
): boolean {
  const read = tryParse(policySchema, parseJson(policy));
  if (!read.success) return false;
  const context: Facts = {
    'aws:sourcearn': topicArn,
    'aws:sourceaccount': ACCOUNT,
    'aws:securetransport': 'true',
  };
  const about = read.data.Statement.filter(
    ({ Principal, Action, Resource }) =>
      namesSns(Principal) &&
      Action.some((one) => matches(one.toLowerCase(), 'sqs:sendmessage')) &&
      Resource.some((one) => matches(one, queueArn)),
  );
  const holding = (effect: Statement['Effect']) =>
    about.filter(
      ({ Effect, Condition }) => Effect === effect && holds(Condition, context, effect === 'Deny'),
    );
  return holding('Allow').length > 0 && holding('Deny').length === 0;
}

type Facts = Readonly<Record<string, string>>;

function namesSns(principal: Statement['Principal']): boolean {
  if (typeof principal === 'string') return principal === '*';
  return principal['Service']?.includes(SNS) === true || principal['AWS']?.includes('*') === true;
}

/** @param unknown what a condition counts as that this machine cannot decide. */
function holds(all: Statement['Condition'], context: Facts, unknown: boolean): boolean {
  return Object.entries(all).every(([operator, keys]) =>
    Object.entries(keys).every(([key, values]) => {
      const fact = context[key.toLowerCase()];
      if (fact === undefined) return unknown;
      if (/^(Arn|String)(Equals|Like)$/.test(operator)) return values.some((one) => matches(one, fact));
      return operator === 'Bool' ? values.includes(fact) : unknown;
    }),
  );
}

/** A star matches any text, a question mark for one character. */
function matches(pattern: string, text: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`).test(text);
}
