import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { placeText } from '../../shared/domain/pages/search-view.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { rememberPastDays } from '../../shared/use-cases/pages/remember-timeline.ts';
import { NOON } from '../ports/examples.ts';
import { type Figure, quantile } from './report.ts';
import { SEARCHES, searchPage } from './searches.ts';

// How long the pages of searches take, over the table at TABLE_URL: its figures go to `search.bench.ts`.

const ROUNDS = 40;
/** In milliseconds. */
const AIM = 150;

const client = new DynamoDBClient({ endpoint: process.env['TABLE_URL'] ?? '' });
const store = openStore(dynamoTable(client, 'table'));
// As the function of the pages reads.
const ports = { ...store, timeline: rememberPastDays(store.timeline, { now: () => NOON }) };
const figures: Figure[] = [];
for (const [name, fields] of Object.entries(SEARCHES)) {
  const times: number[] = [];
  const cpu: number[] = [];
  const sizes: number[] = [];
  let after: string | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    const [begun, worked] = [performance.now(), process.cpuUsage()];
    const { view, size } = await searchPage(ports, { ...fields, ...(after !== undefined && { after }) });
    times.push(performance.now() - begun);
    const { user, system } = process.cpuUsage(worked);
    cpu.push((user + system) / 1_000);
    sizes.push(size);
    after = view.next && placeText(view.next);
  }
  figures.push(
    { name: `${name}: p50 of a page`, value: quantile(times, 0.5), unit: 'ms' },
    { name: `${name}: p95 of a page`, value: quantile(times, 0.95), unit: 'ms', aim: AIM },
    // Without what the table takes, and without waiting for a processor.
    { name: `${name}: p50 of the CPU time of a page`, value: quantile(cpu, 0.5), unit: 'ms', aim: AIM },
    { name: `${name}: p95 of the CPU time of a page`, value: quantile(cpu, 0.95), unit: 'ms', aim: AIM },
    { name: `${name}: largest page`, value: Math.max(...sizes) / 1_000, unit: 'KB', aim: 60 },
  );
}
client.destroy();
process.send?.(figures);
process.disconnect?.();
