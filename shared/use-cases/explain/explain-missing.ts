import { excludedDomain } from '../../domain/findings/fit-finding.ts';
import type { Explanation } from '../../domain/pages/receipt.ts';
import { type Finding, isRanked, rankOf, UNRANKED } from '../../domain/findings/finding.ts';
import { bareHost } from '../../domain/text/clean-text.ts';
import { readableHost } from '../../domain/text/host-name.ts';
import { type Instant, namedTime } from '../../domain/time/instant.ts';
import type { RunState, WindowRecord } from '../../domain/runs/run-state.ts';
import { type QueryValue, textsOf, type Watch, windowRuleOf } from '../../domain/watches/watch.ts';
import { takesParameter } from '../../domain/services/news-rules.ts';

/** An article that the service has, as a finding of a watch. */
export interface Identified {
  watch: Watch;
  finding: Finding;
  /** Whether its text matches the words of the query, where the query has words. */
  matches: boolean;
  now: Instant;
}

interface Known {
  state: RunState | undefined;
  windows: readonly WindowRecord[];
  /** The zone of the times in the text. */
  timezone: string;
}

/**
 * Why a watch does not have an article that the service has. What the query leaves out comes first: it never changes.
 */
export function explainMissing(
  { watch, finding, matches, now }: Identified,
  { state, windows, timezone }: Known,
): Explanation {
  const domain = excludedDomain(watch.exclude.domains, finding.outlet?.domain);
  if (domain !== undefined)
    return { standing: 'excluded', text: `The watch excludes its outlet: ${domain}.` };
  const missed = explainQueryMiss(watch, { finding, matches });
  if (missed) return missed;
  const { coveredFrom, coveredUntil } = state ?? {};
  if (coveredFrom !== undefined && finding.indexedAt < coveredFrom) {
    return {
      standing: 'before-first-window',
      text: `It is older than the first window of the watch, which began at ${namedTime(coveredFrom, timezone)}. Run bellwether backfill ${watch.id} to store it.`,
    };
  }
  const open = windows.find((window) => window.state === 'open');
  if (coveredUntil === undefined || finding.indexedAt >= coveredUntil || open) {
    return skipReason(watch, { state, now, timezone }) ?? openWindow({ state, open, timezone });
  }
  const [covered] = windows;
  return {
    standing: 'not-given',
    ...(covered && { window: { from: covered.from, to: covered.to } }),
    text: `Its window is covered${covered ? '' : ' and had nothing new'}, but the service did not return it then. ${NOT_GIVEN[windowRuleOf(watch.kind)?.lookAgain ?? 'never']}.`,
  };
}

/** What that can mean, by how the watch covers what comes late. */
const NOT_GIVEN = {
  count:
    'Either it appeared late, and the daily recount of the last three days finds it, or a filter of the query leaves it out',
  ask: 'Either it appeared late, and the daily query of the last three days finds it, or a filter of the query leaves it out',
  never: 'The service did not list it as breaking news when the watch ran',
} as const;

/** What prevents the watch from running, or prevented its last run. */
function skipReason(
  { disabled }: Watch,
  { state, now, timezone }: { state: RunState | undefined; now: Instant; timezone: string },
): Explanation | undefined {
  const { rate, skipped, withdrawnUntil = 0, coveredUntil = 0, lastError } = state ?? {};
  if (disabled)
    return {
      standing: 'window-open',
      text: 'The watch has enabled: false and does not run. When it runs again, it queries the missed time, as far back as the service keeps it.',
    };
  if (withdrawnUntil > now)
    return {
      standing: 'window-open',
      dueAt: withdrawnUntil,
      text: `The service does not offer what the watch queries: ${lastError ?? 'unknown reason'}. The watch does not run until ${namedTime(withdrawnUntil, timezone)}.`,
    };
  if (rate && rate.until > now) {
    return {
      standing: 'budget',
      dueAt: rate.until,
      text: `The plan of the service is nearly used up, so the watch is ${rate.state}: ${rate.reason}. It queries the missed time later.`,
    };
  }
  if (!skipped || skipped.at < coveredUntil) return undefined;
  return {
    standing: 'budget',
    text: `The last run was skipped because the plan of the service is nearly used up: ${skipped.reason}.`,
  };
}

