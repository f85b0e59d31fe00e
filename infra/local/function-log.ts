import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs';
import * as z from 'zod';
import { EVENTS } from '../../shared/contracts/names.ts';
import { parseJson } from '../../shared/contracts/parse-json.ts';
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
  stories: z.number(),
  alerts: z.number(),
  /** Items put in quarantine for the first time. */
  quarantined: z.number().default(0),
  error: z.object({ name: z.string(), message: z.string() }).optional(),
});
export type LoggedRun = z.infer<typeof runSchema>;

/** What a delivery sent. */
const deliverySchema = z.object({ messages: z.array(z.object({ id: z.string(), channel: z.string() })) });
type LoggedDelivery = z.infer<typeof deliverySchema>;

const runEventSchema = z.enum([EVENTS.runEnded, EVENTS.extractionStepped, EVENTS.findingsJudged]);
type RunEvent = z.infer<typeof runEventSchema>;

const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: runEventSchema, outcome: runSchema }),
  z.object({ event: z.literal(EVENTS.deliveryEnded), outcome: deliverySchema }),
]);
const errorSchema = z.object({ level: z.literal('ERROR'), message: z.string(), error: z.unknown() });
const causeSchema = z.union([
  z.object({ errorMessage: z.string() }).transform(({ errorMessage }) => errorMessage),
  z.object({ message: z.string() }).transform(({ message }) => message),
]);

/** What is called for entries of the functions' log. */
export interface LogListener {
  onRun: (run: LoggedRun, event: RunEvent) => void;
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
 * Writes each line that functions print to a file, and calls the listener for runs, deliveries and errors among them.
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

/**
 * Describes runs that found something or failed, for people. A step of an extraction only stores records: the line of
 * the judging that follows counts them.
 *
 * @returns gives the lines on each run, in the order of the log.
 */
export function describeRuns(): (run: LoggedRun, event: RunEvent) => string[] {
  const stored = new Map<string, number>();
  return (run, event) => {
    const { watchId, status, error, quarantined, stories, alerts } = run;
    const hint = 'Run npx bellwether status for a count of all, or open the page of the watch';
    const lines =
      quarantined > 0 ? [`${watchId}: ${printAmount(quarantined, 'item')} quarantined. ${hint}`] : [];
    const isJudged = event === EVENTS.findingsJudged && status !== 'stepped-aside';
    const before = stored.get(watchId) ?? 0;
    if (isJudged) stored.delete(watchId);
    else if (event === EVENTS.extractionStepped) stored.set(watchId, before + run.new);
    if (error) return [...lines, `${watchId}: ${status}: ${error.message}`];
    const found = isJudged ? before + run.new : event === EVENTS.runEnded ? run.new : 0;
    if (found + alerts === 0) return lines;
    // It is the summary of a first run, a change of what is known, or what the policy of the watch noticed.
    if (found === 0) return [...lines, `${watchId}: nothing new, ${printAmount(alerts, 'alert')}`];
    const counts = [`${found} new`, printAmount(stories, 'story', 'stories'), printAmount(alerts, 'alert')];
    return [...lines, `${watchId}: ${counts.join(', ')}`];
  };
}

function notify(functionName: string, { entry, listener }: { entry: unknown; listener: LogListener }): void {
  const event = eventSchema.safeParse(entry);
  if (event.success) {
    if (event.data.event === EVENTS.deliveryEnded) listener.onDelivery(event.data.outcome);
    else listener.onRun(event.data.outcome, event.data.event);
    return;
  }
  const error = errorSchema.safeParse(entry);
  if (!error.success) return;
  const cause = causeSchema.safeParse(error.data.error);
  listener.onError(functionName, cause.success ? `${error.data.message}: ${cause.data}` : error.data.message);
}
