import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { invokeHandler, openTable } from '../../functions/handler.ts';
import { publishClient, snsTopic } from '../../shared/aws/sns-topic.ts';
import * as z from 'zod';
import { aChannel, aMessage, anAlert, aStoredFinding, NOON } from '../ports/examples.ts';
import { aStoryRecord } from '../ports/story-examples.ts';
import { callLease } from '../../shared/domain/lib/in-parallel.ts';

// A process of its own, which a test freezes and thaws. It says on stdout how far it is.
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const lines = createInterface({ input: process.stdin });
const ports = openTable('table');
const topic = snsTopic(publishClient(), 'arn:aws:sns:eu-west-1:000000000000:topic');
const space = 'watch.acme-news';

/** Takes the lease of a space and stores a finding; then it does everything that a worker does after it was frozen. */
const handler = invokeHandler(z.unknown(), async (_event, call) => {
  const held = await ports.spaces.acquire(space, callLease(call), Date.now());
  await ports.findings.put(aStoredFinding(1));
  say('working');
  await once(lines, 'line');
  const works: Record<string, () => Promise<unknown>> = {
    finding: () => ports.findings.put(aStoredFinding(2)),
    alert: () => ports.alerts.put(anAlert(1), { dueAt: NOON }),
    story: () => ports.stories.write(space, { records: [aStoryRecord('late')], keys: [], open: [] }),
    release: async () => held && ports.spaces.release(held),
    message: () => topic.publish(aMessage(1), aChannel()),
  };
  for (const [name, work] of Object.entries(works)) {
    const end = await work().then(
      () => 'took effect',
      (error: Error) => (error.cause instanceof Error ? error.cause.name : error.name),
    );
    say(`${name}: ${end}`);
  }
  lines.close();
});

// As Lambda tells it: the handler may take so many milliseconds.
const remaining = Number(process.argv[2]);
const invocation = {
  callbackWaitsForEmptyEventLoop: true,
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
};
const answered = await handler({}, invocation).then(
  () => 'returned',
  (error: Error) => `answered ${error.name}`,
);
say(answered);
