import { existsSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { EVENT_TYPES } from '../../../../shared/domain/services/event-filters.ts';
import { RequestRefused } from './http/refusal.ts';
import { readSettingsFile, SettingsError } from './settings-file.ts';

const count = z.number().int().nonnegative();

const newsPlan = z.strictObject({
  /** Language layer: nlp objects, sentiment, entities, clustering, duplicates (news service, plan gates). */
  nlp: z.boolean().default(true),
  /** iptc and iab tags. */
  tags: z.boolean().default(true),
  embeddings: z.boolean().default(false),
  concurrentCalls: count.default(10),
  monthlyCalls: count.default(250_000),
  /** How far back searches may reach, in days. */
  historyDays: count.default(400),
});

const eventsPlan = z.strictObject({
  /** The service names 5 as an example; a developer who tries the local service is not to be slowed down by it. */
  callsPerSecond: count.default(50),
  monthlyCalls: count.default(10_000),
  eventTypes: z.array(z.enum(EVENT_TYPES)).default([...EVENT_TYPES]),
  /** The most events in one answer. */
  mostEvents: count.default(1_000),
  /** A search without dates looks back this many days, by the date of the event. */
  defaultDays: count.default(30),
});

/**
 * What a person may do in an organization. A viewer reads. A member makes things and changes his own and what is
 * shared with him. An admin may do everything with what others made, too.
 */
export const ROLES = ['viewer', 'member', 'admin'] as const;

/** A person of the extraction service: member of organizations, with at most one key in each. */
const account = z.strictObject({
  email: z.string().min(1),
  /** False: the service does not recognise the e-mail, so that its keys identify nobody. */
  known: z.boolean().default(true),
  organizations: z.array(z.string().min(1)).min(1),
  /** By organization: `{acme: viewer}`. */
  roles: z.record(z.string(), z.enum(ROLES)).default({}),
  keys: z
    .array(
      z.strictObject({
        key: z.string().min(1),
        organization: z.string().min(1),
        active: z.boolean().default(true),
      }),
    )
    .default([]),
});

const extractionPlan = z.strictObject({
  /** Jobs working at one time. */
  jobSlots: count.default(4),
  /** Monitors that are switched on. */
  monitorSlots: count.default(10),
  recordsPerJob: count.default(1_000),
  /** How far back a job may reach, in days. */
  lookbackDays: count.default(90),
  monthlyCredits: count.default(60_000),
  /** Longest span of one job, in days. */
  longestRangeDays: count.default(30),
  /** Least time between two runs of a monitor, in hours. */
  monitorRestHours: count.default(24),
  creditsPerRecord: count.default(10),
  creditsPerLiteJob: count.default(100),
  /** People and their keys, beside the one whose key the service prints. */
  accounts: z.array(account).default([]),
  /** What members of an organization may do with what other members made; left out: nothing is shared. */
  sharing: z.enum(['view', 'edit', 'manage']).optional(),
});

const planSchema = z.strictObject({
  /** The name in the answer of the news service about its subscription. */
  name: z.string().min(1).default('v3_nlp_iptc_tags'),
  active: z.boolean().default(true),
  /** True: what only public material about the services refuses is refused, such as a `limit` below 10. */
  strict: z.boolean().default(false),
  /**
   * False: the services have no other paths than their own. Else they are also served under the fixed paths that
   * clients of others append: `/api/search` below the news address, and the prefix of the extraction service at the
   * root.
   */
  fixedPaths: z.boolean().default(true),
  news: newsPlan.prefault({}),
  events: eventsPlan.prefault({}),
  extraction: extractionPlan.prefault({}),
});

/** What the simulated subscription allows, service by service. Every value left out has a generous default. */
export type Plan = z.infer<typeof planSchema>;

/** The plans that can be simulated by name; anything else comes from a file. */
export const PLANS = {
  v3_nlp_iptc_tags: planSchema.parse({}),
  v3_nlp: planSchema.parse({ name: 'v3_nlp', news: { tags: false } }),
  v3_nlp_embeddings: planSchema.parse({ name: 'v3_nlp_embeddings', news: { embeddings: true } }),
  v3: planSchema.parse({ name: 'v3', news: { nlp: false, tags: false } }),
  small: planSchema.parse({
    name: 'small',
    news: { nlp: false, tags: false, concurrentCalls: 1, monthlyCalls: 500, historyDays: 30 },
    events: { callsPerSecond: 1, monthlyCalls: 100, eventTypes: ['data_breach'] },
    extraction: { jobSlots: 1, monitorSlots: 1, recordsPerJob: 100, lookbackDays: 14, monthlyCredits: 6_000 },
  }),
} as const satisfies Record<string, Plan>;

/** The plan that is simulated when none is named. */
export const DEFAULT_PLAN: Plan = PLANS.v3_nlp_iptc_tags;

/**
 * A plan by name, or from a JSON or YAML file with the fields of `Plan` that differ from the default.
 *
 * @throws SettingsError that names the file, the field and what was expected.
 */
export function readPlan(nameOrFile: string): Plan {
  const named = Object.entries(PLANS).find(([name]) => name === nameOrFile);
  if (named) return named[1];
  if (!existsSync(nameOrFile)) {
    throw new SettingsError(
      `--plan ${nameOrFile}: there is no such plan and no such file. Plans are ${Object.keys(PLANS).join(', ')}`,
    );
  }
  return readSettingsFile(nameOrFile, planSchema);
}

/** Who calls: a key, and for services with accounts the person and the organization. */
export interface Caller {
  key: string;
  email?: string;
  organization?: string;
  /** Of the person in that organization; left out: `member`. */
  role?: Role;
}

export type Role = (typeof ROLES)[number];

/** Reads the caller out of the headers. @throws RequestRefused 401 or 403. */
export type KeyRule = (headers: IncomingHttpHeaders) => Caller;

/**
 * One key in one header. The message repeats a wrong key, as the real services do (news service, errors). So tests
 * find a client that logs messages without masking.
 */
export function singleKey({ header, key }: { header: string; key: string }): KeyRule {
  return (headers) => {
    const given = headerOf(headers, header);
    if (!given) throw new RequestRefused(401, `The header ${header} is missing: send your API key in it`);
    if (given !== key) throw new RequestRefused(401, `The API key ${given.slice(0, 200)} is not valid`);
    return { key };
  };
}

export type Account = z.input<typeof account>;

/**
 * Keys that belong to a person and an organization (extraction service, transport and errors):
 * - no key, an unknown one or a switched-off one, or one of an e-mail that is not known: 401;
 * - `x-organization-id` names an organization the person is not in, or is in without an active key there: 403;
 * - it names one where the person has another key: this key is of another organization, 401.
 */
export function accountKeys(accounts: readonly Account[]): KeyRule {
  return (headers) => {
    const given = headerOf(headers, 'x-api-key');
    const owner = accounts.find(({ keys = [] }) => keys.some(({ key }) => key === given));
    const entry = owner?.keys?.find(({ key }) => key === given);
    if (!given) throw new RequestRefused(401, 'API key is missing');
    if (!owner || !entry || entry.active === false)
      throw new RequestRefused(401, 'API key is not valid or switched off');
    if (owner.known === false) throw new RequestRefused(401, `The e-mail ${owner.email} is not known`);
    const organization = headerOf(headers, 'x-organization-id') ?? entry.organization;
    assertMember(owner, organization);
    if (organization !== entry.organization) {
      throw new RequestRefused(401, 'API key belongs to another organization than x-organization-id says');
    }
    const role = owner.roles?.[organization];
    return { key: given, email: owner.email, organization, ...(role && { role }) };
  };
}

function assertMember(owner: Account, organization: string): void {
  if (!owner.organizations.includes(organization)) {
    throw new RequestRefused(403, 'You are not a member of this organization');
  }
  if (!owner.keys?.some((entry) => entry.organization === organization && entry.active !== false)) {
    throw new RequestRefused(403, 'You have no active API key in this organization');
  }
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return (typeof value === 'string' ? value : value?.[0])?.trim() || undefined;
}
