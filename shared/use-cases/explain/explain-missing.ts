import { excludedDomain } from '../../domain/findings/exclusions.ts';
import type { Explanation } from '../../domain/pages/explanation.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import { isoOf, type Instant } from '../../domain/time/instant.ts';
import type { RunState } from '../../domain/runs/run-state.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { WindowRecord } from '../../domain/runs/window-record.ts';
import { windowRuleOf } from '../../domain/watches/watch-kinds.ts';
import { explainQueryMiss } from './explain-query-miss.ts';

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
}

/** Why a watch does not have an article that the service has. What the query leaves out comes first: it never changes. */
export function explainMissing(
  { watch, finding, matches, now }: Identified,
  { state, windows }: Known,
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
      text: `It is older than the first window of the watch, which began at ${isoOf(coveredFrom)}. Run bellwether backfill ${watch.id} to store it.`,
    };
  }
  const open = windows.find((window) => window.state === 'open');
  if (coveredUntil === undefined || finding.indexedAt >= coveredUntil || open) {
    return skipReason(watch, { state, now }) ?? openWindow({ state, open });
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
  { state, now }: { state: RunState | undefined; now: Instant },
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
      text: `The service does not offer what the watch queries: ${lastError ?? 'unknown reason'}. The watch does not run until ${isoOf(withdrawnUntil)}.`,
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
}: {
  state: RunState | undefined;
  open: WindowRecord | undefined;
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
    coveredUntil === undefined ? 'it has not run yet' : `it is covered until ${isoOf(coveredUntil)}`;
  const failed = failures > 0 && lastError !== undefined ? ` Its last run failed: ${lastError}.` : '';
  return {
    standing: 'window-open',
    text: `The watch has not covered that time yet: ${until}.${failed} The next run queries it.`,
  };
}
