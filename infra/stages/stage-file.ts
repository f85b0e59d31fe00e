import { pagerDutySchema, signInSchema, slackAppSchema } from '../../shared/contracts/sign-in.ts';
import * as z from 'zod';
import { FUNCTIONS } from '../../shared/contracts/names.ts';
import type { Problem } from '../../shared/contracts/watches-file/problem.ts';
import { withExpectation } from '../../shared/contracts/watches-file/schema/values.ts';
import { SERVICES, type UpstreamService } from '../../shared/domain/lib/errors.ts';
import { ORGANIZATION } from '../stack-parameters.ts';
import { modelProblems, modelsFileSchema, patterned } from './stage-models.ts';

/** How many days CloudWatch Logs can keep a log group; 9999 keeps it for good. */
export const LOG_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
  9999,
] as const;

/**
 * The functions at once that AWS allows an account which has asked for no other limit. A new account may have fewer.
 */
export const LAMBDA_CONCURRENCY = 1_000;

/** SQS allows an event source 2 to 1000 calls at once. */
const calls = withExpectation(z.number().int().min(2).max(1000), {
  noun: 'number of calls',
  expected: 'a whole number from 2 to 1000',
  hint: 'SQS calls a function at least twice at once',
});
const days = withExpectation(z.number().int().positive(), { expected: 'a whole number of days' });

/** The memory of a function that a file does not name, in MB. */
const USUAL_MEMORY = 512;
/** Lambda allows 128 MB to 10240 MB. */
const megabytes = withExpectation(z.number().int().min(128).max(10_240), {
  noun: 'memory',
  expected: 'a whole number of MB from 128 to 10240',
});
/** Not 0: that turns a function off. */
const reserved = withExpectation(z.number().int().min(1).max(1000), {
  expected: 'a whole number from 1 to 1000',
});

const region = patterned(/^[a-z]{2}(-[a-z]+)+-\d$/, {
  noun: 'region',
  expected: 'a region such as eu-west-1',
});
/** IAM compares the ARN of the key, so an alias would allow nothing. */
const keyArn = patterned(/^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/, {
  noun: 'key ARN',
  expected:
    'the ARN of a KMS key, not of an alias, such as arn:aws:kms:eu-west-1:111122223333:key/1a2b3c4d-0000-0000-0000-000000000000',
});
const boundaryArn = patterned(/^arn:aws[a-z-]*:iam::(?:\d{12}|aws):policy\/[\w+=,.@/-]+$/, {
  noun: 'policy ARN',
  expected: 'the ARN of a policy such as arn:aws:iam::111122223333:policy/boundary',
});
const network = patterned(
  /^(?:\d{1,3}(?:\.\d{1,3}){3}(?:\/(?:\d|[12]\d|3[0-2]))?|[0-9a-f:]*:[0-9a-f:]*(?:\/\d{1,3})?)$/i,
  {
    noun: 'network',
    expected: 'an address or a network, such as 10.2.0.0/16 or "fd00::/8"',
  },
);

const certificateArn = patterned(/^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/, {
  noun: 'certificate ARN',
  expected:
    'the ARN of a certificate of ACM such as arn:aws:acm:eu-west-1:111122223333:certificate/1a2b3c4d-0000-0000-0000-000000000000',
});
const domainName = patterned(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, {
  noun: 'domain name',
  expected: 'a name in lower case such as alerts.example.com',
});
/** The stack's name begins with it: letters, digits and hyphens, which CloudFormation allows. */
const namePrefix = patterned(/^[a-zA-Z][a-zA-Z0-9-]{0,39}$/, {
  noun: 'name prefix',
  expected: 'at most 40 letters, digits and hyphens, a letter first',
});
const address = patterned(/^(?:none|https:\/\/\S*[^/\s])$/, {
  noun: 'address',
  expected:
    'an https address without a slash at the end, such as https://news.example.com/api, or none for a service that is not used',
});
const archive = patterned(/^https:\/\/\S*[^/\s]$/, {
  noun: 'address',
  expected: 'an https address without a slash at the end, with the lists and files below it',
});
const issuer = patterned(/^https:\/\/\S+$/, {
  noun: 'issuer',
  expected: 'the https address of an issuer as its metadata say it, such as https://login.example.com/tenant',
});
const pathPrefix = patterned(/^(?:\/\S*[^/\s])?$/, {
  noun: 'path',
  expected: 'a path such as /svc, without a slash at the end, or ""',
});

