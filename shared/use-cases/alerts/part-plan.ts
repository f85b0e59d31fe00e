import type { JudgedFinding, StoredFinding, Verdict } from '../../domain/findings/finding.ts';
import type { FoundItems } from '../ports/source.ts';
import type { Claimed, PlannedUpdate } from '../stories/claim-stories.ts';
import type { Decision, DecidingFrom, Grouped } from '../stories/story-group.ts';

/** An alert to be put, and what is recorded with it. */
export interface PlannedAlert
  extends Pick<PlannedUpdate, 'alert'>,
    Partial<Pick<PlannedUpdate, 'noted' | 'members'>> {
  /** The finding whose verdict it is. */
  fingerprint?: string;
}

/** What follows from the decisions on some findings. */
export interface AlertPlan {
  /** Alerts that are put in this order; the lists are independent of each other. */
  alerts: readonly (readonly PlannedAlert[])[];
  /** By fingerprint: what becomes of each finding. */
  verdicts: ReadonlyMap<string, Verdict>;
}

/** What is to be written about findings that are judged together, in this order: stories with claims, alerts, verdicts. */
export interface PartPlan extends Grouped {
  found: readonly StoredFinding[];
  claimed: readonly Claimed[];
  alerts: AlertPlan['alerts'];
  judged: readonly JudgedFinding[];
}

/** What is known about a part before it begins. */
export interface PartAhead {
  /** Undefined where the stories are decided later. */
  decision?: Decision | undefined;
  /** Undefined where the findings have to be stored before their verdicts are known. */
  plan?: PartPlan | undefined;
}

/** How findings are judged. */
export interface JudgedFrom extends DecidingFrom, PartAhead {
  /** They were inserted by this very part of the run, and were not read. */
  inserted?: boolean;
}

/** Findings that wait to be judged, and the JSON that they were made of. */
export interface WaitingFindings extends Pick<FoundItems, 'sources'>, JudgedFrom {
  found: readonly StoredFinding[];
}
