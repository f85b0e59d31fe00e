import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs';
import * as z from 'zod';
import { EVENTS } from '../../shared/contracts/names.ts';
import { parseJson } from '../../shared/contracts/parse-as.ts';
import { printAmount } from '../cli/print-values.ts';

/** How a run ended, as the functions log it. */
const runSchema = z.object({
  watchId: z.string(),
  kind: z.string().optional(),
  status: z.string(),
  windows: z.number(),
  calls: z.number(),
  matched: z.number(),
  new: z.number(),
  alerts: z.number(),
  /** Items put in quarantine for the first time. */
  quarantined: z.number().default(0),
  error: z.object({ name: z.string(), message: z.string() }).optional(),
});
export type LoggedRun = z.infer<typeof runSchema>;

/** What was decided in a space, part by part. */
const decidedSchema = z.object({
  watches: z.array(
    z.object({
      watchId: z.string(),
      findings: z.number(),
      stories: z.array(z.string()),
      alerts: z.number(),
    }),
  ),
  quarantined: z.number(),
});
export type LoggedDecision = z.infer<typeof decidedSchema>;
export type LoggedPart = LoggedDecision['watches'][number];

/** What a delivery sent. */
const deliverySchema = z.object({ messages: z.array(z.object({ id: z.string(), channel: z.string() })) });
type LoggedDelivery = z.infer<typeof deliverySchema>;

const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.enum([EVENTS.runEnded, EVENTS.extractionStepped]), outcome: runSchema }),
  z.object({ event: z.literal(EVENTS.findingsDecided), outcome: decidedSchema }),
  z.object({ event: z.literal(EVENTS.deliveryEnded), outcome: deliverySchema }),
]);
const errorSchema = z.object({ level: z.literal('ERROR'), message: z.string(), error: z.unknown() });
const causeSchema = z.union([
  z.object({ errorMessage: z.string() }).transform(({ errorMessage }) => errorMessage),
  z.object({ message: z.string() }).transform(({ message }) => message),
]);

/** What is called for entries of the functions' log. */
export interface LogListener {
  onRun: (run: LoggedRun) => void;
  onDecided: (decided: LoggedDecision) => void;
  onDelivery: (delivery: LoggedDelivery) => void;
  /** An error in words: what failed, and why. */
  onError: (functionName: string, text: string) => void;
}

interface FunctionLog {
  write: (functionName: string, line: string) => void;
  close(): Promise<void>;
}

/** In bytes. A start renames a larger file and begins a new one; it keeps one older file. */
const LARGE = 20 * 1024 * 1024;

/**
 * Writes each line that functions print to a file, and calls the listener for runs, decisions, deliveries and errors
 * among them.
 */
export function openFunctionLog(file: string, listener: LogListener): FunctionLog {
  if (existsSync(file) && statSync(file).size > LARGE) renameSync(file, `${file}.old`);
  const stream = createWriteStream(file, { flags: 'a' });
  return {
    write: (functionName, line) => {
      stream.write(`${line}\n`);
      if (line.startsWith('{')) notify(functionName, { entry: parseJson(line), listener });
    },
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}

const HINT = 'Run npx bellwether status for a count of all, or open the page of the watch';

/**
 * Describes a run, for people: what it quarantined, its error, and the alerts of its own, such as the summary of a
 * first run.
 */
export function describeRun({
  watchId,
  status,
  error,
  quarantined,
  new: found,
  alerts,
}: LoggedRun): string[] {
  const lines =
    quarantined > 0 ? [`${watchId}: ${printAmount(quarantined, 'item')} quarantined. ${HINT}`] : [];
  if (error) return [...lines, `${watchId}: ${status}: ${error.message}`];
  if (alerts === 0) return lines;
  return [...lines, `${watchId}: ${found === 0 ? 'nothing new, ' : ''}${printAmount(alerts, 'alert')}`];
}

/** Describes runs in their order: of a watch that waits, each order comes back soon, and the reason is said once. */
export function runDescriber(): (run: LoggedRun) => string[] {
  const waiting = new Map<string, string>();
  return (run) => {
    const { watchId, status, error } = run;
    const why = status === 'stepped-aside' ? error?.name : undefined;
    const isSaid = why !== undefined && waiting.get(watchId) === why;
    if (why !== undefined) waiting.set(watchId, why);
    else if (status !== 'stepped-aside') waiting.delete(watchId);
    return isSaid ? [] : describeRun(run);
  };
}

/**
 * Describes what was decided, for people: a line for each watch that found something, or on which there are alerts.
 */
export function describeDecided({ watches, quarantined }: LoggedDecision): string[] {
  const lines = [...Map.groupBy(watches, ({ watchId }) => watchId)].flatMap(([watchId, parts]) => {
    const { findings, stories, alerts } = sumParts(parts);
    if (findings + alerts === 0) return [];
    // It is a change of what is known, or what the policy of the watch noticed.
    if (findings === 0) return [`${watchId}: nothing new, ${printAmount(alerts, 'alert')}`];
    const counts = [`${findings} new`, printAmount(stories, 'story'), printAmount(alerts, 'alert')];
    return [`${watchId}: ${counts.join(', ')}`];
  });
  if (quarantined === 0) return lines;
  return [...lines, `${printAmount(quarantined, 'item')} quarantined. ${HINT}`];
}

/** The parts of a watch together; a story that is in several counts once. */
export function sumParts(parts: readonly LoggedPart[]): Record<'findings' | 'stories' | 'alerts', number> {
  return {
    findings: parts.reduce((sum, part) => sum + part.findings, 0),
    stories: new Set(parts.flatMap(({ stories }) => stories)).size,
    alerts: parts.reduce((sum, part) => sum + part.alerts, 0),
  };
}

function notify(functionName: string, { entry, listener }: { entry: unknown; listener: LogListener }): void {
  const event = eventSchema.safeParse(entry);
  if (event.success) {
    const { data } = event;
    if (data.event === EVENTS.deliveryEnded) listener.onDelivery(data.outcome);
    else if (data.event === EVENTS.findingsDecided) listener.onDecided(data.outcome);
    else listener.onRun(data.outcome);
    return;
  }
  const error = errorSchema.safeParse(entry);
  if (!error.success) return;
  const cause = causeSchema.safeParse(error.data.error);
  listener.onError(functionName, cause.success ? `${error.data.message}: ${cause.data}` : error.data.message);
}
