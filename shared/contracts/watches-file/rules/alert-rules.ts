import { settingsOf } from '../../../domain/policies/parameter.ts';
import { policyOf } from '../../../domain/policies/registry.ts';
import { subjectOf } from '../../../domain/counting/watch-subject.ts';
import { watchQuerySchema } from '../../stored/definitions.ts';
import type { Problem } from '../problems/problem.ts';
import type { PartialWatch } from '../schema/watch-schema.ts';

/** Checks that the policy of a watch can judge what the watch finds. */
export function checkPolicy(watch: PartialWatch, path: readonly string[]): Problem[] {
  const { kind, alert, watchlist } = watch;
  const when = alert?.when;
  if (kind === undefined || alert === undefined || when === undefined) return [];
  const query = watchQuerySchema.catch({}).parse(watch.query ?? {});
  const subject = subjectOf({ kind, query, ...(watchlist !== undefined && { watchlist }) });
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
export function policyWarnings(
  { kind, query = {}, alert }: PartialWatch,
  path: readonly string[],
): Problem[] {
  const lacksSentiment =
    alert?.when === 'sentiment' && kind !== undefined && query['include_nlp_data'] !== true;
  if (!lacksSentiment || subjectOf({ kind, query: {} }).finds !== 'articles') return [];
  const what = 'This watch never alerts: its articles have no sentiment';
  const hint = 'add include_nlp_data: true to the query, if your plan includes NLP';
  return [{ path: [...path, 'alert', 'when'], what, hint }];
}
