import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeleteObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { CreateQueueCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { arnOf } from '../../../infra/local/aws/local-account.ts';
import { compileWatches } from '../../../infra/watches-file/compile-watches.ts';
import { dynamoTable } from '../../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../../shared/store/open-store.ts';
import { secretPageLinks } from '../../../shared/aws/secrets.ts';
import { OBJECTS } from '../../../shared/contracts/names.ts';
import { inboxLink, receiptLink, reportLink } from '../../../shared/domain/pages/signed-link.ts';
import { DAY, MINUTE } from '../../../shared/domain/time/instant.ts';
import { secretHash } from '../../../shared/domain/upstream/upstream-resource.ts';
import { drillInMoto } from './drill.ts';
import { fireSchedule, scheduleNames } from './fire-schedules.ts';
import type { MotoWorld } from './moto-world.ts';

/** A queue that belongs to a subscriber, not to the stack. */
const SUBSCRIBER = 'subscriber-of-newsroom';

/** Says what is not as it should be, and goes on: one run shows all that is wrong. */
export type Expect = (isTrue: boolean, otherwise: string) => void;

/**
 * Everything that the stack does in its life: apply, run, deliver, extraction, webhook, report, pages, upkeep,
 * removal.
 */
export async function takeJourney(world: MotoWorld, expect: Expect): Promise<void> {
  const { clients, clock, outputs } = world;
  const store = openStore(dynamoTable(clients.dynamo, outputs.TableName));
  await clients.sqs.send(new CreateQueueCommand({ QueueName: SUBSCRIBER }));

  const { watches, subscriptions } = await world.call(outputs.ApplyWatchesFunction, {
    desired: desiredOf(world),
  });
  expect(watches.added.length === 6, `apply added ${watches.added.length} of 6 watches`);
  expect(subscriptions.added.length > 0, 'apply added no subscription');
  const again = await world.call(outputs.ApplyWatchesFunction, { desired: desiredOf(world) });
  expect(isQuiet(again), `a second apply changed something: ${JSON.stringify(again)}`);
  const names = await scheduleNames(world);
  expect(names.length >= 6, `there are ${names.length} schedules: ${names.join(', ')}`);

  for (const { id } of await store.definitions.watches())
    if (names.includes(id)) await fireSchedule(world, id);
  await world.settle();
  const alerts = await alertsOf(world);
  expect(alerts.length > 0, 'no run made an alert');
  const jobs = await store.extractions.madeOn(dayOf(clock.now()), 10);
  expect(jobs.length > 0, 'the watch of the extraction service started no job');
  for (const { name, group } of sweepsOf(world)) await fireSchedule(world, name, group);
  await world.call(outputs.DeliverAlertsFunction, {});
  const received = await receive(world);
  expect(received.length > 0, 'no message came to the queue that subscribed to the channel');

  await drillInMoto(world, expect);
  await keepMonitor(world, expect);
  await readPages(world, expect);
  await changeAndRepeat(world, expect);

  const empty = await world.call(outputs.ApplyWatchesFunction, {
    desired: { ...desiredOf(world), watches: [], channels: [], reports: [] },
  });
  expect(
    empty.watches.removed.length === 6,
    `an empty file removed ${empty.watches.removed.length} of 6 watches`,
  );
  expect((await scheduleNames(world)).length === 0, 'schedules were left behind');
}

/** A silence, a redrive, a changed file, and all watches and reports again three days later. */
async function changeAndRepeat(world: MotoWorld, expect: Expect): Promise<void> {
  const { clock, outputs } = world;
  const silence = {
    matchers: { watch: ['acme-outlets'] },
    endsAt: clock.now() + DAY,
    owner: 'verify',
    reason: 'verify',
  };
  const muted = await world.call(outputs.DeliverAlertsFunction, { silence });
  expect(muted.silence?.id !== undefined, 'a silence was not accepted');
  await world.call(outputs.DeliverAlertsFunction, { expire: muted.silence?.id, redrive: 'all' });
  const changed = await world.call(outputs.ApplyWatchesFunction, {
    desired: desiredOf(world, (text) =>
      text.replaceAll('board@', 'news@').replaceAll('rate(15 minutes)', 'rate(1 hour)'),
    ),
  });
  expect(changed.channels.changed.length === 1, 'a changed channel was not changed');
  expect(changed.schedules.changed.length === 1, 'a changed schedule was not changed');
  clock.leap(3 * DAY);
  for (const name of await scheduleNames(world)) await fireSchedule(world, name);
  await world.settle();
  await world.call(outputs.DeliverAlertsFunction, {});
  await world.call(outputs.ReconcileFunction, {});
  await world.settle();
}

/** Reconcile creates project, webhook, job and monitor in several sweeps. Then a payload comes by the gateway. */
async function keepMonitor(world: MotoWorld, expect: Expect): Promise<void> {
  const { clients, clock, outputs } = world;
  const store = openStore(dynamoTable(clients.dynamo, outputs.TableName));
  for (let sweep = 0; sweep < 12; sweep += 1) {
    await world.call(outputs.ReconcileFunction, {});
    await world.settle();
    if ((await store.resources.monitor('monitored'))?.monitor?.id !== undefined) break;
    clock.leap(5 * MINUTE);
  }
  const held = await store.resources.monitor('monitored');
  expect(held?.monitor?.id !== undefined, 'reconcile created no monitor at the extraction service');
  if (!held) return;
  await store.resources.write({ ...held, secrets: [...held.secrets, secretHash('of-the-check')] });
  const post = async (secret: string) =>
    (
      await fetch(`${outputs.PagesUrl}/deliveries/monitored`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}` },
        body: payloadOf(held.monitor?.id ?? ''),
      })
    ).status;
  const refused = await post('wrong');
  expect(refused === 401, `a webhook with a wrong secret was answered with ${refused}`);
  const accepted = await post('of-the-check');
  expect(accepted === 202, `a webhook was answered with ${accepted}`);
  await world.settle();
  const known = await store.findings.known('monitored', ['of-the-check']);
  expect(known.size === 1, 'the record of a webhook was not stored');
}

function payloadOf(monitorId: string): string {
  const record = {
    record_id: 'of-the-check',
    record_title: 'A shop is breached',
    enrichment: {},
    citations: [{ title: 'Breach', link: 'https://news.example/r/1' }],
  };
  return JSON.stringify({
    monitor_id: monitorId,
    latest_job_id: 'job-of-the-check',
    records_count: 1,
    records: [record],
  });
}

/** Reads every kind of page, and posts the form of a receipt. */
async function readPages(world: MotoWorld, expect: Expect): Promise<void> {
  const { clients, clock, outputs } = world;
  await world.call(outputs.WriteReportFunction, {});
  const period = { first: dayOf(clock.now() - 7 * DAY), last: dayOf(clock.now() - DAY) };
  const order = { reportId: 'acme-weekly', period, patience: 60_000 };
  const written = await world.call(outputs.WriteReportFunction, order);
  expect(written.status === 'written', `the report ended ${JSON.stringify(written)}`);
  const links = await secretPageLinks(clients.secrets, {
    keySecret: outputs.LinkKeySecret,
    base: outputs.PagesUrl,
    clock,
  })();
  const answered = async (
    what: string,
    url: string,
    status = 200,
    init: RequestInit = {},
  ): Promise<string> => {
    const answer = await fetch(url, { redirect: 'manual', ...init });
    const text = await answer.text();
    expect(answer.status === status, `${what} was answered with ${answer.status}: ${text.slice(0, 200)}`);
    return text;
  };
  const [made] = await alertsOf(world);
  const receipt = made && receiptLink(made.alert, links);
  const inbox = inboxLink(clock.now() + DAY, links);
  await answered('the first page', `${outputs.PagesUrl}/`);
  const page = receipt === undefined ? '' : await answered('a receipt', receipt);
  expect(page.includes('<html'), 'a receipt is no page');
  for (const path of ['', '/watches', '/stories', '/reports', '/extractions', '/watch/acme-now'])
    await fetch(inbox + path).then((answer) =>
      expect(answer.status < 500, `the page ${path || 'inbox'} was answered with ${answer.status}`),
    );
  // The first form of a receipt is an action of a reader. It names where it posts to.
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1];
  expect(action !== undefined, 'a receipt has no form that names its address');
  const fields = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]+)">/g)].slice(0, 2);
  expect(fields.length === 2, 'a receipt has no form');
  const body = new URLSearchParams(
    Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])),
  );
  const sent = await fetch(new URL(action ?? '', receipt), { method: 'POST', body, redirect: 'manual' });
  expect(sent.status < 400, `the form of a receipt was answered with ${sent.status}`);
  await answered('a page with a wrong signature', `${outputs.PagesUrl}/r/wrong`, 403);
  if (written.status === 'written')
    await readReport(world, { answered, expect, url: reportLink(written.record.id, links) });
}

/** The files of a report may be gone before the last mail with its link is. */
async function readReport(
  { clients, stack }: MotoWorld,
  {
    answered,
    expect,
    url,
  }: { answered: (what: string, url: string) => Promise<string>; expect: Expect; url: string },
): Promise<void> {
  await answered('a report', url);
  const [Bucket = ''] = stack.buckets;
  const { Contents = [] } = await clients.s3.send(
    new ListObjectsV2Command({ Bucket, Prefix: OBJECTS.reports }),
  );
  expect(Contents.length > 0, 'a written report has no files');
  for (const { Key } of Contents) await clients.s3.send(new DeleteObjectCommand({ Bucket, Key }));
  const { status } = await fetch(url);
  expect(status < 500, `a report whose files are gone was answered with ${status}`);
}

/** The alerts of today. */
function alertsOf({ clients, clock, outputs }: MotoWorld) {
  return openStore(dynamoTable(clients.dynamo, outputs.TableName)).alerts.madeOn(dayOf(clock.now()), 100);
}

async function receive({ clients, queueBase }: MotoWorld): Promise<string[]> {
  const { Messages = [] } = await clients.sqs.send(
    new ReceiveMessageCommand({ QueueUrl: `${queueBase}/${SUBSCRIBER}`, MaxNumberOfMessages: 10 }),
  );
  return Messages.map(({ Body = '' }) => Body);
}

/** The schedules of the template itself. */
function sweepsOf({ stack }: MotoWorld) {
  return stack.schedules.map(({ Name: name, GroupName: group }) => ({ name, group }));
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function desiredOf({ clock }: MotoWorld, change: (text: string) => string = (text) => text) {
  const text = readFileSync(join(import.meta.dirname, 'watches.yaml'), 'utf8');
  const compiled = compileWatches(change(text.replace('QUEUE_ARN', arnOf('sqs', SUBSCRIBER))), {
    file: 'watches.yaml',
    now: clock.now(),
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.desired;
}

function isQuiet(outcome: Record<string, any>): boolean {
  return ['watches', 'channels', 'schedules', 'reports', 'subscriptions'].every((part) =>
    ['added', 'changed', 'removed'].every((how) => outcome[part][how].length === 0),
  );
}
