import * as z from 'zod';
import { defined } from '../domain/lib/fields.ts';
import type { Service, UpstreamService } from '../domain/lib/errors.ts';
import { DAY } from '../domain/time/instant.ts';
import { ENV, NOT_USED } from './names.ts';
import { readSettings, signInSchema, slackAppSchema } from './sign-in.ts';

/** The environment of a process, unchecked. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that a function reads, by the names that its code uses. */
interface Variables {
  readonly [name: string]: string | Variables;
}

type ValuesOf<V> = { [K in keyof V]: V[K] extends string ? string : ValuesOf<V[K]> };

const { table, topic, bucket, workflow, decideQueue } = ENV;
const DELIVER = { table, topic };
/** For functions that change who receives what. */
const SUBSCRIBE = { ...DELIVER, deadLetters: ENV.subscriberDeadLetters };
const EXTRACTION = { table, ...accessOf('extraction'), prefix: ENV.jobsPrefix };

const reportDaysSchema = z.object({ [ENV.reportDays]: z.coerce.number().int().positive() });

/** For the function that writes reports. */
export function readReportEnvironment(environment: Environment) {
  const variables = read({ ...DELIVER, bucket, ...usedAccess('news', environment) }, environment);
  const { [ENV.reportDays]: days } = reportDaysSchema.parse(environment);
  return { ...variables, retention: days * DAY };
}

/** For the functions that step an extraction. */
export function readExtractionEnvironment(environment: Environment) {
  return { ...read(EXTRACTION, environment), ...organizationIn(environment) };
}

/** For functions that insert records of the extraction service, and order them to be decided. */
export function readInsertEnvironment(environment: Environment) {
  return {
    ...read({ ...EXTRACTION, topic, bucket, decideQueue }, environment),
    ...organizationIn(environment),
  };
}

/** The organization for which the extraction service is called, where the stage names one. */
function organizationIn(environment: Environment): { organizationId?: string } {
  const organizationId = environment[ENV.jobsOrganization];
  return organizationId ? { organizationId } : {};
}

/** For the webhook receiver. */
export function readReceiveEnvironment(environment: Environment) {
  const keySecret = ENV.serviceKeySecret.extraction;
  return read({ table, bucket, deliveriesQueue: ENV.deliveriesQueue, keySecret }, environment);
}

/** For the function that runs watches. */
export function readRunWatchEnvironment(environment: Environment) {
  const services = { ...usedAccess('news', environment), ...usedAccess('events', environment) };
  const variables = read({ ...DELIVER, bucket, workflow, decideQueue, ...services }, environment);
  const runsQueues = byService(ENV.runsQueue, environment);
  return { ...variables, runsQueues, worldUrl: environment[ENV.worldUrl] };
}

/** For the function that decides. */
export function readDecideEnvironment(environment: Environment) {
  return read({ ...DELIVER, decideQueue }, environment);
}

/** For the poller of feeds. */
export function readPollFeedsEnvironment(environment: Environment) {
  return { ...read({ table }, environment), reachable: environment[ENV.feedsReach] };
}

/** For the reader of the archive. */
export function readPollWorldEnvironment(environment: Environment) {
  return read({ table, url: ENV.worldUrl }, environment);
}

/** For the function that delivers alerts. */
export function readDeliverEnvironment(environment: Environment) {
  return read(DELIVER, environment);
}

/** For the function that serves the lanes of other transports than SNS. */
export function readTransportsEnvironment(environment: Environment) {
  const addresses = { slack: ENV.slackUrl, pagerDuty: ENV.pagerDutyUrl };
  const variables = read({ table, stack: ENV.service, ...addresses }, environment);
  return {
    ...variables,
    reachable: environment[ENV.reachable] ?? '',
    hasSlackApp: environment[ENV.slackApp] !== undefined,
  };
}

/** What Lambda gives each function: its region and its credentials. With it, where services of AWS are. */
export function readAwsEnvironment(environment: Environment) {
  const names = { accessKeyId: 'AWS_ACCESS_KEY_ID', secretAccessKey: 'AWS_SECRET_ACCESS_KEY' };
  const { region, ...keys } = read({ region: 'AWS_REGION', ...names }, environment);
  const sessionToken = environment['AWS_SESSION_TOKEN'] || undefined;
  const given = (name: string) => environment[`AWS_ENDPOINT_URL_${name}`] ?? environment['AWS_ENDPOINT_URL'];
  return {
    account: { region, credentials: { ...keys, sessionToken } },
    events: given('EVENTBRIDGE') ?? `https://events.${region}.amazonaws.com`,
    bedrock: given('BEDROCK_RUNTIME') ?? `https://bedrock-runtime.${region}.amazonaws.com`,
    mail: given('SESV2') ?? `https://email.${region}.amazonaws.com`,
  };
}

