import * as z from 'zod';
import { defined } from '../domain/lib/fields.ts';
import type { Service } from '../domain/lib/errors.ts';
import { DAY } from '../domain/time/instant.ts';
import { ENV } from './names.ts';

/** The environment of a process, unchecked. */
export type Environment = Readonly<Record<string, string | undefined>>;

const SERVICES = ['news', 'events', 'extraction'] as const satisfies readonly Service[];
const text = z.string().min(1);

const runWatchSchema = z
  .object({
    [ENV.table]: text,
    [ENV.topic]: text,
    [ENV.bucket]: text,
    [ENV.workflow]: text,
    [ENV.serviceUrl.news]: text,
    [ENV.serviceKeySecret.news]: text,
    [ENV.serviceUrl.events]: text,
    [ENV.serviceKeySecret.events]: text,
  })
  .transform((env) => ({
    table: env[ENV.table],
    topic: env[ENV.topic],
    bucket: env[ENV.bucket],
    workflow: env[ENV.workflow],
    news: { url: env[ENV.serviceUrl.news], keySecret: env[ENV.serviceKeySecret.news] },
    events: { url: env[ENV.serviceUrl.events], keySecret: env[ENV.serviceKeySecret.events] },
  }));

const deliverSchema = z
  .object({ [ENV.table]: text, [ENV.topic]: text })
  .transform((env) => ({ table: env[ENV.table], topic: env[ENV.topic] }));

const scheduleSchema = z
  .object({
    [ENV.scheduleGroup]: text,
    [ENV.scheduleRole]: text,
    [ENV.scheduleDeadLetters]: text,
    [ENV.writeReport]: text,
  })
  .transform((env) => ({
    group: env[ENV.scheduleGroup],
    roleArn: env[ENV.scheduleRole],
    deadLettersArn: env[ENV.scheduleDeadLetters],
    functionArn: env[ENV.writeReport],
  }));

const reportSchema = z
  .object({
    [ENV.table]: text,
    [ENV.topic]: text,
    [ENV.bucket]: text,
    [ENV.serviceUrl.news]: text,
    [ENV.serviceKeySecret.news]: text,
    [ENV.reportDays]: z.coerce.number().int().positive(),
  })
  .transform((env) => ({
    table: env[ENV.table],
    topic: env[ENV.topic],
    bucket: env[ENV.bucket],
    news: { url: env[ENV.serviceUrl.news], keySecret: env[ENV.serviceKeySecret.news] },
    retention: env[ENV.reportDays] * DAY,
  }));

const reconcileSchema = z
  .object({
    [ENV.table]: text,
    [ENV.topic]: text,
    [ENV.workflow]: text,
    [ENV.bucket]: text,
    [ENV.pages]: text,
    [ENV.service]: text,
  })
  .transform((env) => ({
    table: env[ENV.table],
    topic: env[ENV.topic],
    workflow: env[ENV.workflow],
    bucket: env[ENV.bucket],
    receiver: env[ENV.pages],
    stack: env[ENV.service],
  }));

const receiveSchema = z
  .object({ [ENV.table]: text, [ENV.bucket]: text, [ENV.deliveriesQueue]: text })
  .transform((env) => ({
    table: env[ENV.table],
    bucket: env[ENV.bucket],
    deliveriesQueue: env[ENV.deliveriesQueue],
  }));

const linkSchema = z
  .object({ [ENV.pages]: text, [ENV.linkKeySecret]: text })
  .transform((env) => ({ base: env[ENV.pages], keySecret: env[ENV.linkKeySecret] }));

const extractionSchema = z
  .object({
    [ENV.table]: text,
    [ENV.serviceUrl.extraction]: text,
    [ENV.serviceKeySecret.extraction]: text,
    [ENV.jobsPrefix]: z.string(),
  })
  .transform((env) => ({
    table: env[ENV.table],
    url: env[ENV.serviceUrl.extraction],
    keySecret: env[ENV.serviceKeySecret.extraction],
    prefix: env[ENV.jobsPrefix],
  }));