const organization = patterned(ORGANIZATION, {
  noun: 'organization',
  expected: 'the id of an organization of the key, without spaces',
});

const functionNames = Object.values(FUNCTIONS);
function perFunction<S extends z.ZodType>(schema: S): Record<(typeof functionNames)[number], S>;
function perFunction(schema: z.ZodType): object {
  return Object.fromEntries(functionNames.map((name) => [name, schema]));
}

const tableClass = withExpectation(z.enum(['standard', 'infrequent-access']), {
  noun: 'choice',
  expected: 'standard or infrequent-access',
});
const alarmChoice = withExpectation(z.enum(['full', 'lean']), { noun: 'choice', expected: 'full or lean' });
/**
 * Lambda takes a line without a level for info, and our metrics are such lines: at warn they, and their alarms, would
 * be lost.
 */
const logLevel = withExpectation(z.enum(['debug', 'info']), {
  noun: 'log level',
  expected: 'debug or info',
  hint: 'write info: at a higher level Lambda drops the lines that metrics and alarms are made of',
});
const logDays = withExpectation(z.literal(LOG_DAYS), {
  noun: 'number of days',
  expected: `one of ${LOG_DAYS.join(', ')}`,
});
/** CloudFormation: at most 50 tags, of which two are ours; keys up to 128 and values up to 256 characters. */
const tagText = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
const tags = withExpectation(
  z.record(
    z.string().min(1).max(128).regex(tagText),
    withExpectation(z.string().max(256).regex(tagText), {
      noun: 'tag',
      expected: 'a text of at most 256 letters, digits, spaces and _.:/=+-@',
    }),
  ),
  { expected: 'a mapping of tags such as { team: press }' },
);

/**
 * The file of a stage, as it is written: what differs from one stage to another. Everything else is the same by
 * construction. A key that a file leaves out means what the stack did before the key existed.
 */
