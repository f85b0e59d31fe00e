import { readFileSync } from 'node:fs';
import { GetSubscriptionAttributesCommand, ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { join } from 'node:path';
import { createClock } from '../../../infra/local/aws/shared-clock.ts';
import { compileWatches } from '../../../infra/watches-file/compile-watches.ts';
import { HOUR, MINUTE } from '../../../shared/domain/time/instant.ts';
import { openClients } from '../moto/clients.ts';
import { fireSchedule, scheduleNames } from '../moto/fire-schedules.ts';
import { errorsIn, startLocalServices, stackSettings } from '../moto/local-services.ts';
import { type MotoWorld, openMotoWorld } from '../moto/moto-world.ts';
import { startMoto } from '../moto/start-moto.ts';
import type { SynthesisedStage } from '../synthesised-stages.ts';
import type { Before } from './before.ts';
import { meetKnownOrders, meetUnknownOrders, tellsOfRefusal } from './orders-to-judge.ts';
import { openSubscriber, type Subscriber } from './subscriber.ts';

/** Articles come in the first hour after this, and in the second one. */
const START = Date.parse('2026-11-21T07:00:00Z');

type Version = Pick<SynthesisedStage, 'template' | 'stackName' | 'assets'>;

/**
 * The version before works in moto, then this one on its data, then the version before again. Returns what went wrong, and how
 * many alerts each sent.
 */
export async function upgradeInMoto(
  before: Before,
  after: Version,
): Promise<{ findings: string[]; sent: number[] }> {
  const moto = await startMoto();
  const clock = createClock(START);
  const services = await startLocalServices(clock);
  const clients = openClients(moto.url);
  const findings: string[] = [];
  const sent: string[][] = [];
  try {
    const subscriber = await openSubscriber(clients, { name: 'subscriber', moto: moto.url });
    for (const [title, version] of [
      ['the version before', before],
      ['this version', after],
      ['the version before, after the rollback', before],
    ] as const) {
      const world = await openMotoWorld({ moto: moto.url, ...version, clock, ...stackSettings(services) });
      try {
        const report = (finding: string): unknown => findings.push(`${title}: ${finding}`);
        if (version === after) await meetKnownOrders(world);
        else for (const finding of await meetUnknownOrders(world)) report(finding);
        const receipts = await work(world, { subscriber, earlier: sent.flat(), report });
        for (const error of errorsIn(world.printed.filter((line) => !tellsOfRefusal(line)))) report(error);
        sent.push(receipts);
      } finally {
        await world.close();
      }
      clock.leap(HOUR);
    }
  } finally {
    clients.close();
    await services.close();
    moto.stop();
  }
  if (sent.some((receipts) => receipts.length === 0))
    findings.push(`alerts sent by each: ${sent.map(({ length }) => length).join(', ')}`);
  return { findings, sent: sent.map(({ length }) => length) };
}

interface Course {
  subscriber: Subscriber;
  /** Receipts of alerts that were sent by the versions before. */
  earlier: readonly string[];
  report: (finding: string) => unknown;
}

/** One version at work: it applies the file, runs every watch, delivers, and opens what others have sent. */
async function work(world: MotoWorld, { subscriber, earlier, report }: Course): Promise<string[]> {
  const { clock, outputs } = world;
  const applied = await world.call(outputs.ApplyWatchesFunction, { desired: desiredOf(world, subscriber) });
  if (earlier.length > 0) {
    for (const part of ['watches', 'channels', 'schedules', 'reports', 'subscriptions'])
      for (const [how, names] of Object.entries<string[]>(applied[part]))
        if (names.length > 0) report(`the same file ${how} ${part}: ${names.join(', ')}`);
  }
  if (!(await keepsFailures(world, subscriber)))
    report(`what SNS cannot deliver to ${subscriber.arn} is not kept`);
  const names = await scheduleNames(world);
  const orders = desiredOf(world, subscriber).watches.filter(({ id }) => names.includes(id));
  for (const { id } of orders) await fireSchedule(world, id);
  await world.settle();
  for (let minute = 0; minute < 3; minute += 1) {
    await world.call(outputs.DeliverAlertsFunction, {});
    clock.leap(MINUTE);
  }
  await world.call(outputs.ReconcileFunction, {});
  await world.settle();
  const receipts = await subscriber.receipts();
  const again = receipts.filter((one, index) => earlier.includes(one) || receipts.indexOf(one) < index);
  if (again.length > 0) report(`${again.length} alerts were sent again`);
  for (const receipt of [...earlier, ...receipts]) {
    const { status } = await fetch(`${outputs.PagesUrl}/r/${receipt}`);
    if (status !== 200) report(`the receipt ${receipt} was answered with ${status}`);
  }
  return receipts;
}

/** Whether the subscription names the dead-letter queue of the stack. True for a version that has no such queue. */
async function keepsFailures({ clients, outputs }: MotoWorld, { arn }: Subscriber): Promise<boolean> {
  const { TopicArn, SubscriberDeadLettersUrl: url } = outputs;
  if (url === undefined) return true;
  const { Subscriptions = [] } = await clients.sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
  const SubscriptionArn = Subscriptions.find(({ Endpoint }) => Endpoint === arn)?.SubscriptionArn;
  const { Attributes } = await clients.sns.send(new GetSubscriptionAttributesCommand({ SubscriptionArn }));
  const { deadLetterTargetArn = '' } = JSON.parse(Attributes?.['RedrivePolicy'] ?? '{}');
  return deadLetterTargetArn.split(':').at(-1) === url.split('/').at(-1);
}

function desiredOf({ clock }: MotoWorld, { arn }: Subscriber) {
  const text = readFileSync(join(import.meta.dirname, '..', 'moto', 'watches.yaml'), 'utf8');
  const compiled = compileWatches(text.replace('QUEUE_ARN', arn), { file: 'watches.yaml', now: clock.now() });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.desired;
}
