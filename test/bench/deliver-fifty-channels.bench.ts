import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable, tableClient } from '../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { PublishRefused } from '../../shared/domain/lib/errors.ts';
import { inParallel } from '../../shared/domain/lib/in-parallel.ts';
import { MINUTE } from '../../shared/domain/time/instant.ts';
import { composeMessage } from '../../shared/render/message/compose-message.ts';
import { deliverAlerts } from '../../shared/use-cases/deliver/deliver-alerts.ts';
import type { Clock } from '../../shared/use-cases/ports/clock.ts';
import { aChannel, aFinding, anAlert, NOON } from '../ports/examples.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { recordRequests, secondsOfEngine } from './record-requests.ts';
import { printFigures } from './report.ts';

// 10,000 pending alerts over 50 channels, on the engine of one machine. The clock of the limits is held: a wait for
// the rate of a channel costs no time, and those of several channels overlap as they do in life.

const ALERTS = 10_000;
const CHANNELS = 50;
const BROKEN = 'channel-0';
/** Sweeps come each minute; a channel that is broken is given up long before so many. */
const MOST_SWEEPS = 30;

const clock: Clock & { at: number } = {
  at: NOON + ALERTS,
  now: () => clock.at,
  sleep: async (milliseconds: number) => {
    const end = clock.at + milliseconds;
    await new Promise((resolve) => setImmediate(resolve));
    clock.at = Math.max(clock.at, end);
  },
};

/** What was published, by channel: when, and how many alerts it told. */
const published = new Map<string, { at: number; told: number }[]>();
const topic = {
  publish: async ({ channel, alertIds }: { channel: string; alertIds: readonly string[] }) => {
    const sends = published.get(channel) ?? [];
    published.set(channel, [...sends, { at: clock.at, told: channel === BROKEN ? 0 : alertIds.length }]);
    if (channel === BROKEN) throw new PublishRefused('This channel is broken.');
    return 'receipt';
  },
};

const names = Array.from({ length: CHANNELS }, (_, n) => `channel-${n}`);

/** An engine with the channels and their pending alerts. */
async function startEngine() {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  const client = tableClient({ ...localCredentials, endpoint: engine.url });
  const recording = recordRequests(client);
  const store = openStore(dynamoTable(client, 'table'));
  for (const name of names) await store.definitions.putChannel(aChannel({ name, sms: ['+33600000000'] }));
  const alerts = Array.from({ length: ALERTS }, (_, n) =>
    anAlert(n, { channel: `channel-${n % CHANNELS}`, items: [aFinding(n)] }),
  );
  await inParallel(alerts, (alert) => store.alerts.put(alert, { dueAt: NOON }));
  const stop = async () => {
    client.destroy();
    await engine.stop();
    await rm(folder, { recursive: true });
  };
  return { store, recording, url: engine.url, stop };
}

const { store, recording, stop } = await startEngine();
const ports = { ...store, clock, topic, compose: composeMessage };
const isSettled = () =>
  [...published.values()].flat().reduce((sum, { told: notified }) => sum + notified, 0) >=
  ALERTS - ALERTS / CHANNELS;
recording.begin();
const start = performance.now();
let requests: ReturnType<typeof recording.end> = [];
let seconds = Number.POSITIVE_INFINITY;
for (let sweep = 0; sweep < MOST_SWEEPS; sweep += 1) {
  await deliverAlerts('all', ports, { owner: `sweep-${sweep}`, deadline: clock.at + 10 * MINUTE });
  if (isSettled() && seconds === Number.POSITIVE_INFINITY) {
    seconds = (performance.now() - start) / 1_000;
    requests = recording.end();
  }
  clock.at += MINUTE;
}
const dead = await store.messages.dead();
await stop();

const floor = await startEngine();
const secondsAlone = await secondsOfEngine(floor.url, requests);
await floor.stop();

/** The most messages of a channel within any minute. */
const busiest = Math.max(
  ...[...published.values()].map((sends) =>
    Math.max(...sends.map(({ at }) => sends.filter((send) => send.at >= at && send.at < at + MINUTE).length)),
  ),
);
const notified = [...published.values()].flat().reduce((sum, send) => sum + send.told, 0);
const lost = dead.filter(({ message }) => message.channel !== BROKEN).length;
printFigures([
  { name: '10,000 alerts, 50 channels: settled', value: seconds, unit: 's', aim: 60 },
  { name: '10,000 alerts, 50 channels: requests', value: requests.length, unit: 'requests' },
  {
    name: '10,000 alerts, 50 channels: the engine alone, for the same requests',
    value: secondsAlone,
    unit: 's',
  },
  {
    name: '10,000 alerts, 50 channels: time, by that of the engine',
    value: seconds / secondsAlone,
    unit: 'times',
    aim: 1.3,
  },
  {
    name: '10,000 alerts, 50 channels: told',
    value: notified,
    unit: 'alerts',
    aim: ALERTS - ALERTS / CHANNELS,
    atLeast: true,
  },
  {
    name: '10,000 alerts, 50 channels: most messages of a channel in a minute',
    value: busiest,
    unit: 'messages',
    aim: 10,
  },
  {
    name: '10,000 alerts, 50 channels: dead messages of sound channels',
    value: lost,
    unit: 'messages',
    aim: 0,
  },
]);
