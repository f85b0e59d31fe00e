import { CliFailure, explainError } from '../failure.ts';
import { plainText } from '../print-values.ts';
import type { ValidWatches } from '../read-file.ts';
import type { OutletList, Stack } from '../stack/stack.ts';
import { didYouMean, nearest } from '../../../shared/contracts/watches-file/near-miss.ts';
import type { Problem } from '../../../shared/contracts/watches-file/problem.ts';
import { isPolled, type Service, type UpstreamService } from '../../../shared/domain/lib/errors.ts';
import { type Instant, SECOND } from '../../../shared/domain/time/instant.ts';
import { type Watch, serviceOf } from '../../../shared/domain/watches/watch.ts';

/**
 * Refuses watches of a service that a stack was deployed without. The stack itself says so, whatever the files of this
 * project say.
 *
 * @throws CliFailure that names the first of them. Nothing was changed.
 */
export function checkUsedServices(watches: readonly Watch[], { name, services, polls }: Stack): void {
  const isUsed = (service: Service) =>
    isPolled(service) ? polls[service] : services[service].url !== undefined;
  const watch = watches.find(({ kind }) => !isUsed(serviceOf(kind)));
  if (!watch) return;
  const service = serviceOf(watch.kind);
  if (isPolled(service))
    throw new CliFailure(
      `Watch ${plainText(watch.id)} reads ${service === 'feeds' ? 'feeds' : "the archive of the world's news"}, and ${name} has no poller for it yet. Nothing was changed.`,
      { hint: 'deploy once with this file, or start npm start again with it. Later changes need only apply' },
    );
  throw new CliFailure(
    `Watch ${plainText(watch.id)} needs the ${service} service, which ${name} does not use. Nothing was changed.`,
    {
      hint: `set services.${service} in the file of the stage and deploy, or remove the watch. On this machine: start npm start again with this file`,
    },
  );
}

/** Time limit for all calls of one check. */
const PATIENCE = 20 * SECOND;

/** What a service answers, or why it was not asked, without a stop. Never throws. */
export async function askIfKeyed<S extends Pick<Stack, 'services'>, T>(
  stack: S | undefined,
  service: UpstreamService,
  ask: (stack: S) => Promise<T>,
): Promise<{ answer: T } | { why: string }> {
  const { url, key } = stack?.services[service] ?? {};
  if (!stack || url === undefined || key === undefined) return { why: 'no stack with a key answers' };
  try {
    if ((await key()) === '') return { why: `the key of the ${service} service is not set` };
    return { answer: await ask(stack) };
  } catch (error) {
    return { why: plainText(explainError(error).message).replace(/\.$/, '') };
  }
}

/**
 * Checks that the service has the source groups that watches name. Without a stack, a key or an answer the check is
 * skipped; returns the reason.
 *
 * @throws CliFailure when a watch names an unknown group: its jobs would be refused.
 */
export async function checkSourceGroups(
  watches: readonly Watch[],
  {
    stack,
    now,
    placed,
  }: {
    stack: Pick<Stack, 'services' | 'sourceGroups'> | undefined;
    now: () => Instant;
    placed: ValidWatches['placed'];
  },
): Promise<string | undefined> {
  const named = watches.flatMap(({ id, query: { source_groups: slugs } }) =>
    Array.isArray(slugs) ? slugs.map((slug, index) => ({ id, slug: String(slug), index })) : [],
  );
  if (named.length === 0) return undefined;
  const known = await askIfKeyed(stack, 'extraction', ({ sourceGroups }) =>
    sourceGroups({ deadline: now() + PATIENCE }),
  );
  if ('why' in known) return known.why;
  const { answer: slugs } = known;
  const unknown = named.filter(({ slug }) => !slugs.includes(slug));
  const [first] = unknown;
  if (!first) return undefined;
  const list = unknown.map(({ id, slug, index }) => {
    const { file, line } = placed({ path: ['watches', id, 'query', 'source_groups', index], what: slug });
    return `"${plainText(slug)}" of watch ${id} (${file}:${line})`;
  });
  const groups = slugs.map(plainText).join(', ');
  throw new CliFailure(`Unknown source group ${list.join(', ')}.`, {
    hint:
      didYouMean(first.slug, slugs) ??
      (groups === ''
        ? 'the extraction service has no source groups for this key'
        : `known source groups: ${groups}`),
  });
}

/** Domains in one call. An answer then stays far below the 1,000 outlets that a plan may show. */
const BATCH = 100;
/** Entries of `predefined_sources` that are checked; each takes a call. */
const MOST_PREDEFINED = 10;

/** A value of a watch that is no outlet of the news service. */
export interface UnknownOutlet {
  id: string;
  key: string;
  value: string;
  /** Its place in the list of the parameter. */
  index: number;
  /** The outlet that was probably meant. */
  near?: string;
}

/** What the check found, and the calls that it took. Where it could not decide, `notChecked` says why. */
interface OutletCheck {
  calls: number;
  unknown: UnknownOutlet[];
  notChecked?: string;
}

type Asked = Pick<Stack, 'services' | 'outlets'>;
type Named = Omit<UnknownOutlet, 'near'>;

/**
 * Checks that the news service has the outlets that watches name (news service, sources). It takes one call for 100
 * domains, one for each different entry of `predefined_sources`, and up to two more where an outlet is missing. A
 * list that the plan shortens, or that is empty, decides nothing. Never throws for a service that does not answer.
 */