export const stageFileSchema = z
  .strictObject({
    keeps_data: z
      .boolean()
      .describe(
        'Table, bucket, keys and logs outlive the stack, and it refuses destroy. false: all of it goes.',
      ),
    log_retention_days: logDays.describe('How long logs are kept.'),
    object_retention_days: days.describe(
      'How long the bucket keeps an object: the longest retention of a watch with keep: full.',
    ),
    report_retention_days: days.describe('How long the bucket keeps a report.'),
    concurrency: z
      .strictObject({ news: calls, events: calls, extraction: calls, decide: calls })
      .describe(
        'Calls at once to each service, best one below what the plan allows; and how many spaces are decided at once.',
      ),
    limits: z
      .strictObject({
        sms_usd: z.number().positive().optional(),
        lambda_concurrency: z.number().int().positive().optional(),
      })
      .optional()
      .describe(
        'Limits of the account for alarms: USD a month for SMS (default 1), functions at once (1000).',
      ),
    memory: z
      .strictObject(perFunction(megabytes.default(USUAL_MEMORY)))
      .prefault({})
      .describe(
        `MB for a function, where it is not ${USUAL_MEMORY}; its share of a processor grows with it.`,
      ),
    region: region.optional().describe('Default: the region of your AWS profile. Never change it later.'),
    log_level: logLevel.optional().describe('Default info.'),
    customer_key: keyArn
      .optional()
      .describe(
        'A KMS key of yours for table, bucket, topics, queues, secrets and logs. Needs region. Default: keys of AWS.',
      ),
    permissions_boundary: boundaryArn
      .optional()
      .describe('The boundary of every role of the stack. Default none.'),
    reachable_networks: z
      .array(network)
      .max(50)
      .optional()
      .describe('Private addresses and networks that webhooks of channels may lead to. Default none.'),
    models: modelsFileSchema
      .optional()
      .describe('Language models that judges of watches may ask, by name. Default none.'),
    tags: tags.optional().describe('Tags of every resource, besides app and stage.'),
    alarms: alarmChoice
      .optional()
      .describe('full (default), or lean, as in dev: few alarms for less than 1 USD a month.'),
    dashboard: z
      .boolean()
      .optional()
      .describe('Default true. The first 3 dashboards of an account are free.'),
    tracing: z.boolean().optional().describe('X-Ray traces of functions and workflow. Default false.'),
    table_class: tableClass
      .optional()
      .describe(
        'standard (default), or infrequent-access: storage costs 60% less, requests 25% more. It can change twice in 30 days.',
      ),
    name_prefix: namePrefix
      .optional()
      .describe('The stack is called PREFIX-STAGE. Default bellwether. Never change it later.'),
    reserved_concurrency: z
      .strictObject(perFunction(reserved.optional()))
      .optional()
      .describe('Calls at once that a function may use and no other can take. Default none.'),
    domain: z
      .strictObject({ name: domainName, certificate: certificateArn })
      .optional()
      .describe('A domain of yours for pages and links, with its certificate in ACM.'),
    pages: z
      .strictObject({ ...signInSchema.shape, issuer })
      .optional()
      .describe(
        'Lets people sign in at an issuer of OpenID Connect, with the roles of their groups: docs/sign-in.md.',
      ),
    slack: slackAppSchema
      .optional()
      .describe('The app of Slack whose buttons act on alerts, and who may press them: docs/sign-in.md.'),
    pagerduty: pagerDutySchema
      .optional()
      .describe('The webhook subscription of PagerDuty whose acknowledgements count: docs/sign-in.md.'),
    services: z
      .strictObject({
        news: address.optional(),
        events: address.optional(),
        extraction: address.optional(),
        extraction_prefix: pathPrefix.optional(),
        extraction_organization: organization.optional(),
        world: archive.optional(),
      })
      .optional()
      .describe(
        'Addresses of the services, or none. A service left out has a parameter of the stack instead. world: a mirror of the archive that watches of kind world read.',
      ),
  })
  .describe('A stage of Bellwether');

export type StageFile = z.infer<typeof stageFileSchema>;

/** Editors support this draft best. */
const TARGET = 'draft-7';

/**
 * The JSON Schema of `infra/stages/NAME.yaml`, for editors. The rules between several values are left to the
 * synthesis.
 */
export function stageJsonSchema(): object {
  return z.toJSONSchema(stageFileSchema, { io: 'input', target: TARGET });
}

/** Tags that every stack has. */
const OWN_TAGS: readonly string[] = ['app', 'stage'];
/** CloudFormation takes 50 tags for a stack. */
const MOST_TAGS = 50 - OWN_TAGS.length;
/** What `take-delivery` may use at once: its queue calls it twice. */
const DELIVERY_CALLS = 2;

/**
 * What the schema of a stage cannot say: values that must fit to each other. Sources are in
 * docs/decisions/rules-of-aws.md.
 */
export function checkStageRules(file: StageFile): Problem[] {
  return [
    ...regionProblems(file),
    ...tagProblems(file),
    ...reservedProblems(file),
    ...serviceProblems(file),
    ...modelProblems(file.models),
  ];
}

/**
 * A key and a certificate must be in the region of the stack. The key of a table is written beside the region's name.
 */
function regionProblems({ region, customer_key: key, domain }: StageFile): Problem[] {
  if (region === undefined) {
    if (key === undefined) return [];
    const hint = `add region: ${key.split(':')[3]}`;
    return [
      { path: ['customer_key'], atKey: true, what: 'A stage with a key of yours names its region', hint },
    ];
  }
  const given = [
    { path: ['customer_key'], what: 'The key', arn: key },
    { path: ['domain', 'certificate'], what: 'The certificate', arn: domain?.certificate },
  ];
  return given.flatMap(({ path, what, arn }) => {
    const other = arn?.split(':')[3];
    if (other === undefined || other === region) return [];
    return [
      {
        path,
        what: `${what} is in ${other}, but the stack is in ${region}`,
        hint: `name one of ${region}, or correct region`,
      },
    ];
  });
}

