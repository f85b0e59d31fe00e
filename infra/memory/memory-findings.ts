import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { dayOf } from '../../shared/domain/time/instant.ts';
import { contains } from '../../shared/domain/time/window.ts';
import type { Findings } from '../../shared/use-cases/ports/findings.ts';
import { copyOf } from './copy-of.ts';
import { refuseUnstorable } from './memory-quarantine.ts';

type ByFingerprint = Map<string, StoredFinding>;

/** The findings of a watch: all, by the day they were found, and those that no run has judged. */
interface StoryCandidates {
  all: ByFingerprint;
  days: Map<string, ByFingerprint>;
  open: ByFingerprint;
}

const timeKey = ({ foundAt, finding }: StoredFinding): string =>
  `${String(foundAt).padStart(15, '0')}#${finding.fingerprint}`;
const byTime = (findings: Iterable<StoredFinding>): StoredFinding[] =>
  [...findings].toSorted((a, b) => a.foundAt - b.foundAt);

/** Findings in memory, indexed as the table is: work on one watch and one day does not look at the others. */
export function memoryFindings() {
  const shelves = new Map<string, StoryCandidates>();
  const candidatesOf = (watchId: string): StoryCandidates => {
    const candidates = shelves.get(watchId) ?? { all: new Map(), days: new Map(), open: new Map() };
    shelves.set(watchId, candidates);
    return candidates;
  };
  const foundOn = (watchId: string, day: string) => [
    ...(candidatesOf(watchId).days.get(day)?.values() ?? []),
  ];
  const keep = (one: StoredFinding, waits = !one.verdict): void => {
    const { all, days, open } = candidatesOf(one.watchId);
    const { fingerprint } = one.finding;
    const day = dayOf(one.foundAt);
    all.set(fingerprint, one);
    days.set(day, (days.get(day) ?? new Map<string, StoredFinding>()).set(fingerprint, one));
    if (waits) open.set(fingerprint, one);
    else open.delete(fingerprint);
  };
  const findings: Findings = {
    known: async (watchId, fingerprints) => {
      const { all } = candidatesOf(watchId);
      return new Set(fingerprints.filter((fingerprint) => all.has(fingerprint)));
    },
    put: async (one, { waits = false } = {}) => {
      refuseUnstorable(one.finding);
      if (candidatesOf(one.watchId).all.has(one.finding.fingerprint)) return false;
      keep(copyOf(one), waits || !one.verdict);
      return true;
    },
    putNew: async (found) => {
      for (const { finding } of found) refuseUnstorable(finding);
      for (const one of found) keep(copyOf(one), false);
    },
    list: async () => undefined,
    unjudged: async (watchId, { limit, after }) =>
      [...candidatesOf(watchId).open.values()]
        .map((one) => ({ one, key: timeKey(one) }))
        .filter(({ key }) => !after || key > timeKey(after))
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
        .slice(0, limit)
        .map(({ one }) => one),
    judge: async ({ watchId, finding, story, joined, changedAt }, verdict) => {
      const one = candidatesOf(watchId).all.get(finding.fingerprint);
      if (!one) return;
      const isAsRead = one.changedAt === changedAt;
      const waits = !isAsRead && candidatesOf(watchId).open.has(finding.fingerprint);
      const { awaited, isPlanned: _planned, ...rest } = one;
      const left = !isAsRead && awaited ? { ...rest, awaited } : rest;
      const { joined: _joined, ...unplaced } = left;
      const placed = story === undefined ? left : { ...unplaced, story, ...(joined && { joined }) };
      keep({ ...placed, verdict }, waits);
    },
    moveTo: async (watchId, fingerprint, story) => {
      const one = candidatesOf(watchId).all.get(fingerprint);
      if (!one) return;
      const { joined: _joined, ...rest } = one;
      keep({ ...rest, story }, candidatesOf(watchId).open.has(fingerprint));
    },
    putJudged: async (judged) => {
      for (const { finding } of judged) refuseUnstorable(finding);
      for (const one of judged) keep(copyOf(one), false);
    },
    read: async (watchId, fingerprints) => {
      const { all } = candidatesOf(watchId);
      return copyOf([...new Set(fingerprints)].flatMap((fingerprint) => all.get(fingerprint) ?? []));
    },
    revise: async (watchId, revision) => {
      refuseUnstorable(revision.finding);
      const one = candidatesOf(watchId).all.get(revision.finding.fingerprint);
      const waits =
        revision.awaited !== undefined || candidatesOf(watchId).open.has(revision.finding.fingerprint);
      if (one) keep({ ...one, ...copyOf(revision) }, waits);
    },
    total: async (watchId) => candidatesOf(watchId).all.size,
    count: async (watchId, window) =>
      [...candidatesOf(watchId).days]
        .filter(([day]) => day >= dayOf(window.from))
        .flatMap(([, findings]) => [...findings.values()])
        .filter(({ finding }) => contains(window, finding.indexedAt)).length,
    foundOn: async (watchId, day, limit) =>
      foundOn(watchId, day)
        .toSorted((a, b) => (timeKey(b) < timeKey(a) ? -1 : 1))
        .slice(0, limit),
    foundFrom: async (watchId, from, limit) =>
      from.flatMap((at) =>
        byTime(foundOn(watchId, dayOf(at)).filter(({ foundAt }) => at <= foundAt)).slice(0, limit),
      ),
    foundIn: async (watchId, { from, to }) =>
      copyOf(
        byTime(
          [...candidatesOf(watchId).all.values()].filter(({ foundAt }) => from <= foundAt && foundAt <= to),
        ),
      ),
  };
  return { ...findings, held: shelves };
}
