import type { Judgement } from '../findings/newness.ts';
import type { ReachedSeverity } from '../watches/story-severity.ts';
import { compareSeverity, mostSevere, type Severity, type Watch } from '../watches/watch.ts';

// What the word of a model changes: when people hear of something, never whether.

/** Whether an alert waits for the brief because its finding is probably not about what the watch is for. */
export function isLowered(judged: Judgement | undefined, severity: Severity): boolean {
  return judged !== undefined && !judged.relevant && !judged.shadow && severity !== 'critical';
}

interface ReachedAndJudged {
  reached: ReachedSeverity;
  judged: Judgement | undefined;
}

/** The severity that a finding reaches with what a model said of it, and the sentence that raised it. */
export function raisedByModel({ judge }: Watch, { reached, judged }: ReachedAndJudged): ReachedSeverity {
  if (!judged?.raise || judged.shadow) return reached;
  const { when, sentence } = judged.raise;
  const to = judge?.raise?.find((rule) => rule.when === when)?.to;
  if (to === undefined || compareSeverity(to, reached.severity) <= 0) return reached;
  return { severity: to, by: [...reached.by, { name: JUDGED, value: sentence }] };
}

/** The name of what raised an alert, where a model did. Its value is a sentence of the article. The word is stored. */
export const JUDGED = 'judge';

/** A watch of which every finding has the highest severity that its model could give it. */
export function asIfRaised(watch: Watch): Watch {
  const most = (watch.judge?.raise ?? []).map(({ to }) => to);
  return { ...watch, severity: mostSevere(watch.severity, ...most) };
}
