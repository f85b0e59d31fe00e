import { CfnOutput, CfnParameter, Duration, Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { ENV, FUNCTIONS, OBJECTS } from '../shared/contracts/names.ts';
import { addAccountAlarms } from './constructs/alarms/account-alarms.ts';
import { Alarms } from './constructs/alarms/alarms.ts';
import { addOutcomeAlarms } from './constructs/alarms/outcome-alarms.ts';
import { customerKeyOf } from './constructs/customer-key.ts';
import { DeadLetters, decideQueue, RunQueue } from './constructs/messaging/work-queue.ts';
import { Webhooks } from './constructs/webhooks.ts';
import { addDashboard } from './constructs/dashboard.ts';
import { ExtractionWorkflow } from './constructs/extraction-workflow.ts';
import { applyOnDeploy, ServiceFunction } from './constructs/service-function.ts';
import { HttpEndpoint, routePages } from './constructs/http-endpoint.ts';
import { LinkKey } from './constructs/link-key.ts';
import { AlertTopic } from './constructs/messaging/alert-topic.ts';
import { Transports } from './constructs/messaging/transports.ts';
import { grantModels } from './constructs/models.ts';
import { Provider } from './constructs/provider.ts';
import { addReports } from './constructs/reports.ts';
import { addDeadMansSwitch, Sweeps, WatchSchedules } from './constructs/schedules.ts';
import { addPagerDutyWebhook, addSignIn, addSlackApp } from './constructs/sign-in.ts';
import { ObjectStore } from './constructs/object-store.ts';
import { addTableAlarm, WatchTable } from './constructs/watch-table.ts';
import { OUTPUT_NAMES, type StackOutputs } from './stack-outputs.ts';
import { WORLD_PARAMETER } from './stack-parameters.ts';
import type { FunctionName, Stage } from './stages/read-stage.ts';

export interface PartsProps {
  stage: Stage;
  /** The folder with one folder of code for each function, as `bundleFunctions` returns it. */
  bundles: string;
  /** E-mail addresses of the operators, who are notified of alarms. */
  operators: readonly string[];
  /** The addresses from which channels send mail through SES. */
  senders: readonly string[];
  /** Whether watches read feeds. Then the stack has a poller, and a queue for their runs. */
  hasFeeds: boolean;
  /** The same for the archive of the world's news. */
  hasWorld: boolean;
  /** A text that differs from one deployment to the next. */
  deployment: string;
}

/** The stack of one stage that holds nothing else. The names of its resources have no prefix. */
export class BellwetherStack extends Stack {
  readonly parts: Parts;

  constructor(scope: Construct, id: string, props: PartsProps) {
    const { stage } = props;
    super(scope, id, {
      description: `Bellwether monitors the news for a brand and alerts people (${stage.name})`,
      terminationProtection: stage.keepsData,
      tags: { ...stage.tags, app: 'bellwether', stage: stage.name },
      ...(stage.region !== undefined && { env: { region: stage.region } }),
      analyticsReporting: false,
    });
    this.parts = new Parts(this, 'Default', props);
  }
}

/** One stage of Bellwether: first the parts, then which function may use what. */
export class Parts extends Construct {
  /** Each alert is published here; its messages carry `channel`, `brand`, `severity` and `watch` for filter policies. */
  readonly topic: ITopic;
  readonly table: ITable;
  /** Reports, and the full text of findings. */
  readonly bucket: IBucket;
  /** Base address of the pages, without a slash at the end. */
  readonly pagesUrl: string;

  constructor(scope: Construct, id: string, props: PartsProps) {
    const { stage, bundles, operators, senders, hasFeeds, hasWorld, deployment } = props;
    super(scope, id);
    const service = Stack.of(this).stackName;

    if (stage.permissionsBoundary !== undefined) boundRoles(Stack.of(this), stage.permissionsBoundary);
    const alarms = new Alarms(this, 'Alarms', {
      prefix: service,
      operators,
      extent: stage.alarms,
      unused: stage.unused,
      key: customerKeyOf(this, stage),
    });
    const table = new WatchTable(this, 'WatchTable', { stage });
    const store = new ObjectStore(this, 'ObjectStore', { stage });
    const topic = new AlertTopic(this, 'AlertTopic', { stage, alarms });
    const endpoint = new HttpEndpoint(this, 'HttpEndpoint', { stage, alarms });
    const linkKey = new LinkKey(this, 'LinkKey', { stage });
    const news = new Provider(this, 'News', { service: 'news', stage, alarms });
    const events = new Provider(this, 'Events', { service: 'events', stage, alarms });
    const extraction = new Provider(this, 'Extraction', { service: 'extraction', stage, alarms });
    const providers = [news, events, extraction];
    const runsOfFeeds = hasFeeds
      ? new RunQueue(this, 'FeedRuns', { service: 'feeds', stage, alarms })
      : undefined;
    const runsOfWorld = hasWorld
      ? new RunQueue(this, 'WorldRuns', { service: 'world', stage, alarms })
      : undefined;
    const runs = [...providers.map((provider) => provider.runs), runsOfFeeds, runsOfWorld].filter(
      (one) => one !== undefined,
    );
    const decisions = decideQueue(this, 'Decisions', { stage, alarms });
    const deadLetters = new DeadLetters(this, 'ScheduleDeadLetters', {
      name: 'schedules',
      stage,
      impact:
        'The scheduler could not start a run, a report or a sweep. A watch is late until its next scheduled run.',
      alarms,
    });
    const schedules = new WatchSchedules(this, 'WatchSchedules', {
      runs,
      deadLetters,
      stage,
    });
    const sweeps = new Sweeps(this, 'Sweeps', { deadLetters, stage, alarms });

    const add = (constructId: string, name: FunctionName) =>
      new ServiceFunction(this, constructId, { stage, service, bundles, alarms, name });
    const runWatch = add('RunWatch', FUNCTIONS.runWatch);
    const decide = add('DecideFindings', FUNCTIONS.decideFindings);
    const deliver = add('DeliverAlerts', FUNCTIONS.deliverAlerts);
    const transport = add('DeliverTransports', FUNCTIONS.deliverTransports);
    const apply = add('ApplyWatches', FUNCTIONS.applyWatches);
    const reconcile = add('Reconcile', FUNCTIONS.reconcile);
    const submit = add('SubmitExtraction', FUNCTIONS.submitExtraction);
    const poll = add('PollExtraction', FUNCTIONS.pollExtraction);
    const collect = add('CollectExtraction', FUNCTIONS.collectExtraction);
    const steps = [submit, poll, collect];
    const workflow = new ExtractionWorkflow(this, 'ExtractionWorkflow', {
      stage,
      alarms,
      submit,
      poll,
      collect,
    });
    const receive = add('ReceiveDelivery', FUNCTIONS.receiveDelivery);
    const process = add('TakeDelivery', FUNCTIONS.takeDelivery);
    const webhooks = new Webhooks(this, 'Deliveries', {
      receive,
      process,
      stage,
      alarms,
      store,
      endpoint,
      extraction,
    });
    const pages = add('Pages', FUNCTIONS.pages);
    const write = add('WriteReport', FUNCTIONS.writeReport);
    const retention = stage.reportRetention;
    addReports({
      write,
      apply,
      pages,
      schedules,
      sweeps,
      store,
      topic,
      endpoint,
      linkKey,
      news,
      retention,
    });
    const transports = new Transports(this, 'Transports', {
      deliver: transport,
      senders,
      service,
      stage,
      alarms,
      endpoint,
      linkKey,
    });
    const functions = [
      runWatch,
      decide,
      deliver,
      transport,
      apply,
      reconcile,
      write,
      pages,
      ...steps,
      receive,
      process,
    ];
    const pollFeeds = runsOfFeeds && add('PollFeeds', FUNCTIONS.pollFeeds);
    if (pollFeeds) functions.push(pollFeeds);
    const pollWorld = runsOfWorld && add('PollWorld', FUNCTIONS.pollWorld);
    if (pollWorld) giveArchive([pollWorld, runWatch], { scope: this, stage });
    if (pollWorld) functions.push(pollWorld);

    for (const fn of functions) table.grantAccess(fn);
    for (const provider of providers) provider.feed(runWatch);
    runsOfFeeds?.feed(runWatch);
    runsOfWorld?.feed(runWatch);
    for (const queue of runs) for (const fn of [runWatch, reconcile]) queue.grantSend(fn);
    decisions.feed(decide);
    for (const fn of [decide, deliver, transport]) grantModels(fn, { stage, service });
    for (const fn of [runWatch, decide, collect, process, reconcile, pages]) decisions.grantSend(fn);
    for (const fn of [runWatch, reconcile]) {
      news.grantCall(fn);
      events.grantCall(fn);
    }
    for (const fn of [reconcile, ...steps]) extraction.grantCall(fn);
    for (const fn of [runWatch, reconcile]) workflow.grantStart(fn);
    workflow.grantList(reconcile);
    for (const fn of [runWatch, collect, reconcile]) store.grantPut(fn, OBJECTS.raw);
    const notifying = [runWatch, decide, deliver, collect, process, reconcile];
    for (const fn of notifying) topic.grantPublish(fn);
    for (const fn of [...notifying, write, pages]) transports.queue.grantSend(fn);
    for (const fn of [apply, reconcile]) topic.grantSubscriptions(fn);
    schedules.grantSchedules(apply);
    for (const fn of [...notifying, pages]) {
      linkKey.grantRead(fn);
      // For links in messages; webhooks that `reconcile` creates lead there too.
      endpoint.giveAddress(fn);
    }
    routePages(endpoint, pages);
    addSignIn(pages, { stage, service: id });
    addSlackApp(pages, { stage, service: id, endpoint, deliver: transport });
    addPagerDutyWebhook(pages, { stage, service: id, endpoint });

    sweeps.add(deliver, {
      every: Duration.minutes(1),
      impact: 'Alerts that wait, or that SNS did not accept at first, are not sent.',
    });
    sweeps.add(reconcile, {
      every: Duration.minutes(5),
      impact: 'Nothing is repaired. Windows that could not be covered stay open.',
    });
    if (pollFeeds)
      sweeps.add(pollFeeds, {
        every: Duration.minutes(1),
        impact: 'Feeds are not read. What comes and goes meanwhile is missed, and runs that read them wait.',
      });
    if (pollWorld)
      sweeps.add(pollWorld, {
        every: Duration.minutes(15),
        impact: "The archive of the world's news is not read. What its files hold is found late.",
      });
    addDeadMansSwitch(this, reconcile);
    addOutcomeAlarms(alarms, { service });
    addTableAlarm(alarms, table.table.tableName);
    addAccountAlarms(alarms, stage);
    if (stage.dashboard) addDashboard(this, { service, alarms, functions, runs, decisions });
    applyOnDeploy(this, { apply, after: [table, topic, schedules], deployment });

    const outputs: Partial<StackOutputs> = {
      TableName: table.table.tableName,
      TopicArn: topic.topic.topicArn,
      BucketName: store.bucket.bucketName,
      RunsNewsQueueUrl: news.runs.queue.queueUrl,
      RunsNewsDeadLettersUrl: news.runs.deadLetters.queueUrl,
      ApplyWatchesFunction: apply.functionName,
      DeliverAlertsFunction: deliver.functionName,
      ReconcileFunction: reconcile.functionName,
      WriteReportFunction: write.functionName,
      ...(news.key && { NewsKeySecret: news.key.secretArn }),
      RunsEventsQueueUrl: events.runs.queue.queueUrl,
      RunsEventsDeadLettersUrl: events.runs.deadLetters.queueUrl,
      ...(events.key && { EventsKeySecret: events.key.secretArn }),
      RunsExtractionQueueUrl: extraction.runs.queue.queueUrl,
      RunsExtractionDeadLettersUrl: extraction.runs.deadLetters.queueUrl,
      ...(extraction.key && { JobsKeySecret: extraction.key.secretArn }),
      DecideQueueUrl: decisions.queue.queueUrl,
      DecideDeadLettersUrl: decisions.deadLetters.queueUrl,
      DeliveriesQueueUrl: webhooks.waiting.queue.queueUrl,
      DeliveriesDeadLettersUrl: webhooks.waiting.deadLetters.queueUrl,
      WorkflowArn: workflow.machine.stateMachineArn,
      ScheduleGroup: schedules.group.scheduleGroupName,
      PagesUrl: endpoint.url,
      LinkKeySecret: linkKey.secretArn,
      SubscriberDeadLettersUrl: topic.deadLetters.queueUrl,
      ...(runsOfFeeds && {
        RunsFeedsQueueUrl: runsOfFeeds.queue.queueUrl,
        RunsFeedsDeadLettersUrl: runsOfFeeds.deadLetters.queueUrl,
      }),
      ...(pollFeeds && { PollFeedsFunction: pollFeeds.functionName }),
      ...(runsOfWorld && {
        RunsWorldQueueUrl: runsOfWorld.queue.queueUrl,
        RunsWorldDeadLettersUrl: runsOfWorld.deadLetters.queueUrl,
      }),
      ...(pollWorld && { PollWorldFunction: pollWorld.functionName }),
    };
    addOutputs(this, outputs);
    this.topic = topic.topic;
    this.table = table.table;
    this.bucket = store.bucket;
    this.pagesUrl = endpoint.url;
  }
}

/** Gives those that read the archive its address. */
function giveArchive(
  readers: readonly ServiceFunction[],
  { scope, stage }: { scope: Construct; stage: Stage },
): void {
  const parameter = new CfnParameter(scope, 'Archive', {
    description: "Address of the archive of the world's news, without a slash at the end",
    default: stage.worldUrl,
    allowedPattern: 'https://\\S*[^/\\s]',
    constraintDescription: 'an https address without a slash at the end',
  });
  parameter.overrideLogicalId(WORLD_PARAMETER);
  for (const fn of readers) fn.addEnvironment(ENV.worldUrl, parameter.valueAsString);
}

/** Their names are fixed: the command line finds a stack by them. So a stack can hold one Bellwether. */
function addOutputs(scope: Construct, values: Partial<StackOutputs>): CfnOutput[] {
  return OUTPUT_NAMES.flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    const output = new CfnOutput(scope, name, { value });
    output.overrideLogicalId(name);
    return [output];
  });
}

/** Bounds what the roles of a stack, also those of the CDK's own functions, can be allowed. */
function boundRoles(scope: Stack, policyArn: string): void {
  const policy = ManagedPolicy.fromManagedPolicyArn(scope, 'PermissionsBoundary', policyArn);
  PermissionsBoundary.of(scope).apply(policy);
}
