import { countedItemsOf, hourOf, judgeHours, withFindings } from '../counting/hourly-counts.ts';
import { isBaseline, type StoredFinding } from '../findings/finding.ts';
import { compileExclusions, excludedDomain, excludedPhrase } from '../findings/fit-finding.ts';
import { countingOf, decisionOn } from '../policies/registry.ts';
import { compileQuery } from '../query/match.ts';
import { parseQuery } from '../query/parse.ts';
import { wordsWith } from '../query/words.ts';
import { DAY, type Instant } from '../time/instant.ts';
import { type Watch, windowRuleOf } from '../watches/watch.ts';

/** So far back a change is compared with what is stored. */
export const PAST = 14 * DAY;

/** What would have been otherwise with a change. */
export interface PastEffect {
  /** How many alerts there were, one for each story. */
  alerts: number;
  /** Headlines, or what was counted: of alerts that would not have been, and of others that would have been. */
  lost: readonly string[];
  won: readonly string[];
  /** The findings are the latest ones only. */
  isCut: boolean;
}

interface Versions {
  before: Watch;
  after: Watch;
}

/** Compares what is stored of the last days with a change. Undefined: too little is stored to say it. */
export function pastEffect(
  found: readonly StoredFinding[],
  { most, now, ...watches }: Versions & { most: number; now: Instant },
): PastEffect | undefined {
  const effect = countingOf(watches.before)
    ? countedEffect(found, { ...watches, now })
    : foundEffect(found, watches);
  return effect && { ...effect, isCut: found.length >= most };
}

/** By story: it is lost when none of its articles would have alerted, and won when one would that did not. */
function foundEffect(
  found: readonly StoredFinding[],
  { before, after }: Versions,
): Omit<PastEffect, 'isCut'> {
  const [did, does] = [before, after].map(passing);
  const stories = Map.groupBy(
    found.filter((one) => !isBaseline(one)),
    ({ story, finding }) => story ?? finding.fingerprint,
  );
  const headlines = (all: readonly StoredFinding[][]) =>
    all.map((same) => same.find(isNotified)?.finding.title ?? same[0]?.finding.title ?? '');
  const groups = [...stories.values()];
  const notified = groups.filter((same) => same.some(isNotified));
  const silent = groups.filter((same) => !same.some(isNotified));
  const isWon = (one: StoredFinding) => does?.(one) === true && did?.(one) === false;
  return {
    alerts: notified.length,
    lost: headlines(notified.filter((same) => !same.some((one) => does?.(one)))),
    won: headlines(silent.filter((same) => same.some(isWon))),
  };
}

function isNotified({ verdict }: StoredFinding): boolean {
  return verdict !== undefined && 'notified' in verdict;
}

/** Whether a finding would alert: the query finds it, nothing excludes it, and the policy takes it. */
function passing(watch: Watch): (found: StoredFinding) => boolean {
  const { accents, exclude, query, disabled = false } = watch;
  const exclusions = compileExclusions(exclude, accents);
  const parsed = parseQuery(typeof query['q'] === 'string' ? query['q'] : '*');
  const matcher = parsed.ok ? compileQuery(parsed.query, accents) : undefined;
  const sources = query['sources'];
  return ({ finding }) => {
    const texts = [finding.title, finding.snippet];
    const domain = finding.outlet?.domain;
    return (
      !disabled &&
      excludedPhrase(exclusions, texts) === undefined &&
      excludedDomain(exclude.domains, domain) === undefined &&
      (!Array.isArray(sources) ||
        domain === undefined ||
        excludedDomain(sources.map(String), domain) !== undefined) &&
      // The service saw more of the text than is stored.
      (matcher === undefined ||
        finding.matched.length === 0 ||
        matcher.matches(texts.map(wordsWith(accents)))) &&
      decisionOn(watch, finding).notify !== 'nothing'
    );
  };
}

/** By the hours that a policy judges, as far as it needs no more of them than there are. */
function countedEffect(
  found: readonly StoredFinding[],
  { before, after, now }: Versions & { now: Instant },
): Omit<PastEffect, 'isCut'> | undefined {
  const [was, is] = [before, after].map((watch) => detectionsOf(watch, { found, now }));
  if (!was || !is) return undefined;
  const without = (all: typeof is, others: typeof is) =>
    all.filter(({ at }) => !others.some((other) => other.at === at)).map(({ detection }) => detection.text);
  return { alerts: was.length, lost: without(was, is), won: without(is, was) };
}

function detectionsOf(watch: Watch, { found, now }: { found: readonly StoredFinding[]; now: Instant }) {
  const counting = countingOf(watch);
  if (!counting || counting.history > PAST / 2 || windowRuleOf(watch.kind)?.holds === 'counts')
    return undefined;
  if (watch.disabled) return [];
  const [since, until] = [hourOf(now - PAST), hourOf(now)];
  const passes = passing({ ...watch, alert: { ...watch.alert, when: 'finding' } });
  const counted = found.filter((one) => one.finding.indexedAt < until && passes(one));
  const none = {
    watchId: watch.id,
    policy: '',
    since,
    until: since,
    readAt: since,
    hours: [],
    recent: [],
    detections: [],
  };
  const counts = withFindings(none, { found: counted, closedUntil: until, readAt: now });
  const judged = { counting, counted: countedItemsOf(watch), after: since + counting.history, silent: false };
  return judgeHours(counts, judged).detections;
}
