import { createHash, randomBytes } from 'node:crypto';

/**
 * How often one chain of requests may call a function. Lambda stops the next call (Lambda Developer Guide, "Use Lambda
 * recursive loop detection to prevent infinite loops").
 */
export const LONGEST_CHAIN = 16;

/** How often the chain of this trace header has called a function. 0 without a header: then a chain begins. */
export function callsInChain(trace: string | undefined, functionName: string): number {
  return readLineage(trace).get(keyOf(functionName)) ?? 0;
}

/**
 * The trace header of one more call of a function: `Root=1-…;Parent=…;Sampled=0;Lineage=FUNCTION:COUNT|…`. The SDK in the
 * function sends it with each request, and SQS keeps it with each message. AWS does not document the form of `Lineage`.
 */
export function addCall(trace: string | undefined, functionName: string): string {
  const lineage = readLineage(trace).set(keyOf(functionName), callsInChain(trace, functionName) + 1);
  const root = /Root=[^;]+/.exec(trace ?? '')?.[0] ?? newRoot();
  const counts = [...lineage].map(([key, count]) => `${key}:${count}`);
  return `${root};Parent=${randomBytes(8).toString('hex')};Sampled=0;Lineage=${counts.join('|')}`;
}

function readLineage(trace = ''): Map<string, number> {
  const [, counts = ''] = /Lineage=([^;]*)/.exec(trace) ?? [];
  return new Map(
    [...counts.matchAll(/([\da-f]{8}):(\d+)/g)].map(([, key = '', count = '']) => [key, Number(count)]),
  );
}

function newRoot(): string {
  return `Root=1-${Math.floor(Date.now() / 1_000).toString(16)}-${randomBytes(12).toString('hex')}`;
}

function keyOf(functionName: string): string {
  return createHash('sha256').update(functionName).digest('hex').slice(0, 8);
}