/** For functions that order that function. */
export function readTransportQueueEnvironment(environment: Environment) {
  return read({ url: ENV.transportsQueue }, environment);
}

/** For the pages. */
export function readPagesEnvironment(environment: Environment) {
  const { [ENV.signIn]: signIn, [ENV.slackApp]: slackApp } = environment;
  return {
    ...read({ table, bucket, decideQueue, stack: ENV.service }, environment),
    signIn: readSettings(signInSchema, { key: 'pages', text: signIn }),
    slackApp: readSettings(slackAppSchema, { key: 'slack', text: slackApp }),
    pagerDutySecret: environment[ENV.pagerDutyWebhookSecret],
  };
}

/** The address of the pages, and the secret that signs links to them. */
export function readLinkEnvironment(environment: Environment) {
  return read({ base: ENV.pages, keySecret: ENV.linkKeySecret }, environment);
}

/** For reconcile. */
export function readReconcileEnvironment(environment: Environment) {
  const own = { receiver: ENV.pages, stack: ENV.service };
  return {
    ...read({ ...SUBSCRIBE, workflow, bucket, decideQueue, ...own }, environment),
    runsQueues: byService(ENV.runsQueue, environment),
    services: readServices(environment),
    heartbeat: environment[ENV.heartbeat] || undefined,
  };
}

/** The address of a service, and the secret with its key. */
export interface ServiceAccess {
  url: string;
  keySecret: string;
  /** Of the extraction service: the prefix of its paths. */
  prefix?: string;
  /** Of the extraction service: the organization, if the stage names one. */
  organizationId?: string;
}

/** The services that this function may call. */
function readServices(environment: Environment): Partial<Record<UpstreamService, ServiceAccess>> {
  const urls = byService(ENV.serviceUrl, environment);
  const secrets = byService(ENV.serviceKeySecret, environment);
  const prefix = environment[ENV.jobsPrefix];
  const accessTo = (service: UpstreamService) => {
    const [url, keySecret] = [urls[service], secrets[service]];
    return url && url !== NOT_USED && keySecret
      ? defined<ServiceAccess>({ url, keySecret, prefix, ...organizationIn(environment) })
      : undefined;
  };
  return defined({ news: accessTo('news'), events: accessTo('events'), extraction: accessTo('extraction') });
}

/** For the function that applies watches. */
export function readApplyEnvironment(environment: Environment) {
  const queueArns = byService(ENV.runsQueueArn, environment);
  const schedules = {
    group: ENV.scheduleGroup,
    roleArn: ENV.scheduleRole,
    deadLettersArn: ENV.scheduleDeadLetters,
    functionArn: ENV.writeReport,
  };
  const variables = read({ ...SUBSCRIBE, schedules }, environment);
  return { ...variables, schedules: { ...variables.schedules, queueArns } };
}

function accessOf(service: UpstreamService) {
  return { url: ENV.serviceUrl[service], keySecret: ENV.serviceKeySecret[service] };
}

/** The variables of a service, below its name. Empty where the stage says that the service is not used. */
function usedAccess<S extends UpstreamService>(
  service: S,
  environment: Environment,
): Partial<Record<S, ReturnType<typeof accessOf>>>;
function usedAccess(service: UpstreamService, environment: Environment): object {
  return environment[ENV.serviceUrl[service]] === NOT_USED ? {} : { [service]: accessOf(service) };
}

/** @throws Error with the names of all missing variables; the function must not start. */
export function read<const V extends Variables>(variables: V, environment: Environment): ValuesOf<V>;
export function read(variables: Variables, environment: Environment): object {
  const missing: string[] = [];
  const valueOf = (variable: string | Variables): unknown => {
    if (typeof variable !== 'string') return mapValues(variable, valueOf);
    const value = environment[variable];
    // Only the prefix of paths may be empty.
    if (value === undefined || (value === '' && variable !== ENV.jobsPrefix)) missing.push(variable);
    return value;
  };
  const values = mapValues(variables, valueOf);
  if (missing.length === 0) return values;
  throw new Error(`The environment lacks ${missing.join(', ')}: the stack must set this on the function.`);
}

function mapValues<V>(of: Readonly<Record<string, V>>, change: (value: V) => unknown): object {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value)]));
}

/** The variable of each service that has one: a stack may serve only some services. */
function byService(names: Readonly<Partial<Record<Service, string>>>, environment: Environment) {
  const valueOf = (service: Service) => environment[names[service] ?? ''] || undefined;
  return defined({
    news: valueOf('news'),
    events: valueOf('events'),
    extraction: valueOf('extraction'),
    feeds: valueOf('feeds'),
    world: valueOf('world'),
  });
}
