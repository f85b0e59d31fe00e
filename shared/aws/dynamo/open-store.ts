import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoAlerts } from './alerts/dynamo-alerts.ts';
import { dynamoBudgets } from './watches/dynamo-budgets.ts';
import { dynamoChannelLife } from './alerts/dynamo-heartbeats.ts';
import { dynamoSilences } from './alerts/dynamo-silences.ts';
import { dynamoToldTopics } from './alerts/dynamo-cooldowns.ts';
import { dynamoDefinitions } from './watches/dynamo-definitions.ts';
import { dynamoExtractions } from './upstream/dynamo-extractions.ts';
import { dynamoFindings } from './findings/dynamo-findings.ts';
import { dynamoHoldings, dynamoTakenRuns, dynamoWatchlists } from './upstream/dynamo-upstream-resources.ts';
import { dynamoChannelGate, dynamoLeases } from './watches/dynamo-leases.ts';
import { dynamoMessages } from './alerts/dynamo-messages.ts';
import { dynamoOutbox } from './alerts/dynamo-outbox.ts';
import { dynamoRecordMarks } from './findings/dynamo-record-keys.ts';
import { dynamoRunStates } from './watches/dynamo-run-states.ts';
import { dynamoStories } from './findings/dynamo-stories.ts';
import { dynamoToldStories } from './findings/dynamo-notified-stories.ts';
import { dynamoSeenValues } from './watches/dynamo-seen-values.ts';
import { dynamoTallies } from './watches/dynamo-hourly-counts.ts';
import { dynamoTroubles } from './alerts/dynamo-incidents.ts';
import { dynamoWindows } from './watches/dynamo-windows.ts';
import { openTable } from './table/table.ts';

/** Every port that the one table serves. */
export function openStore(client: DynamoDBClient, tableName: string) {
  const table = openTable(client, tableName);
  return {
    definitions: dynamoDefinitions(table),
    states: dynamoRunStates(table),
    findings: dynamoFindings(table),
    windows: dynamoWindows(table),
    tallies: dynamoTallies(table),
    seen: dynamoSeenValues(table),
    extractions: dynamoExtractions(table),
    lists: dynamoWatchlists(table),
    holdings: dynamoHoldings(table),
    takenRuns: dynamoTakenRuns(table),
    marks: dynamoRecordMarks(table),
    stories: dynamoStories(table),
    told: dynamoToldStories(table),
    alerts: dynamoAlerts(table),
    messages: dynamoMessages(table),
    outbox: dynamoOutbox(table),
    gate: dynamoChannelGate(table),
    life: dynamoChannelLife(table),
    toldTopics: dynamoToldTopics(table),
    silences: dynamoSilences(table),
    leases: dynamoLeases(table),
    troubles: dynamoTroubles(table),
    budgets: dynamoBudgets(table),
  };
}

export type Store = ReturnType<typeof openStore>;
