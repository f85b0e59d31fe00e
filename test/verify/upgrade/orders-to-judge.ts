import type { SQSBatchResponse } from 'aws-lambda';
import { sqsRunQueue } from '../../../shared/aws/sqs/sqs-run-queue.ts';
import { judgeOrderBody } from '../../../shared/contracts/orders/run-order.ts';
import type { JudgeOrder } from '../../../shared/domain/watches/watch.ts';
import type { MotoWorld } from '../moto/moto-world.ts';

/** The id of the message that is to be refused. */
const MESSAGE = 'first-order-to-judge';
const FIRST: JudgeOrder = { kind: 'judge', watchId: 'retail-breaches', looks: 0, waits: 0 };
/** Those that the function sends to itself. */
const LATER: readonly JudgeOrder[] = [
  { ...FIRST, looks: 1 },
  { ...FIRST, waits: 1 },
  { ...FIRST, looks: 2, last: true },
];

/**
 * The orders to judge that a deployment may leave to a version that does not know them. It refuses the first one, so that the
 * queue keeps it for the newer version. It takes the later ones for runs of no watch. `settle` of its world fails otherwise.
 *
 * @returns what went wrong.
 */
export async function meetUnknownOrders(world: MotoWorld): Promise<string[]> {
  await queueOrders(world, LATER);
  const event = { Records: [{ messageId: MESSAGE, body: judgeOrderBody(FIRST) }] };
  const { batchItemFailures }: SQSBatchResponse = await world.call(sourceOf(world).functionName, event);
  const refused = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  return refused.join() === MESSAGE ? [] : ['it lost the first order to judge what was inserted'];
}

/** Whether a function printed this line because it refused the first order, as it should. */
export function tellsOfRefusal(line: string): boolean {
  return line.includes(MESSAGE);
}

/** What the version before has refused comes again, beside the other orders. */
export function meetKnownOrders(world: MotoWorld): Promise<void> {
  return queueOrders(world, [FIRST, ...LATER]);
}

async function queueOrders(world: MotoWorld, orders: readonly JudgeOrder[]): Promise<void> {
  const extraction = `${world.queueBase}/${sourceOf(world).queueArn.split(':').at(-1)}`;
  const queue = sqsRunQueue(world.clients.sqs, { extraction });
  for (const order of orders) await queue.judge('extraction', order);
}

/** The queue of the runs of the extraction service, and its function. */
function sourceOf({ stack }: MotoWorld) {
  const source = stack.eventSources.find(({ queueArn }) => queueArn.includes('ExtractionRuns'));
  if (!source) throw new Error('The stack has no queue for runs of the extraction service.');
  return source;
}
