import type { Problem } from '../../shared/contracts/watches-file/problem.ts';
import { SERVICES, type UpstreamService } from '../../shared/domain/lib/errors.ts';
import { FUNCTIONS } from '../../shared/contracts/names.ts';
import type { StageFile } from './stage-file.ts';

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
  return [...regionProblems(file), ...tagProblems(file), ...reservedProblems(file), ...serviceProblems(file)];
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
function reservedProblems({ reserved_concurrency: reserved = {}, concurrency }: StageFile): Problem[] {
  const needed = {
    [FUNCTIONS.runWatch]: concurrency.news + concurrency.events + concurrency.extraction,
    [FUNCTIONS.decideFindings]: concurrency.decide,
    [FUNCTIONS.takeDelivery]: DELIVERY_CALLS,
  };
  return Object.values(FUNCTIONS).flatMap((name) => {
    const [given, least = 0] = [reserved[name], new Map(Object.entries(needed)).get(name)];
    if (given === undefined || given >= least) return [];
    const what = `The queues of ${name} call it ${least} times at once`;
    return [
      { path: ['reserved_concurrency', name], what, hint: `write at least ${least}, or remove the key` },
    ];
  });
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
