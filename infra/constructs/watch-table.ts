import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AttributeType,
  Billing,
  ProjectionType,
  TableClass,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { ENV, FUNCTIONS, TABLE } from '../../shared/contracts/names.ts';
import type { FunctionName, Stage } from '../stages/read-stage.ts';
import { ALARM_PERIOD, type Alarms } from './alarms/alarms.ts';
import { customerKeyOf } from './customer-key.ts';
import type { ServiceFunction } from './service-function.ts';

/** The only table: paid per request, with two sparse indexes of keys, restorable to any second of the last 35 days. */
export class WatchTable extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id);
    const key = customerKeyOf(this, stage);
    this.table = new TableV2(this, 'Table', {
      partitionKey: stringKey(TABLE.partition),
      sortKey: stringKey(TABLE.sort),
      globalSecondaryIndexes: [TABLE.work, TABLE.time].map(({ index, partition, sort }) => ({
        indexName: index,
        partitionKey: stringKey(partition),
        sortKey: stringKey(sort),
        projectionType: ProjectionType.KEYS_ONLY,
      })),
      billing: Billing.onDemand(),
      timeToLiveAttribute: TABLE.expiry,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      ...(stage.tableClass === 'infrequent-access' && {
        tableClass: TableClass.STANDARD_INFREQUENT_ACCESS,
      }),
      deletionProtection: stage.keepsData,
      removalPolicy: stage.removalPolicy,
      ...(key && { encryption: TableEncryptionV2.customerManagedKey(key) }),
    });
  }

  /**
   * Lets a function do what `TABLE_ACCESS` says, for the partition keys that it needs: no scan, no transaction, no
   * table change. `ForAllValues` is what AWS asks for with leading keys. Each of these actions names a key.
   */
  grantAccess(fn: ServiceFunction): void {
    const { tableArn, tableName } = this.table;
    fn.addEnvironment(ENV.table, tableName);
    for (const { index, actions, keys } of tableGrants(TABLE_ACCESS[fn.shortName]))
      fn.addToRolePolicy(
        new PolicyStatement({
          actions: actions.map((action) => `dynamodb:${action}`),
          resources: [index === undefined ? tableArn : `${tableArn}/index/${TABLE[index].index}`],
          conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
        }),
      );
  }
}

function stringKey(name: string): { name: string; type: AttributeType } {
  return { name, type: AttributeType.STRING };
}

/**
 * Items of the table that belong together: the partition keys under which they are, in the table and in its indexes.
 */
interface Part {
  keys: readonly string[];
  work?: readonly string[];
  time?: readonly string[];
}

/** All items of the table. A star is the rest of a key. The repositories in `shared/store` make these keys. */
const PARTS = {
  definitions: { keys: ['WATCHES', 'CHANNELS'] },
  /** Watches that were removed. */
  removedWatches: { keys: ['REMOVED'] },
  watchlists: { keys: ['WATCHLISTS'] },
  /** Lists of feeds, and the state of the poller. */
  feeds: { keys: ['FEEDS'] },
  feedItems: { keys: ['FEEDITEMS#*'] },
  /** Which items of a feed are known. */
  feedMemory: { keys: ['FEED#*'] },
  /** How far the archive of the world's news is read, and what watches found in it. */
  world: { keys: ['WORLD', 'WORLDROWS#*'] },
  /** State, findings, windows, counts and quarantine of a watch. */
  watchData: { keys: ['WATCH#*'], work: ['OPEN'], time: ['QUARANTINE'] },
  stories: { keys: ['STORY#*'], time: ['STORIES#*'] },
  /** Which story has an article of this title, text or link. */
  copyKeys: { keys: ['COPY#*'] },
  /** The lease of a space, what waits in it to be decided, and its open stories. */
  spaces: { keys: ['SPACE#*'], work: ['WAITS'] },
  /** What people have ordered about the stories of a space. */
  storyOrders: { keys: ['STORYORDERS#*'] },
  extractions: { keys: ['JOB#*', 'UPSTREAM#*'], work: ['OPEN'], time: ['JOBS#*'] },
  upstream: { keys: ['RESOURCES'] },
  alerts: { keys: ['ALERT#*'], work: ['DUE#*', 'MUTED'], time: ['ALERTS#*'] },
  messages: { keys: ['MESSAGE#*'], work: ['DUE#*', 'DEAD'], time: ['MESSAGES#*'] },
  /** Critical alerts that wait to be acknowledged. */
  escalations: { keys: ['ESCALATION#*'], work: ['ESCALATE'] },
  /** When a channel sent, what it must not repeat yet, and its incidents at other services. */
  channelTimes: { keys: ['CHANNEL#*'] },
  silences: { keys: ['SILENCES'] },
  /** What links have muted on a lane, for its next message. */
  muteNotes: { keys: ['MUTED#*'] },
  /** What readers did about the alerts of a watch. */
  readerActions: { keys: ['ACTIONS#*'] },
  /** When people looked at their list of the day. */
  visits: { keys: ['VISIT#*'] },
  /** Who has signed in to the pages. */
  sessions: { keys: ['SESSIONS'] },
  /** Who wants no mail of a lane any more. */
  unsubscriptions: { keys: ['UNSUBSCRIBED'] },
  /** The list of drills; and each drill, what became of it, and who confirmed. */
  drillList: { keys: ['DRILLS'] },
  drills: { keys: ['DRILL#*'] },
  /** Keys of the API: their hashes, and what each may see. */
  apiKeys: { keys: ['APIKEYS'] },
  /** The subscriptions that we made. */
  subscriptions: { keys: ['SUBSCRIPTIONS'] },
  incidents: { keys: ['INCIDENTS'] },
  /** Locks by name, and what the sweeps have seen of the clock. */
  leases: { keys: ['LEASES'] },
  budgets: { keys: ['BUDGET'] },
  /** Services that answer nobody. */
  pauses: { keys: ['SERVICES'] },
  expectedRuns: { keys: ['EXPECTED'] },
  reportPlans: { keys: ['REPORTS'] },
  reports: { keys: ['REPORT#*'], time: ['WRITTEN'] },
  rollups: { keys: ['ROLLUPS#*'] },
  nameCounts: { keys: ['COUNTS#*'] },
  sharedFeeds: { keys: ['SHARED-FEEDS'] },
} as const satisfies Record<string, Part>;