export async function checkOutlets(
  watches: readonly Watch[],
  { stack, now }: { stack: Asked | undefined; now: () => Instant },
): Promise<OutletCheck> {
  const named = namedIn(watches);
  if (named.length === 0) return { calls: 0, unknown: [] };
  const limits = { deadline: now() + PATIENCE };
  let calls = 0;
  const found = await askIfKeyed(stack, 'news', ({ outlets }) =>
    decide(named, (request) => {
      calls += 1;
      return outlets(request, limits);
    }),
  );
  return 'why' in found ? { calls, unknown: [], notChecked: found.why } : { calls, ...found.answer };
}

type Ask = (request: Parameters<Stack['outlets']>[0]) => Promise<OutletList>;

function namedIn(watches: readonly Watch[]): Named[] {
  return watches
    .filter(({ kind }) => serviceOf(kind) === 'news')
    .flatMap(({ id, query }) =>
      ['sources', 'not_sources', 'predefined_sources'].flatMap((key) => {
        const values = query[key];
        return Array.isArray(values)
          ? values.map((value, index) => ({ id, key, value: String(value), index }))
          : [];
      }),
    );
}

async function decide(named: readonly Named[], ask: Ask): Promise<Omit<OutletCheck, 'calls'>> {
  const domains = [...new Set(named.filter(isDomain).map(({ value }) => value.toLowerCase()))];
  const entries = [...new Set(named.filter((one) => !isDomain(one)).map(({ value }) => value.toLowerCase()))];
  const lists: OutletList[] = [];
  for (let from = 0; from < domains.length; from += BATCH)
    lists.push(await ask({ source_url: domains.slice(from, from + BATCH) }));
  const missing = new Set<string>();
  for (const entry of entries.slice(0, MOST_PREDEFINED)) {
    const list = await ask({ predefined_sources: [entry] });
    if (list.domains.length === 0) missing.add(entry);
    lists.push(list);
  }
  if (lists.some(isPartial)) return { unknown: [], notChecked: PARTIAL };
  const known = lists.flatMap((list) => list.domains.map((domain) => domain.toLowerCase()));
  for (const domain of domains) if (!known.some((one) => isSameOutlet(one, domain))) missing.add(domain);
  const unknown = named.filter(({ value }) => missing.has(value.toLowerCase()));
  if (unknown.length === 0) return { unknown: [] };
  // A list without any outlet may be withdrawn, or not part of the plan.
  if (known.length === 0 && (await ask({ predefined_sources: ['top 10 US'] })).domains.length === 0)
    return { unknown: [], notChecked: 'the service lists no outlets' };
  return { unknown: await withNearest(unknown, { known, ask }) };
}

const PARTIAL = 'the plan shows only a part of the outlets';

function isDomain({ key }: Named): boolean {
  return key !== 'predefined_sources';
}

/** Whether a list may lack outlets that the service has. Its message says when the plan shortened it. */
function isPartial({ message, dropped }: OutletList): boolean {
  return dropped > 0 || /\b(?:plans?|limit\w*|at most|upgrade|trial|truncated|first \d+)\b/i.test(message);
}

/** A subdomain counts as its outlet, and `www.` does not count. */
function isSameOutlet(known: string, asked: string): boolean {
  const [one, other] = [known, asked].map((domain) => domain.replace(/^www\./, ''));
  return one === other || `${one}`.endsWith(`.${other}`) || `${other}`.endsWith(`.${one}`);
}

/** Finds outlets with a like name, in one call for all. Without an answer there is no suggestion. */
async function withNearest(
  unknown: readonly Named[],
  { known, ask }: { known: readonly string[]; ask: Ask },
): Promise<UnknownOutlet[]> {
  const names = [...new Set(unknown.filter(isDomain).map(({ value }) => nameOf(value)))];
  const more = names.length === 0 ? [] : await likeNamed(names, ask);
  const candidates = [...new Set([...more, ...known])];
  return unknown.map((one) => {
    const near = isDomain(one) ? nearOutlet(one.value, candidates) : undefined;
    return near === undefined ? one : { ...one, near };
  });
}

async function likeNamed(names: string[], ask: Ask): Promise<string[]> {
  try {
    return (await ask({ source_name: names.slice(0, BATCH) })).domains;
  } catch {
    return [];
  }
}

/** The same name at another top-level domain, or the domain that is spelt nearly so. */
function nearOutlet(domain: string, candidates: readonly string[]): string | undefined {
  return candidates.find((one) => nameOf(one) === nameOf(domain)) ?? nearest(domain, candidates);
}

/** `bbc` of `www.bbc.com`. */
function nameOf(domain: string): string {
  return (
    domain
      .toLowerCase()
      .replace(/^www\./, '')
      .split('.')[0] ?? domain
  );
}

/** An unknown outlet as a problem at its place in the file. */
export function outletProblem({ id, key, value, near, index }: UnknownOutlet): Problem {
  const noun = key === 'predefined_sources' ? 'list of outlets' : 'outlet';
  return {
    path: ['watches', id, 'query', key, index],
    what: plainText(`Watch ${id}: the news service has no ${noun} "${value}" (query.${key}).`),
    hint: near === undefined ? 'correct it, or remove it from the query' : plainText(`did you mean ${near}?`),
  };
}
