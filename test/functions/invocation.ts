import type { Context } from 'aws-lambda';
import { afterEach, beforeEach, vi } from 'vitest';

/** What the logger and the metrics of functions read when their module is loaded: they write where a test can read. */
export function stubPowertools(): void {
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'bellwether-test');
}

/** Keeps what a function prints in each test, from the first line on. */
export function captureLines(): () => any[] {
  let written: string[] = [];
  beforeEach(() => {
    written = [];
    for (const level of ['log', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((line) => void written.push(String(line)));
  });
  afterEach(() => void vi.restoreAllMocks());
  return () => written.map((line): any => JSON.parse(line));
}

/** The context that Lambda gives a call which may take `remaining` milliseconds. */
export const context = (remaining = 90_000): Context => ({
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'run-watch',
  functionVersion: '1',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:run-watch',
  memoryLimitInMB: '256',
  awsRequestId: 'request-1',
  logGroupName: 'run-watch',
  logStreamName: '1',
  getRemainingTimeInMillis: () => remaining,
  done: () => {},
  fail: () => {},
  succeed: () => {},
});
