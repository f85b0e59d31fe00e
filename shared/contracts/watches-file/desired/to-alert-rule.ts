import { settingsOf } from '../../../domain/policies/parameter.ts';
import { policyOf } from '../../../domain/policies/registry.ts';
import { defined } from '../../../domain/lib/fields.ts';
import type { AlertRule, FactCondition, RaiseRule } from '../../../domain/watches/watch.ts';
import type { WrittenAlert } from '../schema/alert-schema.ts';
import type { WrittenRule } from '../schema/raise-schema.ts';

/** When a watch alerts, with every setting of its policy filled in. */
export function alertRuleOf(written: WrittenAlert = {}, channels: readonly [string, ...string[]]): AlertRule {
  const [channel] = channels;
  const to = { channel, ...(channels.length > 1 && { channels }) };
  if (written.when === undefined || written.when === 'story') return { when: 'story', ...to };
  const { when } = written;
  const { parameters } = policyOf(when);
  return { when, ...to, ...(parameters.length > 0 && { settings: settingsOf(parameters, written) }) };
}

/** The rules by which stories climb, as they are stored. */
export function raiseRulesOf(written: readonly WrittenRule[]): RaiseRule[] {
  return written.map(({ to, outlets, top_rank: topRank, countries, sentiment, where }) =>
    defined<RaiseRule>({
      to,
      outlets,
      topRank,
      countries,
      sentiment,
      where:
        where &&
        Object.fromEntries(Object.entries(where).map(([name, one]) => [name, conditionOf(one)] as const)),
    }),
  );
}

function conditionOf(written: NonNullable<WrittenRule['where']>[string]): FactCondition {
  if (Array.isArray(written)) return written.map(String);
  return typeof written === 'object' ? written : [String(written)];
}
