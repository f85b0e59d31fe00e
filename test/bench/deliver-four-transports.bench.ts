import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { boundedRequests } from '../../shared/aws/bounded-requests.ts';
import { transportOf } from '../../shared/domain/channels/channel.ts';
import { PublishRefused } from '../../shared/domain/lib/errors.ts';
import { inParallel } from '../../shared/domain/lib/in-parallel.ts';
import { MINUTE } from '../../shared/domain/time/instant.ts';
import { composeWithLinks } from '../../shared/render/message/compose-message.ts';
import { FORMS } from '../../shared/render/chat/forms.ts';
import { putAlert } from '../../shared/use-cases/alerts/put-alerts.ts';
import { deliverAlerts } from '../../shared/use-cases/deliver/deliver-alerts.ts';
import type { Clock } from '../../shared/use-cases/ports/clock.ts';
import { aChannel, aFinding, anAlert, NOON } from '../ports/examples.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { printFigures } from './report.ts';

// 10,000 alerts over 50 channels, each of which sends by SNS, Slack, Teams and a webhook: 200 lanes, 40,000 alerts on
// lanes. Slack is broken. The table is the engine of one machine. The clock of the limits is held: a wait for the rate
// of a lane costs no time.

const ALERTS = Number(process.env['BENCH_ALERTS'] ?? 10_000);
const CHANNELS = 50;
const TRANSPORTS = ['sns', 'slack', 'teams', 'webhook'] as const;
const BROKEN = 'slack';
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

const told = new Map<string, number>();
const topic = {
  publish: async ({ channel, alertIds }: { channel: string; alertIds: readonly string[] }) => {
    const transport = transportOf(channel) ?? 'sns';
    if (transport === BROKEN) throw new PublishRefused('This service is broken.');
    told.set(transport, (told.get(transport) ?? 0) + alertIds.length);
    return 'receipt';
  },
};

const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
const { credentials } = localCredentials;
const settings = { endpoint: engine.url, region: 'eu-west-1', credentials, ...boundedRequests() };
const client = new DynamoDBClient(settings);
const store = openStore(dynamoTable(client, 'table'));
const transports = {
  slack: { webhookSecret: 'SLACK' },
  teams: { webhookSecret: 'TEAMS' },
  webhook: { url: 'https://hooks.acme.example/', secret: 'KEY' },
};
const names = Array.from({ length: CHANNELS }, (_, n) => `channel-${n}`);
for (const name of names) await store.definitions.putChannel(aChannel({ name, transports }));
const ports = { ...store, clock, topic, compose: composeWithLinks(undefined, FORMS) };
await inParallel(
  Array.from({ length: ALERTS }, (_, n) => n),
  (n) => putAlert(ports, anAlert(n, { channel: `channel-${n % CHANNELS}`, items: [aFinding(n)] })),
);

const isSettled = () => TRANSPORTS.every((one) => one === BROKEN || (told.get(one) ?? 0) >= ALERTS);
const start = performance.now();
let seconds = Number.POSITIVE_INFINITY;
for (let sweep = 0; sweep < MOST_SWEEPS && seconds === Number.POSITIVE_INFINITY; sweep += 1) {
  const limits = { owner: `sweep-${sweep}`, deadline: clock.at + 10 * MINUTE };
  await deliverAlerts('all', ports, limits);
  await deliverAlerts('all', ports, limits, 'others');
  if (isSettled()) seconds = (performance.now() - start) / 1_000;
  clock.at += MINUTE;
}
client.destroy();
await engine.stop();
await rm(folder, { recursive: true });

const row = '10,000 alerts, 50 channels, 4 transports';
const sound = [...told.values()].reduce((sum, one) => sum + one, 0);
printFigures([
  { name: `${row}: settled`, value: seconds, unit: 's', aim: 180 },
  { name: `${row}: told on the 3 sound ones`, value: sound, unit: 'alerts', aim: 3 * ALERTS, atLeast: true },
  { name: `${row}: told twice`, value: Math.max(0, sound - 3 * ALERTS), unit: 'alerts', aim: 0 },
]);
