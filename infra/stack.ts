import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { FUNCTIONS, OBJECTS, OUTPUTS } from '../shared/contracts/names.ts';
import { AlertTopic } from './constructs/alert-topic.ts';
import { Alarms } from './constructs/alarms.ts';
import { applyOnDeploy } from './constructs/apply-on-deploy.ts';
import { addDashboard } from './constructs/dashboard.ts';
import { DeadLetters } from './constructs/dead-letters.ts';
import { Deliveries } from './constructs/deliveries.ts';
import { ExtractionWorkflow } from './constructs/extraction-workflow.ts';
import { HttpEndpoint } from './constructs/http-endpoint.ts';
import { LinkKey } from './constructs/link-key.ts';
import { ObjectStore } from './constructs/object-store.ts';
import { addOutcomeAlarms } from './constructs/outcome-alarms.ts';
import { Provider } from './constructs/provider.ts';
import { addReports } from './constructs/reports.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { Sweeps } from './constructs/sweeps.ts';
import { WatchSchedules } from './constructs/watch-schedules.ts';
import { WatchTable } from './constructs/watch-table.ts';
import type { Stage } from './stages.ts';

export interface BellwetherStackProps {
  stage: Stage;
  /** The folder with one folder of code for each function, as `bundleFunctions` gives it back. */
  bundles: string;
  /** E-mail addresses of the operators, who hear of alarms. */
  operators: readonly string[];
  /** How long it is suspicious that no watch has run; left out when the watches run too seldom to tell. */
  silence?: Duration | undefined;
  /** Differs from one deployment to the next. */
  deployment: string;
}

type OutputName = (typeof OUTPUTS)[keyof typeof OUTPUTS];

/** One stage of Bellwether: the parts first, then who may use what. */
export class BellwetherStack extends Stack {
  readonly outputs: readonly CfnOutput[];