type PartName = keyof typeof PARTS;

/** What a function does with the table. Who writes or removes items may read them too. */
interface TableAccess {
  reads: readonly PartName[];
  writes: readonly PartName[];
  removes: readonly PartName[];
  /**
   * Of what it writes: what it also puts in batches, of items that nobody writes without the lease that it holds. A
   * batch may delete, too.
   */
  batches?: readonly PartName[];
}

/** What a delivery reads and writes. An alert that cannot be sent opens an incident. */
const DELIVERY = {
  reads: ['definitions', 'silences', 'readerActions'],
  writes: ['alerts', 'messages', 'escalations', 'channelTimes', 'muteNotes', 'incidents'],
  removes: ['incidents'],
} as const;
/** Findings are inserted and wait to be decided; those that cannot be open an incident. */
const INSERTING = ['watchData', 'spaces', 'alerts', 'incidents'] as const;
/** A step of an extraction counts what the job cost, and opens incidents. */
const STEP: TableAccess = {
  reads: ['definitions'],
  writes: ['extractions', 'watchData', 'alerts', 'incidents'],
  removes: ['incidents'],
};

/** What each function may do with the table, by the ports that its use-cases take. */
const TABLE_ACCESS: Readonly<Record<FunctionName, TableAccess>> = {
  [FUNCTIONS.runWatch]: {
    reads: [...DELIVERY.reads, 'upstream', 'budgets', 'feeds', 'feedItems', 'world'],
    writes: [...INSERTING, ...DELIVERY.writes, 'extractions', 'drills', 'drillList', 'leases', 'pauses'],
    removes: ['incidents', 'pauses'],
    batches: ['watchData'],
  },
  [FUNCTIONS.decideFindings]: {
    reads: DELIVERY.reads,
    writes: [...INSERTING, ...DELIVERY.writes, 'stories', 'copyKeys', 'storyOrders'],
    removes: ['incidents', 'spaces'],
    batches: ['stories', 'copyKeys', 'spaces'],
  },
  [FUNCTIONS.deliverAlerts]: {
    reads: DELIVERY.reads,
    writes: [...DELIVERY.writes, 'silences', 'sharedFeeds'],
    removes: ['incidents', 'silences'],
  },
  [FUNCTIONS.deliverTransports]: {
    // An incident at another service ends when its story is quiet.
    reads: [...DELIVERY.reads, 'unsubscriptions', 'stories'],
    writes: [...DELIVERY.writes, 'drills'],
    removes: DELIVERY.removes,
  },
  [FUNCTIONS.applyWatches]: {
    reads: [],
    writes: [
      'definitions',
      'removedWatches',
      'watchlists',
      'feeds',
      'watchData',
      'alerts',
      'leases',
      'reportPlans',
      'subscriptions',
    ],
    removes: ['definitions', 'watchlists', 'feeds', 'reportPlans', 'subscriptions'],
  },
  [FUNCTIONS.reconcile]: {
    reads: [...DELIVERY.reads, 'watchlists'],
    writes: [
      ...INSERTING,
      ...DELIVERY.writes,
      'extractions',
      'upstream',
      'leases',
      'budgets',
      'expectedRuns',
      'subscriptions',
    ],
    removes: ['incidents', 'upstream', 'expectedRuns', 'subscriptions'],
  },
  [FUNCTIONS.submitExtraction]: STEP,
  [FUNCTIONS.pollExtraction]: STEP,
  [FUNCTIONS.collectExtraction]: {
    reads: DELIVERY.reads,
    writes: [...INSERTING, ...DELIVERY.writes, 'extractions'],
    removes: ['incidents'],
  },
  [FUNCTIONS.writeReport]: {
    reads: [...DELIVERY.reads, 'watchData', 'stories', 'reportPlans'],
    writes: [...DELIVERY.writes, 'reports', 'rollups', 'nameCounts'],
    removes: ['incidents', 'rollups'],
  },
  [FUNCTIONS.receiveDelivery]: { reads: ['upstream'], writes: [], removes: [] },
  [FUNCTIONS.takeDelivery]: {
    reads: [...DELIVERY.reads, 'upstream'],
    writes: [...INSERTING, ...DELIVERY.writes],
    removes: ['incidents'],
  },
  [FUNCTIONS.pollFeeds]: {
    reads: ['definitions'],
    writes: ['feeds', 'feedItems', 'feedMemory', 'leases'],
    removes: [],
  },
  [FUNCTIONS.pollWorld]: { reads: ['definitions'], writes: ['world', 'leases'], removes: [] },
  [FUNCTIONS.pages]: {
    reads: [
      // Which alerts an incident at another service is about.
      'channelTimes',
      'watchData',
      'stories',
      'extractions',
      'upstream',
      'alerts',
      'messages',
      'incidents',
      'reports',
      'rollups',
      'sharedFeeds',
    ],
    // Of definitions and plans it writes the edits.
    writes: [
      'definitions',
      'reportPlans',
      'silences',
      'muteNotes',
      'readerActions',
      'visits',
      'sessions',
      'storyOrders',
      'spaces',
      'unsubscriptions',
      'drills',
      'apiKeys',
    ],
    removes: [],
  },
};

