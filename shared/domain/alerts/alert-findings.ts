import type { StoredFinding } from '../findings/finding.ts';
import { contains, type Window } from '../time/window.ts';
import type { Alert } from './alert.ts';

/** The findings behind an alert that shows only some of them. */
export interface FindingsBehind {
  /** How many there were when the alert was made. */
  count: number;
  /** Of a detection: when they were indexed. Absent: the alert is about one story, and these are its findings. */
  period?: Window;
}

/** The findings behind an alert, where it does not show them all: what a policy counted, or the other findings of its story. */
export function findingsBehind({ items, occasion, story }: Alert): FindingsBehind | undefined {
  if (items.length === 0) return undefined;
  const { period, seen } = 'text' in occasion && occasion.type !== 'trouble' ? occasion : {};
  if (period) return seen && seen.articles > items.length ? { count: seen.articles, period } : undefined;
  const { silent } = story ?? {};
  if (!silent || silent.count <= silent.shown.length) return undefined;
  return { count: items.length + silent.count };
}

/** Whether a policy that counts has counted a finding in a period. Excluded findings are not counted. */
export function isCountedIn(period: Window, { finding, verdict }: StoredFinding): boolean {
  const isExcluded = verdict !== undefined && 'silent' in verdict && verdict.silent === 'excluded';
  return contains(period, finding.indexedAt) && !isExcluded;
}
