import { settingsOf } from '../../../domain/policies/policy.ts';
import { policyOf } from '../../../domain/policies/registry.ts';
import { compareSeverity } from '../../../domain/watches/watch.ts';
import type { Path, Problem } from '../problem.ts';
import type { PartialFile } from '../schema/file-schema.ts';
import type { PartialWatch } from '../schema/watch-schema.ts';
import { subjectIn } from './check-named.ts';

/** Errors in what a model is to judge: nothing is asked, or a rule that raises nothing. */
export function checkJudge(
  watch: PartialWatch,
  { path, file }: { path: Path; file: PartialFile },
): Problem[] {
  const { judge = file.defaults?.judge } = watch;
  if (!judge) return [];
  const at = watch.judge ? [...path, 'judge'] : ['defaults', 'judge'];
  const { relevant, raise = [], summary = false } = judge;
  if (relevant === undefined && raise.length === 0 && !summary) {
    const hint = 'add relevant, raise or summary, such as relevant: Articles about Acme, the toolmaker';
    return [{ path: at, atKey: true, what: 'The model is asked nothing', hint }];
  }
  if (!watch.judge) return [];
  const severity = watch.severity ?? file.defaults?.severity ?? 'info';
  return raise.flatMap(({ to }, n): Problem[] => {
    if (compareSeverity(to, severity) > 0) return [];
    const what = `${to} is no higher than the severity of the watch, ${severity}`;
    return [
      { path: [...at, 'raise', n, 'to'], what, hint: 'raise to a higher severity, or remove the rule' },
    ];
  });
}

/** Warns of a judge that is never asked. */
export function judgeWarnings(watch: PartialWatch, path: Path): Problem[] {
  if (!watch.judge) return [];
  const { alert: { when = 'story', ...written } = {} } = watch;
  const policy = policyOf(when);
  const counts =
    subjectIn(watch)?.finds === 'numbers' ||
    policy.counting?.(settingsOf(policy.parameters, written)) !== undefined;
  if (!counts && watch.severity !== 'critical') return [];
  const why = counts
    ? `the policy ${when} judges hours, not findings`
    : 'what is critical is sent at once, unjudged';
  return [
    { path: [...path, 'judge'], atKey: true, what: `The model is never asked: ${why}`, hint: 'remove judge' },
  ];
}
