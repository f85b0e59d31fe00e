import type { Instant } from '../time/instant.ts';

/** What every record of upstream objects has. Each write is made on condition that no other came in between. */
interface ResourceFacts {
  revision: number;
  /** The making of something whose answer has not come: it may exist, and is looked for before it is made again. */
  intent?: Intent;
  /** Failed steps in a row, why the last one failed, and when the next may come. */
  failures: number;
  error?: string;
  retryAt?: Instant;
  /** When what stands upstream was last compared with this. */
  checkedAt?: Instant;
}

export interface Intent {
  makes: 'project' | 'webhook' | 'monitor' | 'dataset' | 'entities';
  at: Instant;
  /** What was asked of a monitor. */
  monitor?: MonitorFacts;
}

/** The project that groups what we own. */
export interface ProjectResource extends ResourceFacts {
  type: 'project';
  name: string;
  id?: string;
}

/** What the service holds for a watch that it repeats by itself. Secrets are never in it, only their digests. */
export interface MonitorResource extends ResourceFacts {
  type: 'monitor';
  /** The watch. */
  name: string;
  /** Identity of what the monitor asks; another question needs another monitor. */
  question?: string;
  /** Whether the records of the reference job are a base: stored, and told as one summary. */
  silent: boolean;
  webhook?: { id: string; name: string; url: string };
  /** Digests of the secrets that the receiver takes, the newest first. */
  secrets: readonly string[];
  /** Our handle on the job that the monitor repeats, and how many were started for this watch so far. */
  reference?: { extractionId: string; jobId?: string };
  rounds: number;
  monitor?: KnownMonitor;
  /** A monitor whose schedule the service does not change: it works on until another one stands in its place. */
  former?: KnownMonitor;
  /** Since when the service has had it switched off by itself. */
  offSince?: Instant;
  /** When deliveries were last compared with runs. */
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

/** What the service holds for a watchlist. */
export interface WatchlistResource extends ResourceFacts {
  type: 'watchlist';
  /** The watchlist. */
  name: string;
  dataset?: string;
  /** The service has got to know every company. */
  ready: boolean;
  /** Since when it has been seen that it has not. */
  unreadySince?: Instant;
  /** The entity of each company by its key, and the digest of what the service was told of it. */
  members: Readonly<Record<string, KnownEntity>>;
}

export interface KnownEntity {
  id: string;
  digest: string;
  /** Not put into the dataset yet. */
  outside?: true;
}

/** Our record of objects of the extraction service: what we made, and nothing else. */
export type UpstreamResource = ProjectResource | MonitorResource | WatchlistResource;

export function newProject(name: string): ProjectResource {
  return { type: 'project', name, revision: 0, failures: 0, intent: { makes: 'project', at: 0 } };
}

/** Nothing is known yet: an earlier store may have left something, so it is looked for first. */
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

/** As for a monitor. */
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
