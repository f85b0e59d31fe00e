import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { daysBefore } from '../../shared/domain/reports/period.ts';
import { rollUpForReport } from '../../shared/use-cases/reports/roll-up-days.ts';
import { type ReportPorts, writeReport } from '../../shared/use-cases/reports/write-report.ts';
import { aWatch, NOON } from '../ports/examples.ts';
import { reportPorts } from '../shared/use-cases/report-bench.ts';
import { PLAN } from './report-findings.ts';

const client = new DynamoDBClient({ endpoint: process.env['TABLE_URL'] ?? '' });
let queries = 0;
client.middlewareStack.add(
  (next, context) => async (given) => {
    if (context.commandName === QueryCommand.name) queries += 1;
    return next(given);
  },
  { step: 'initialize' },
);
const store = openStore(dynamoTable(client, 'table'));
await store.definitions.putWatch(aWatch({ brand: 'acme' }));
const { ports: plain, files } = reportPorts(store);
const ports: ReportPorts = plain;

const deadline = Number.MAX_SAFE_INTEGER;
const before = performance.now();
const watches = await store.definitions.watches();
await rollUpForReport(PLAN, { from: '2026-11-05', watches, ports, deadline });
const rolledUp = performance.now();
const queriesToRollUp = queries;
const period = daysBefore(NOON, PLAN);
const outcome = await writeReport({ plan: PLAN, period, notify: true }, ports, { deadline });
const written = performance.now();
client.destroy();
process.send?.({
  rollUpSeconds: (rolledUp - before) / 1_000,
  reportSeconds: (written - rolledUp) / 1_000,
  queriesToRollUp,
  queriesToReport: queries - queriesToRollUp,
  megabytes: process.resourceUsage().maxRSS / 1_024,
  articles: outcome.status === 'written' ? outcome.articles : 0,
  pageKilobytes: ([...files].find(([name]) => name.endsWith('.html'))?.[1].body.length ?? 0) / 1_024,
});
process.disconnect();