function openWindow({
  state,
  open,
  timezone,
}: {
  state: RunState | undefined;
  open: WindowRecord | undefined;
  timezone: string;
}): Explanation {
  if (open) {
    return {
      standing: 'window-open',
      window: { from: open.from, to: open.to },
      ...(open.retryAt !== undefined && { dueAt: open.retryAt }),
      text: `Its window could not be covered (${open.error ?? 'unknown reason'}). It is queried again.`,
    };
  }
  const { coveredUntil, failures = 0, lastError } = state ?? {};
  const until =
    coveredUntil === undefined
      ? 'it has not run yet'
      : `it is covered until ${namedTime(coveredUntil, timezone)}`;
  const failed = failures > 0 && lastError !== undefined ? ` Its last run failed: ${lastError}.` : '';
  return {
    standing: 'window-open',
    text: `The watch has not covered that time yet: ${until}.${failed} The next run queries it.`,
  };
}

/** Which part of a query leaves an article out, as far as the article shows; undefined when none does. */
function explainQueryMiss(
  watch: Watch,
  { finding, matches }: { finding: Finding; matches: boolean },
): Explanation | undefined {
  const missed = belowRank(watch, finding) ?? otherPlace(watch, finding) ?? otherAuthor(watch, finding);
  if (missed || matches) return missed;
  return { standing: 'not-matched', text: 'Its text does not match the query of the watch.' };
}

/** The service returns ranked outlets only, unless the query says otherwise (news service, ranked_only). */
function belowRank({ kind, query }: Watch, { outlet }: Finding): Explanation | undefined {
  const rank = rankOf(outlet);
  const domain = outlet?.domain ?? 'its outlet';
  const rankedOnly = query['ranked_only'] ?? takesParameter(kind, 'ranked_only');
  if (!isRanked(rank) && (rankedOnly === true || rankedOnly === 'true')) {
    return {
      standing: 'below-rank',
      text: `Its outlet ${domain} has no rank, and the query finds only ranked outlets. Set ranked_only: false to include it.`,
    };
  }
  const [best, worst] = [numberOf(query['from_rank'], 1), numberOf(query['to_rank'], UNRANKED)];
  if (rank >= best && rank <= worst) return undefined;
  return {
    standing: 'below-rank',
    text: `Its outlet ${domain} has rank ${rank.toLocaleString('en')}. The query finds only ranks ${best.toLocaleString('en')} to ${worst.toLocaleString('en')}.`,
  };
}

/** Language, country and source: the parameters that include and exclude, and what they are compared with. */
function otherPlace({ query }: Watch, { language, outlet }: Finding): Explanation | undefined {
  const sorts = [
    { value: language, only: 'lang', not: 'not_lang', is: 'It is in', same: isEqual },
    {
      value: outlet?.country,
      only: 'countries',
      not: 'not_countries',
      is: 'Its outlet is from',
      same: isEqual,
    },
    { value: outlet?.domain, only: 'sources', not: 'not_sources', is: 'Its outlet is', same: isWithin },
  ];
  for (const { value, only, not, is, same } of sorts) {
    if (value === undefined) continue;
    const [wanted, unwanted] = [textsOf(query[only]), textsOf(query[not])];
    if (wanted.length > 0 && !wanted.some((one) => same(value, one)))
      return {
        standing: 'not-matched',
        text: `${is} ${value}. The query finds only ${wanted.join(', ')}.`,
      };
    const left = unwanted.find((one) => same(value, one));
    if (left !== undefined)
      return { standing: 'not-matched', text: `${is} ${value}. The query excludes ${left} (${not}).` };
  }
  return undefined;
}

function isEqual(value: string, one: string): boolean {
  return value.toLowerCase() === one.toLowerCase();
}

/** Sources are written without scheme, with or without www. */
function isWithin(value: string, one: string): boolean {
  const [host, domain] = [value, one].map((text) => bareHost(readableHost(text)));
  return host === domain || host?.endsWith(`.${domain}`) === true;
}

function otherAuthor({ query }: Watch, { authors }: Finding): Explanation | undefined {
  const author = query['author_name'];
  if (typeof author !== 'string' || authors.some((name) => name.toLowerCase() === author.toLowerCase()))
    return undefined;
  const known = authors.length === 0 ? 'not named' : authors.join(', ');
  return { standing: 'not-matched', text: `Its author is ${known}. The query finds only ${author}.` };
}

function numberOf(value: QueryValue | undefined, otherwise: number): number {
  const number = Number(value ?? otherwise);
  return Number.isNaN(number) ? otherwise : number;
}
