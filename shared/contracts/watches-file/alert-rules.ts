import { settingsOf } from '../../domain/policies/parameter.ts';
import { policyOf, type PolicyName } from '../../domain/policies/registry.ts';
import { subjectOf } from '../../domain/counting/watch-subject.ts';
import { watchQuerySchema } from '../stored/definitions.ts';
import type { SoundWatch } from './file-schema.ts';
import type { Problem } from './problem.ts';

/** That the policy of a watch can judge what the watch finds. */
export function checkPolicy(watch: SoundWatch, path: readonly string[]): Problem[] {
  const { kind, alert, watchlist } = watch;
  const when = alert?.when;
  if (kind === undefined || alert === undefined || when === undefined) return [];
  const query = watchQuerySchema.catch({}).parse(watch.query ?? {});
  const subject = subjectOf({ kind, query, ...(watchlist !== undefined && { watchlist }) });
  const policy = policyOf(when);
  const settings = settingsOf(policy.parameters, alert);
  if (subject.finds === 'numbers' && !policy.counting?.(settings)) {
    const what = `a watch of kind ${kind} finds no articles, only their numbers: there is no ${thingOf(when)} to tell`;
    const hint =
      'use volume, spike or silence, or take when out: the counts are kept; to be told of articles, add a watch of ' +
      'kind search';
    return [{ path: [...path, 'alert', 'when'], what, hint }];
  }
  const refusal = policy.refuses?.(subject, settings);
  if (!refusal) return [];
  const { key, what, hint } = refusal;
  const isWritten = Object.hasOwn(alert, key);
  return [{ path: [...path, 'alert', isWritten ? key : 'when'], what, hint }];
}

/** A policy that looks at what the query does not ask for is allowed, and never rings. */
export function warnOfPolicy({ kind, query = {}, alert }: SoundWatch, path: readonly string[]): Problem[] {
  const isBlind = alert?.when === 'sentiment' && kind !== undefined && query['include_nlp_data'] !== true;
  if (!isBlind || subjectOf({ kind, query: {} }).finds !== 'articles') return [];
  const what = 'articles come without a sentiment: it never rings';
  return [
    {
      path: [...path, 'alert', 'when'],
      what,
      hint: 'add include_nlp_data: true to the query, if your plan has it',
    },
  ];
}

function thingOf(when: PolicyName): string {
  return when.replaceAll('_', ' ');
}