function tagProblems({ tags = {} }: StageFile): Problem[] {
  const keys = Object.keys(tags);
  const reserved = keys.filter((key) => OWN_TAGS.includes(key) || /^aws:/i.test(key));
  const problems = reserved.map((key): Problem => {
    const who = OWN_TAGS.includes(key) ? 'The stack sets this tag itself' : 'AWS reserves tags with aws:';
    return { path: ['tags', key], atKey: true, what: who, hint: 'choose another name, or remove it' };
  });
  if (keys.length <= MOST_TAGS) return problems;
  const what = `There are ${keys.length} tags, the maximum is ${MOST_TAGS}`;
  return [...problems, { path: ['tags'], atKey: true, what, hint: 'remove some' }];
}

/** A queue must not call a function more often at once than the function has calls reserved: the rest is throttled. */
function reservedProblems(file: StageFile): Problem[] {
  const { reserved_concurrency: reserved = {}, concurrency } = file;
  const needed = {
    [FUNCTIONS.runWatch]: concurrency.news + concurrency.events + concurrency.extraction,
    [FUNCTIONS.decideFindings]: concurrency.decide,
    [FUNCTIONS.takeDelivery]: DELIVERY_CALLS,
  };
  const tooFew = Object.values(FUNCTIONS).flatMap((name) => {
    const [given, least = 0] = [reserved[name], new Map(Object.entries(needed)).get(name)];
    if (given === undefined || given >= least) return [];
    const what = `The queues of ${name} call it ${least} times at once`;
    return [
      { path: ['reserved_concurrency', name], what, hint: `write at least ${least}, or remove the key` },
    ];
  });
  return [...tooFew, ...accountProblems(file)];
}

/** Of the functions at once that an account allows, AWS leaves so many to those that reserve none. */
const UNRESERVED = 100;

function accountProblems({ reserved_concurrency: reserved = {}, limits }: StageFile): Problem[] {
  const most = (limits?.lambda_concurrency ?? LAMBDA_CONCURRENCY) - UNRESERVED;
  const sum = Object.values(reserved).reduce((all, one) => all + (one ?? 0), 0);
  if (sum <= most || sum === 0) return [];
  const what = `The functions reserve ${sum} calls at once, and an account that allows ${most + UNRESERVED} takes ${Math.max(most, 0)} at most`;
  const hint = 'lower them, or write the limit of your account as limits.lambda_concurrency';
  return [{ path: ['reserved_concurrency'], atKey: true, what, hint }];
}

function serviceProblems({ services = {} }: StageFile): Problem[] {
  const { extraction_prefix: prefix, extraction_organization: organization, extraction } = services;
  const problems: Problem[] = [];
  if (prefix !== undefined && (extraction === undefined || extraction === 'none')) {
    const what = 'A prefix needs the address of the extraction service';
    problems.push({
      path: ['services', 'extraction_prefix'],
      atKey: true,
      what,
      hint: 'add extraction: https://…',
    });
  }
  if (organization !== undefined && extraction === 'none') {
    problems.push({
      path: ['services', 'extraction_organization'],
      atKey: true,
      what: 'An organization needs the extraction service',
      hint: 'remove it, or give the address of the service',
    });
  }
  return problems;
}

/** The services that a stage does not use. */
export function unusedServices({ services = {} }: Pick<StageFile, 'services'>): UpstreamService[] {
  return SERVICES.filter((service) => services[service] === 'none');
}

/** What watches of a stage cannot use: services, and all models but these. `name` is that of its file, for messages. */
export function unusedBy(
  file: Pick<StageFile, 'services' | 'models'>,
  name: string,
): { services: UpstreamService[]; models: string[]; file: string } {
  return { services: unusedServices(file), models: Object.keys(file.models ?? {}), file: name };
}
