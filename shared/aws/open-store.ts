import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoAlerts } from './dynamo-alerts.ts';
import { dynamoBudgets } from './dynamo-budgets.ts';
import { dynamoChannelLife } from './dynamo-channel-life.ts';
import { dynamoSilences } from './dynamo-silences.ts';
import { dynamoToldTopics } from './dynamo-told-topics.ts';
import { dynamoDefinitions } from './dynamo-definitions.ts';
import { dynamoExtractions } from './dynamo-extractions.ts';
import { dynamoFindings } from './dynamo-findings.ts';
import { dynamoHoldings, dynamoTakenRuns, dynamoWatchlists } from './dynamo-holdings.ts';
import { dynamoChannelGate, dynamoLeases } from './dynamo-leases.ts';
import { dynamoMessages } from './dynamo-messages.ts';
import { dynamoOutbox } from './dynamo-outbox.ts';
import { dynamoRecordMarks } from './dynamo-record-marks.ts';
import { dynamoRunStates } from './dynamo-run-states.ts';
import { dynamoStories } from './dynamo-stories.ts';
import { dynamoToldStories } from './dynamo-told-stories.ts';
import { dynamoSeenValues } from './dynamo-seen-values.ts';
import { dynamoTallies } from './dynamo-tallies.ts';
import { dynamoTroubles } from './dynamo-troubles.ts';
import { dynamoWindows } from './dynamo-windows.ts';
import { openTable } from './table.ts';

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