const bucketSchema = z.object({ [ENV.bucket]: text }).transform((env) => ({ bucket: env[ENV.bucket] }));

const collectSchema = z.object({ [ENV.topic]: text, [ENV.bucket]: text }).transform((env) => ({
  topic: env[ENV.topic],
  bucket: env[ENV.bucket],
}));

/** For the function that writes reports. */
export function readReportEnvironment(environment: Environment) {
  return read(reportSchema, environment);
}

/** For the functions that step an extraction. */
export function readExtractionEnvironment(environment: Environment) {
  return read(extractionSchema, environment);
}

/** For the function that processes webhook payloads. */
export function readProcessWebhookEnvironment(environment: Environment) {
  return { ...read(extractionSchema, environment), ...read(bucketSchema, environment) };
}

/** For the function that collects records. */
export function readCollectEnvironment(environment: Environment) {
  return { ...read(extractionSchema, environment), ...read(collectSchema, environment) };
}

/** For the webhook receiver. */
export function readReceiveEnvironment(environment: Environment) {
  return read(receiveSchema, environment);
}

/** For the function that runs watches. */
export function readRunWatchEnvironment(environment: Environment) {
  return { ...read(runWatchSchema, environment), runsQueues: byService(ENV.runsQueue, environment) };
}

/** For the function that delivers alerts. */
export function readDeliverEnvironment(environment: Environment) {
  return read(deliverSchema, environment);
}

const pagesSchema = z
  .object({ [ENV.table]: text, [ENV.bucket]: text })
  .transform((env) => ({ table: env[ENV.table], bucket: env[ENV.bucket] }));

/** For the pages. */
export function readPagesEnvironment(environment: Environment) {
  return read(pagesSchema, environment);
}

/** The address of the pages, and the secret that signs links to them. */
export function readLinkEnvironment(environment: Environment) {
  return read(linkSchema, environment);
}

/** For reconcile. */
export function readReconcileEnvironment(environment: Environment) {
  return {
    ...read(reconcileSchema, environment),
    runsQueues: byService(ENV.runsQueue, environment),
    services: readServices(environment),
  };
}

/** The address of a service, and the secret with its key. */
export interface ServiceAccess {
  url: string;
  keySecret: string;
  /** Of the extraction service: the prefix of its paths. */
  prefix?: string;
}

/** The services that this function may call. */
function readServices(environment: Environment): Partial<Record<Service, ServiceAccess>> {
  const urls = byService(ENV.serviceUrl, environment);
  const secrets = byService(ENV.serviceKeySecret, environment);
  const prefix = environment[ENV.jobsPrefix];
  const known = SERVICES.flatMap((service) => {
    const [url, keySecret] = [urls[service], secrets[service]];
    if (url === undefined || keySecret === undefined) return [];
    return [[service, defined<ServiceAccess>({ url, keySecret, prefix })] as const];
  });
  return Object.fromEntries(known);
}

/** For the function that applies watches. */
export function readApplyEnvironment(environment: Environment) {
  const queueArns = byService(ENV.runsQueueArn, environment);
  return {
    ...read(deliverSchema, environment),
    schedules: { ...read(scheduleSchema, environment), queueArns },
  };
}

/** @throws Error with the names of all missing variables; the function must not start. */
function read<S extends z.ZodType>(schema: S, environment: Environment): z.output<S> {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  const missing = result.error.issues.map(({ path }) => path.join('.'));
  throw new Error(`The environment lacks ${missing.join(', ')}: the stack must set this on the function.`);
}

/** The variable of each service that has one: a stack may serve only some services. */
function byService(
  names: Readonly<Record<Service, string>>,
  environment: Environment,
): Partial<Record<Service, string>> {
  const set = SERVICES.map((service) => [service, environment[names[service]]] as const);
  return Object.fromEntries(set.filter(([, value]) => value !== undefined && value !== ''));
}
