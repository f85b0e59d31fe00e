import type { Decision, PlannedAlert } from '../../domain/alerts/decision.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { Judgement } from '../../domain/findings/newness.ts';
import { judgeIncident, judgeSubject } from '../../domain/incidents/incident.ts';
import { asIfRaised } from '../../domain/judging/effects.ts';
import { judgeQuestion, MOST_ASKED } from '../../domain/judging/question.ts';
import { type Answered, readAnswer } from '../../domain/judging/read-answer.ts';
import { inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import { type DecideOutcome, joinDecided } from '../../domain/runs/outcome.ts';
import { monthOf } from '../../domain/runs/run-state.ts';
import { type Instant, SECOND } from '../../domain/time/instant.ts';
import { type Judge, mostSevere, type Severity, type Watch } from '../../domain/watches/watch.ts';
import { askModel } from '../alerts/ask-model.ts';
import { openIncident, resolveIncident } from '../alerts/put-alerts.ts';
import type { Model } from '../ports/models.ts';
import type { Deciding, DecideScope } from './group-findings.ts';

/** The steps of deciding, with and without effect. */
interface Steps {
  plan: (scope: DecideScope, deciding: Deciding) => Promise<Decision>;
  decide: (scope: DecideScope, deciding: Deciding) => Promise<DecideOutcome>;
}

/**
 * Decides a part of a watch that has a judge: what is recorded of it, and what is critical by a rule → ask the model
 * about what else could alert → decide that with its word. The word is recorded with the decision, before its alerts
 * are put. Whatever the model does, all of the part is decided.
 */
export async function decideJudged(
  scope: DecideScope,
  deciding: Deciding,
  { plan, decide }: Steps,
): Promise<DecideOutcome> {
  const { watch, part, found } = deciding;
  const planned = part.decided ?? (await plan(scope, deciding));
  const first = part.decided
    ? new Set(planned.findings.map(({ fingerprint }) => fingerprint))
    : criticalIn(planned);
  const urgent = found.filter(({ finding }) => first.has(finding.fingerprint));
  const rest = found.filter(({ finding }) => !first.has(finding.fingerprint));
  const done = urgent.length > 0 ? await decide(scope, { ...deciding, found: urgent }) : undefined;
  if (done && rest.length === 0) return done;
  const { decided: earlier, ...open } = (await scope.ports.findings.part(watch.id, part.key)) ?? part;
  const left = { ...deciding, part: open, found: rest, earlier };
  scope.known.stories = undefined;
  const asked = await askedIn(scope, left, plan);
  const { judged, outcome } = await judge(scope, left, asked);
  const decided = await decide(scope, { ...left, judged });
  const joined = done ? joinDecided(done, decided) : decided;
  return { ...joined, channels: [...new Set([...joined.channels, ...outcome.channels])] };
}

/** What is critical by a rule, with the other findings of its story: it does not wait for a model. */
function criticalIn({ findings, alerts }: Decision): Set<string> {
  const critical = alerts.filter(({ severity }) => severity === 'critical');
  const alone = critical.filter(({ about }) => about === 'finding' || about === 'values');
  const whole = new Set(critical.filter((alert) => !alone.includes(alert)).map(idOfAlert));
  const stories = new Set(
    findings.flatMap(({ fingerprint, story }) => (whole.has(fingerprint) && story ? [story] : [])),
  );
  const ofStories = findings.filter(({ story }) => story !== undefined && stories.has(story));
  return new Set([...alone.map(idOfAlert), ...ofStories.map(({ fingerprint }) => fingerprint)]);
}

function idOfAlert({ fingerprint }: PlannedAlert): string {
  return fingerprint;
}

/** A finding that could alert, and the severity that it has without a model. */
interface Asked {
  found: StoredFinding;
  severity: Severity;
}

/**
 * What could alert, with the word of the model or without it, and is not critical anyway. A story that would climb only
 * with the word of the model is known to its channel: its repeats are not asked about.
 */
async function askedIn(scope: DecideScope, left: Deciding, plan: Steps['plan']): Promise<Asked[]> {
  const { watch, found } = left;
  const plain = await plan(scope, left);
  const raised = watch.judge?.raise
    ? (await plan(scope, { ...left, watch: asIfRaised(watch) })).alerts.filter(
        ({ about }) => about !== 'climb',
      )
    : [];
  const severities = new Map<string, Severity>(raised.map((alert) => [alert.fingerprint, watch.severity]));
  for (const { fingerprint, severity } of plain.alerts)
    severities.set(fingerprint, mostSevere(severity, severities.get(fingerprint) ?? 'info'));
  return found.flatMap((one) => {
    const severity = severities.get(one.finding.fingerprint);
    return severity === undefined || severity === 'critical' ? [] : [{ found: one, severity }];
  });
}

/** How long a part waits for its model in all. */
const PATIENCE = 25 * SECOND;
/** What is kept of the time of the call to decide the part. */
const KEPT = 10 * SECOND;
/** A part is asked about again after one death, and then decided without the model. */
const MOST_TIMES = 2;

interface Judged {
  judged: ReadonlyMap<string, Judgement>;
  outcome: { channels: readonly string[] };
}

const NOTHING: Judged = { judged: new Map(), outcome: { channels: [] } };

/** Asks the model of a watch about findings. What it gives no word on is left out; the operators are notified once. */
async function judge(
  scope: DecideScope,
  { watch, part }: Deciding,
  asked: readonly Asked[],
): Promise<Judged> {
  const { ports, finish } = scope;
  if (!watch.judge || asked.length === 0) return NOTHING;
  const now = ports.clock.now();
  if ((await ports.judging.begin({ watchId: watch.id, part: part.key, now })) > MOST_TIMES) return NOTHING;
  const deadline = Math.min(now + PATIENCE, finish + KEPT);
  const model = await ports.models?.(watch.judge.model);
  const calls = { scope, watch, judge: watch.judge, model, deadline };
  const parts = await inParallel(partsOf(asked, MOST_ASKED), (some) => judgeSome(calls, some));
  const judged = new Map(parts.flatMap((one) => [...one.judged]));
  const failure = parts.find((one) => one.failure !== undefined)?.failure;
  const words = [...judged.values()];
  await ports.judging.add({
    watchId: watch.id,
    month: monthOf(now),
    judged: words.length,
    lowered: words.filter(({ relevant }) => !relevant).length,
    raised: words.filter(({ raise }) => raise).length,
  });
  const outcome =
    failure === undefined
      ? await resolveIncident(ports, judgeSubject(watch.id))
      : await openIncident(ports, judgeIncident(watch.id, { reason: failure, at: now }));
  return { judged, outcome };
}

/** What calls of one part share. */
interface Calls {
  scope: DecideScope;
  watch: Watch;
  judge: Judge;
  model: Model | undefined;
  deadline: Instant;
}

/**
 * Judges findings in one call. To lower a warning takes a second call about it alone: among others, one article can
 * sway what is said of the next.
 */
async function judgeSome(
  calls: Calls,
  asked: readonly Asked[],
): Promise<{ judged: ReadonlyMap<string, Judgement>; failure?: string | undefined }> {
  const first = await ask(calls, asked);
  if (typeof first === 'string') return { judged: new Map(), failure: first };
  const doubted = asked.filter(
    ({ found, severity }) =>
      severity === 'warning' && first.get(found.finding.fingerprint)?.relevant === false,
  );
  const again = await inParallel(doubted, async (one) => {
    const { fingerprint } = one.found.finding;
    const second = await ask(calls, [one]);
    const word = typeof second === 'string' ? undefined : second.get(fingerprint);
    const before = first.get(fingerprint);
    const tokens = (word?.tokens ?? 0) + (before?.tokens ?? 0);
    return {
      fingerprint,
      word: word && { ...word, tokens },
      failure: typeof second === 'string' ? second : undefined,
    };
  });
  const judged = new Map(first);
  for (const { fingerprint, word } of again)
    if (word) judged.set(fingerprint, word);
    else judged.delete(fingerprint);
  return { judged, failure: again.find(({ failure }) => failure !== undefined)?.failure };
}

/** The word of the model on findings, by fingerprint; or why there is none, as a sentence. */
async function ask(calls: Calls, asked: readonly Asked[]): Promise<Map<string, Judgement> | string> {
  const { scope, watch, judge, model, deadline } = calls;
  const findings = asked.map(({ found }) => found.finding);
  const answer = await askModel(
    {
      model,
      name: judge.model,
      question: judgeQuestion(watch, { judge, findings }),
      owner: watch.id,
      most: judge.tokensPerMonth,
      deadline,
      read: ({ text, tokens }) => withTokens(readAnswer(text, { judge, findings }), tokens / findings.length),
    },
    scope.ports,
  );
  return 'failure' in answer ? answer.failure : answer.value;
}

function withTokens(answered: Answered, share: number): Map<string, Judgement> {
  return new Map([...answered].map(([id, word]) => [id, { ...word, tokens: Math.round(share) }]));
}