/** One statement: actions of DynamoDB on the table, or on one of its indexes, for these partition keys. */
interface TableGrant {
  index?: 'work' | 'time';
  actions: readonly string[];
  keys: readonly string[];
}

/** The statements of an access. Of an index, only what is read can be named: writes reach it through the table. */
function tableGrants({ reads, writes, removes, batches = [] }: TableAccess): TableGrant[] {
  const known = [...reads, ...writes, ...removes];
  const grants: TableGrant[] = [
    { actions: ['GetItem', 'BatchGetItem', 'Query'], keys: keysOf(known, 'keys') },
    { actions: ['PutItem', 'UpdateItem'], keys: keysOf(writes, 'keys') },
    { actions: ['BatchWriteItem'], keys: keysOf(batches, 'keys') },
    { actions: ['DeleteItem'], keys: keysOf(removes, 'keys') },
    { index: 'work', actions: ['Query'], keys: keysOf(known, 'work') },
    { index: 'time', actions: ['Query'], keys: keysOf(known, 'time') },
  ];
  return grants.filter(({ keys }) => keys.length > 0);
}

function keysOf(parts: readonly PartName[], where: keyof Part): string[] {
  const all = parts.flatMap((name) => {
    const part: Part = PARTS[name];
    return part[where] ?? [];
  });
  return [...new Set(all)].toSorted();
}

/**
 * Adds the alarm on refused reads and writes of the table and its indexes. It is an expression: an alarm on a bare
 * metric of DynamoDB ignores missing data and would stay on after the last refusal (CloudWatch, TreatMissingData).
 */
export function addTableAlarm(alarms: Alarms, tableName: string): void {
  const refused: Record<string, IMetric> = {};
  for (const index of [undefined, TABLE.work.index, TABLE.time.index])
    for (const kind of ['Read', 'Write'])
      refused[`${kind.toLowerCase()}s${index ? `_${index}` : ''}`] = new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: `${kind}ThrottleEvents`,
        dimensionsMap: { TableName: tableName, ...(index && { GlobalSecondaryIndexName: index }) },
        statistic: 'Sum',
        period: ALARM_PERIOD,
      });
  alarms.add({
    name: 'table-throttled',
    impact:
      'DynamoDB refuses reads or writes. Runs, alerts and pages are slow, and some fail and are tried again.',
    metric: new MathExpression({
      expression: Object.keys(refused)
        .map((id) => `FILL(${id}, 0)`)
        .join(' + '),
      usingMetrics: refused,
      label: 'refused requests',
      period: ALARM_PERIOD,
    }),
    periods: 3,
    datapoints: 2,
    lean: false,
  });
}
