import { settingsOf } from '../../../domain/policies/parameter.ts';
import type { Subject } from '../../../domain/policies/policy.ts';
import { policyOf } from '../../../domain/policies/registry.ts';
import { subjectOf } from '../../../domain/counting/watch-subject.ts';
import type { Problem } from '../problems/problem.ts';
import type { PartialWatch } from '../schema/watch-schema.ts';

/** Checks that the policy of a watch can judge what the watch finds. */
export function checkPolicy(watch: PartialWatch, path: readonly string[]): Problem[] {
  const { kind, alert } = watch;
  const subject = subjectIn(watch);
  const when = alert?.when;
  if (!subject || !alert || !when) return [];
  const policy = policyOf(when);
  const settings = settingsOf(policy.parameters, alert);
  if (subject.finds === 'numbers' && !policy.counting?.(settings)) {
    const what = `The policy "${when}" needs articles, but kind ${kind} finds only their numbers`;
    const hint =
      'use volume, spike or silence, or remove "when" to store the numbers without alerts. For alerts about articles, add ' +
      'a watch of kind search';
    return [{ path: [...path, 'alert', 'when'], what, hint }];
  }
  const refusal = policy.refuses?.(subject, settings);
  if (!refusal) return [];
  const { key, what, hint } = refusal;
  const isWritten = Object.hasOwn(alert, key);
  return [{ path: [...path, 'alert', isWritten ? key : 'when'], what, hint }];
}

/** Warns of a policy that never alerts, because the query does not ask for what the policy judges. */
export function policyWarnings(watch: PartialWatch, path: readonly string[]): Problem[] {
  const when = watch.alert?.when;
  const subject = subjectIn(watch);
  const warning = when && subject && policyOf(when).warns?.(subject);
  return warning ? [{ path: [...path, 'alert', 'when'], ...warning }] : [];
}

/** What a watch gives its policy to judge. Undefined for a watch without a valid kind. */
export function subjectIn({ kind, query = {}, watchlist }: PartialWatch): Subject | undefined {
  return kind && subjectOf({ kind, query, ...(watchlist !== undefined && { watchlist }) });
}