  constructor(scope: Construct, id: string, props: BellwetherStackProps) {
    const { stage, bundles, operators, silence, deployment } = props;
    super(scope, id, {
      description: `Bellwether watches the news and rings (${stage.name})`,
      terminationProtection: stage.keepsData,
      tags: { app: 'bellwether', stage: stage.name },
      analyticsReporting: false,
    });

    const alarms = new Alarms(this, 'Alarms', { prefix: id, operators });
    const table = new WatchTable(this, 'WatchTable', { stage });
    const store = new ObjectStore(this, 'ObjectStore', { stage });
    const topic = new AlertTopic(this, 'AlertTopic', { alarms });
    const endpoint = new HttpEndpoint(this, 'HttpEndpoint', { stage, alarms });
    const linkKey = new LinkKey(this, 'LinkKey', { stage });
    const news = new Provider(this, 'News', { service: 'news', stage, alarms });
    const events = new Provider(this, 'Events', { service: 'events', stage, alarms });
    const extraction = new Provider(this, 'Extraction', { service: 'extraction', stage, alarms });
    const providers = [news, events, extraction];
    const deadLetters = new DeadLetters(this, 'ScheduleDeadLetters', {
      name: 'schedules',
      impact:
        'The scheduler could not hand over a run or a sweep: that run is late until the next slot of its watch.',
      alarms,
    });
    const schedules = new WatchSchedules(this, 'WatchSchedules', {
      runs: providers.map(({ runs }) => runs),
      deadLetters,
    });
    const sweeps = new Sweeps(this, 'Sweeps', { deadLetters, alarms });

    const parts = { stage, service: id, bundles, alarms };
    const runWatch = new ServiceFunction(this, 'RunWatch', { ...parts, name: FUNCTIONS.runWatch });
    const deliver = new ServiceFunction(this, 'DeliverAlerts', { ...parts, name: FUNCTIONS.deliverAlerts });
    const apply = new ServiceFunction(this, 'ApplyWatches', { ...parts, name: FUNCTIONS.applyWatches });
    const reconcile = new ServiceFunction(this, 'Reconcile', { ...parts, name: FUNCTIONS.reconcile });
    const submit = new ServiceFunction(this, 'SubmitExtraction', {
      ...parts,
      name: FUNCTIONS.submitExtraction,
    });
    const poll = new ServiceFunction(this, 'PollExtraction', { ...parts, name: FUNCTIONS.pollExtraction });
    const collect = new ServiceFunction(this, 'CollectExtraction', {
      ...parts,
      name: FUNCTIONS.collectExtraction,
    });
    const steps = { submit, poll, collect };
    const workflow = new ExtractionWorkflow(this, 'ExtractionWorkflow', { stage, alarms, ...steps });
    const receive = new ServiceFunction(this, 'ReceiveDelivery', {
      ...parts,
      name: FUNCTIONS.receiveDelivery,
    });
    const take = new ServiceFunction(this, 'TakeDelivery', { ...parts, name: FUNCTIONS.takeDelivery });
    const deliveries = new Deliveries(this, 'Deliveries', {
      receive,
      take,
      alarms,
      store,
      endpoint,
      extraction,
    });
    const pages = new ServiceFunction(this, 'Pages', { ...parts, name: FUNCTIONS.pages });
    const write = new ServiceFunction(this, 'WriteReport', { ...parts, name: FUNCTIONS.writeReport });
    const showing = { pages, endpoint, linkKey };
    const retention = stage.reportRetention;
    addReports({ ...showing, write, apply, schedules, sweeps, store, topic, news, retention });
    const own = [runWatch, deliver, apply, reconcile, write, pages];
    const functions = [...own, ...Object.values(steps), receive, take];

    for (const fn of functions) table.grantReadWrite(fn);
    for (const { runs } of providers) {
      runs.feed(runWatch);
      for (const fn of [runWatch, reconcile]) runs.grantSend(fn);
    }
    for (const fn of [runWatch, reconcile]) {
      news.grantCall(fn);
      events.grantCall(fn);
    }
    for (const fn of [reconcile, ...Object.values(steps)]) extraction.grantCall(fn);
    for (const fn of [runWatch, reconcile]) workflow.grantStart(fn);
    workflow.grantList(reconcile);
    for (const fn of [runWatch, collect, reconcile]) store.grantPut(fn, OBJECTS.raw);
    for (const fn of [runWatch, deliver, collect]) topic.grantPublish(fn);
    for (const fn of [apply, reconcile]) topic.grantSubscriptions(fn);
    schedules.grantSchedules(apply);
    for (const fn of [runWatch, deliver, collect, pages]) {
      linkKey.grantRead(fn);
      endpoint.notify(fn);
    }
    // Where webhooks lead to.
    endpoint.notify(reconcile);
    routePages(endpoint, pages);

    sweeps.add(deliver, {
      every: Duration.minutes(1),
      impact: 'Alerts that are held, or were not accepted at first, stay untold.',
    });
    sweeps.add(reconcile, {
      every: Duration.minutes(5),
      impact: 'Nothing is mended: windows that could not be covered stay open.',
    });
    addOutcomeAlarms(alarms, { service: id, silence });
    addDashboard(this, { service: id, alarms, functions, runs: providers.map(({ runs }) => runs) });
    applyOnDeploy(this, { apply, after: [table, topic, schedules], deployment });

    const outputs: Readonly<Record<OutputName, string>> = {
      [OUTPUTS.table]: table.table.tableName,
      [OUTPUTS.topic]: topic.topic.topicArn,
      [OUTPUTS.bucket]: store.bucket.bucketName,
      [OUTPUTS.runsNewsQueue]: news.runs.queue.queueUrl,
      [OUTPUTS.runsNewsDeadLetters]: news.runs.deadLetters.queueUrl,
      [OUTPUTS.applyWatches]: apply.functionName,
      [OUTPUTS.deliverAlerts]: deliver.functionName,
      [OUTPUTS.reconcile]: reconcile.functionName,
      [OUTPUTS.writeReport]: write.functionName,
      [OUTPUTS.newsKeySecret]: news.key.secretArn,
      [OUTPUTS.runsEventsQueue]: events.runs.queue.queueUrl,
      [OUTPUTS.runsEventsDeadLetters]: events.runs.deadLetters.queueUrl,
      [OUTPUTS.eventsKeySecret]: events.key.secretArn,
      [OUTPUTS.runsExtractionQueue]: extraction.runs.queue.queueUrl,
      [OUTPUTS.runsExtractionDeadLetters]: extraction.runs.deadLetters.queueUrl,
      [OUTPUTS.jobsKeySecret]: extraction.key.secretArn,
      [OUTPUTS.deliveriesQueue]: deliveries.waiting.queue.queueUrl,
      [OUTPUTS.deliveriesDeadLetters]: deliveries.waiting.deadLetters.queueUrl,
      [OUTPUTS.workflow]: workflow.machine.stateMachineArn,
      [OUTPUTS.scheduleGroup]: schedules.group.scheduleGroupName,
      [OUTPUTS.pages]: endpoint.url,
      [OUTPUTS.linkKeySecret]: linkKey.secretArn,
    };
    this.outputs = Object.entries(outputs).map(([name, value]) => new CfnOutput(this, name, { value }));
  }
}

/** Pages are read by GET. What changes something is posted by a form of a receipt, and to nowhere else. */
function routePages(endpoint: HttpEndpoint, fn: ServiceFunction): void {
  const openBecause =
    'People without an account open pages from their mail: the signature in the link lets them in, and the function checks it.';
  endpoint.route({ method: HttpMethod.GET, path: '/', fn, openBecause });
  endpoint.route({ method: HttpMethod.GET, path: '/{page+}', fn, openBecause });
  endpoint.route({ method: HttpMethod.POST, path: '/r/{link}', fn, openBecause });
}
