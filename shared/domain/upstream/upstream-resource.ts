import { base62, isSameSecret, sha256 } from '../lib/hash.ts';
import { HOUR, type Instant, MINUTE } from '../time/instant.ts';
import type { Watch } from '../watches/watch.ts';

/** What every record of an upstream resource has. Each write is conditional on `revision`. */
interface ResourceFacts {
  revision: number;
  /** A creation whose answer was lost: the object may exist, so it is searched for before it is created again. */
  intent?: Intent;
  /** How many steps have failed in a row, why the last one failed, and when the next may be tried. */
  failures: number;
  error?: string;
  retryAt?: Instant;
  /** When the upstream object was last compared with this record. */
  checkedAt?: Instant;
}

/** A creation that was started. */
export interface Intent {
  makes: 'project' | 'webhook' | 'monitor' | 'dataset' | 'entities';
  at: Instant;
  /** The settings of a monitor that is being created. */
  monitor?: MonitorFacts;
}

/** The project that contains our objects. */
export interface ProjectResource extends ResourceFacts {
  type: 'project';
  name: string;
  id?: string;
}

/** What exists at the service for a watch with a monitor. It has hashes of secrets, never the secrets. */
export interface MonitorResource extends ResourceFacts {
  type: 'monitor';
  /** The id of the watch. */
  name: string;
  /** Hash of the monitor's query. Another query needs another monitor. */
  question?: string;
  /** Whether the records of the reference job are a baseline: stored, with one summary. */
  silent: boolean;
  webhook?: { id: string; name: string; url: string };
  /** Hashes of the secrets that the webhook receiver accepts, the newest first. */
  secrets: readonly string[];
  /** The reference job: the job that the monitor repeats. */
  reference?: { extractionId: string; jobId?: string };
  /** How many reference jobs were started for this watch. */
  rounds: number;
  monitor?: KnownMonitor;
  /** The service cannot change a monitor's schedule. The old monitor runs until the new one exists. */
  former?: KnownMonitor;
  /** Since when the service has switched it off. */
  offSince?: Instant;
  /** When webhook payloads were last compared with the monitor's runs. */
  healedAt?: Instant;
}

/** A monitor as we last set it. */
export interface KnownMonitor extends MonitorFacts {
  id: string;
  enabled: boolean;
}

/** What a monitor is set to. */
export interface MonitorFacts {
  referenceJobId: string;
  webhookId: string;
  schedule: string;
  timezone: string;
  limit?: number;
}

/** What exists at the service for a watchlist. */
export interface WatchlistResource extends ResourceFacts {
  type: 'watchlist';
  /** The name of the watchlist. */
  name: string;
  dataset?: string;
  /** Whether the service has identified every company. */
  ready: boolean;
  /** Since when we know that it has not. */
  unreadySince?: Instant;
  /** The entity of each company, by the company's key. */
  members: Readonly<Record<string, KnownEntity>>;
}

/** An entity as we last wrote it. */
export interface KnownEntity {
  id: string;
  /** Hash of what we sent about the company. */
  hash: string;
  /** It is not in the dataset yet. */
  outside?: true;
}

/** A record of objects that we created at the extraction service. */
export type UpstreamResource = ProjectResource | MonitorResource | WatchlistResource;

/** The record of a project. A store that was lost may have left one upstream, so it is searched for first. */
export function newProject(name: string): ProjectResource {
  return { type: 'project', name, revision: 0, failures: 0, intent: { makes: 'project', at: 0 } };
}

/** The record of a monitor; its webhook is searched for first. */
export function newMonitor(watchId: string): MonitorResource {
  return {
    type: 'monitor',
    name: watchId,
    revision: 0,
    failures: 0,
    silent: true,
    secrets: [],
    rounds: 0,
    intent: { makes: 'webhook', at: 0 },
  };
}

/** The record of a watchlist; its dataset is searched for first. */
export function newWatchlist(name: string): WatchlistResource {
  return {
    type: 'watchlist',
    name,
    revision: 0,
    failures: 0,
    ready: false,
    members: {},
    intent: { makes: 'dataset', at: 0 },
  };
}

/** What reconcile did for our objects at the extraction service. */
export interface UpstreamOutcome {
  /** Steps taken, such as `acme-cuts: make-monitor`. */
  steps: string[];
  /** Steps that must wait, and for what. */
  waiting: string[];
  /** Watches with lost webhook payloads whose records were pulled, and how many records were new. */
  healed: { watchId: string; runs: number; found: number }[];
  /** What still exists at the service, although it is no longer desired. */
  kept: string[];
}

/** How often our records are compared with the upstream objects: a monitor may be switched off at any time. */
export const CHECK_GAP = HOUR;

/** When to search for an object whose creation was not answered: lists may lag behind. */
export const CREATION_CHECK_AFTER = 2 * MINUTE;

/** A webhook payload comes within half a minute of its run, retries included. Later its records are pulled. */
export const WEBHOOK_PATIENCE = 10 * MINUTE;

/**
 * The service identifies the companies of a watchlist within this time, or there is an incident (extraction service,
 * datasets).
 */
export const READY_PATIENCE = 30 * MINUTE;

/** When a failed reference job is submitted again. */
export const REFERENCE_GAP = 6 * HOUR;

/** How long to wait after a failed step: 5, 10, 20 ... 60 minutes. */
export function stepWait(failures: number): number {
  return Math.min(5 * MINUTE * 2 ** Math.min(failures - 1, 4), HOUR);
}

/** All 256 bits of a hash in base62. */
const LENGTH = 43;

/** The hash of a webhook's secret. The store keeps only this, so that its readers cannot post to us. */
export function secretHash(secret: string): string {
  return base62(sha256(secret), LENGTH);
}

/** Whether a secret is one of those that we issued. Every wrong secret takes the same time. */
export function isKnownSecret(secret: string, hashes: readonly string[]): boolean {
  const hash = secretHash(secret);
  return hashes.map((known) => isSameSecret(hash, known)).includes(true);
}

export type MonitorCondition = 'creating' | 'failing' | 'off' | 'ok';

/** The condition of a watch with a monitor. */
export function monitorCondition(
  watch: Pick<Watch, 'watchlist'>,
  resource: MonitorResource | undefined,
): { condition: MonitorCondition; detail?: string } {
  if (resource && resource.failures > 0) {
    return {
      condition: 'failing',
      detail: `the last step at the service failed: ${resource.error ?? 'unknown'}`,
    };
  }
  if (!resource?.monitor) return { condition: 'creating', detail: nextOf(watch, resource) };
  if (resource.offSince !== undefined) {
    return {
      condition: 'off',
      detail: 'the service has switched its monitor off: switch it on again at the service',
    };
  }
  return { condition: 'ok' };
}

function nextOf({ watchlist }: Pick<Watch, 'watchlist'>, resource: MonitorResource | undefined): string {
  if (resource?.former)
    return 'the service cannot change a schedule: the monitor continues until a new one replaces it';
  if (resource?.reference) return 'its first job is running; the monitor is created from it';
  if (watchlist !== undefined) return `its watchlist ${watchlist} is being prepared`;
  return 'its webhook and its first job are being created';
}
