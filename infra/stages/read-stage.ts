import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { parse } from 'yaml';
import * as z from 'zod';
import { FUNCTIONS } from '../../shared/contracts/names.ts';

export type FunctionName = (typeof FUNCTIONS)[keyof typeof FUNCTIONS];

const days = z
  .number()
  .int()
  .positive()
  .transform((count) => Duration.days(count));
/** SQS allows an event source 2 to 1000 calls at once. */
const calls = z.number().int().min(2).max(1000);

/** The file of a stage: what differs from one stage to another. Everything else is the same by construction. */
const stageSchema = z
  .strictObject({
    keeps_data: z.boolean(),
    log_retention_days: z.enum(RetentionDays),
    object_retention_days: days,
    report_retention_days: days,
    concurrency: z.strictObject({ news: calls, events: calls, extraction: calls }),
    memory: z.record(z.enum(FUNCTIONS), z.number().int().min(128).max(10_240)),
  })
  .transform((file) => ({
    /** Table, bucket, keys and logs outlive the stack, and it refuses `destroy`. Without: all of it goes with the stack. */
    keepsData: file.keeps_data,
    removalPolicy: file.keeps_data ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    logRetention: file.log_retention_days,
    /** How long the bucket keeps an object: the longest `retention` of a watch with `keep: full`. */
    objectRetention: file.object_retention_days,
    /** How long the bucket keeps a report. */
    reportRetention: file.report_retention_days,
    /** Calls at once to each service. */
    concurrency: file.concurrency,
    /** Memory of each function in MB. */
    memory: file.memory,
  }));

export interface Stage extends Readonly<z.output<typeof stageSchema>> {
  name: string;
}

/** A stage that the project does not have, or a file of one that holds a wrong value. */
export class StageError extends Error {
  override readonly name = 'StageError';
}

/**
 * Reads the values of a stage from `infra/stages/NAME.yaml`.
 *
 * @throws StageError when there is no such file, or when it has a problem. The message lists every problem by its path.
 */
export function readStage(name: string, folder: string = import.meta.dirname): Stage {
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.yaml') ? [file.slice(0, -5)] : []));
  if (!names.includes(name)) {
    throw new StageError(`there is no stage ${JSON.stringify(name)}; use ${names.toSorted().join(' or ')}`);
  }
  return stageFrom(readFileSync(join(folder, `${name}.yaml`), 'utf8'), name);
}

/** Reads the text of the file of a stage. @throws StageError as `readStage`, also for a text that is not YAML. */
export function stageFrom(text: string, name: string): Stage {
  const problem = (lines: readonly string[]) =>
    new StageError(`infra/stages/${name}.yaml has problems:\n${lines.join('\n')}`);
  let content: unknown;
  try {
    content = parse(text, { logLevel: 'error' });
  } catch (cause) {
    throw problem([`  ${cause instanceof Error ? cause.message : 'it is not YAML'}`]);
  }
  const stage = stageSchema.safeParse(content);
  if (stage.success) return { name, ...stage.data };
  throw problem(stage.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`));
}
