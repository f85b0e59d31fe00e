import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../../../shared/contracts/parse-json.ts';
import type { EngineAddress } from '../local-account.ts';
import type { SharedClock } from '../shared-clock.ts';
import type { SecretSpec } from '../template/local-stack.ts';
import { serveLoopback, type WireAnswer } from '../wire/loopback-server.ts';

/** Secrets Manager on this machine: reads, and puts whole values. Values live in memory only, never in the data folder. */
export interface SecretEngine extends EngineAddress {
  stop: () => Promise<void>;
}

export interface SecretOrder {
  secrets: readonly SecretSpec[];
  /** Values by arn, given at each start. */
  values: Readonly<Record<string, string>>;
  clock: SharedClock;
}

interface Version {
  id: string;
  text: string;
  /** Seconds since 1970. */
  createdAt: number;
}

class SecretRefused extends Error {
  override readonly name = 'SecretRefused';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A secret is at most 64 KB. */
const VALUE_LIMIT = 65_536;

const getSchema = z.strictObject({ SecretId: z.string(), VersionStage: z.literal('AWSCURRENT').optional() });
const describeSchema = z.strictObject({ SecretId: z.string() });
const putSchema = z.strictObject({
  SecretId: z.string(),
  SecretString: z.string().min(1).max(VALUE_LIMIT),
  ClientRequestToken: z.string().optional(),
});

export async function startSecretEngine({ secrets, values, clock }: SecretOrder): Promise<SecretEngine> {
  const current = new Map<string, Version>();
  const put = (arn: string, text: string): Version => {
    const version = { id: randomUUID(), text, createdAt: clock.now() / 1_000 };
    current.set(arn, version);
    return version;
  };
  for (const { arn, value } of secrets) {
    const given = values[arn] ?? value;
    if (given !== undefined) put(arn, given);
  }
  const find = (id: string): SecretSpec => {
    const found = secrets.find(({ name, arn }) => id === name || id === arn);
    if (!found) throw notFound("Secrets Manager can't find the specified secret.");
    return found;
  };

  const actions: Readonly<Record<string, (body: unknown) => object>> = {
    GetSecretValue: (body) => {
      const { name, arn } = find(getSchema.parse(body).SecretId);
      const version = current.get(arn);
      if (!version) {
        throw notFound("Secrets Manager can't find the specified secret value for staging label: AWSCURRENT");
      }
      const { id, text, createdAt } = version;
      return {
        ARN: arn,
        Name: name,
        VersionId: id,
        SecretString: text,
        VersionStages: ['AWSCURRENT'],
        CreatedDate: createdAt,
      };
    },
    PutSecretValue: (body) => {
      const { SecretId, SecretString } = putSchema.parse(body);
      const { name, arn } = find(SecretId);
      return { ARN: arn, Name: name, VersionId: put(arn, SecretString).id, VersionStages: ['AWSCURRENT'] };
    },
    DescribeSecret: (body) => {
      const { name, arn } = find(describeSchema.parse(body).SecretId);
      const version = current.get(arn);
      return {
        ARN: arn,
        Name: name,
        ...(version && {
          LastChangedDate: version.createdAt,
          VersionIdsToStages: { [version.id]: ['AWSCURRENT'] },
        }),
      };
    },
  };

  const server = await serveLoopback(async ({ headers, body }): Promise<WireAnswer> => {
    const action = String(headers['x-amz-target'] ?? '').replace(/^secretsmanager\./, '');
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    try {
      if (!run) throw new SecretRefused('InvalidAction', `${action} is not known on this machine`);
      return json(200, run(parseJson(body)));
    } catch (cause) {
      const { code, message } = refusalOf(cause);
      return json(400, { __type: code, message });
    }
  });
  return { url: server.url, stop: server.close };
}

function notFound(message: string): SecretRefused {
  return new SecretRefused('ResourceNotFoundException', message);
}

function refusalOf(cause: unknown): SecretRefused {
  if (cause instanceof SecretRefused) return cause;
  if (cause instanceof z.ZodError) {
    return new SecretRefused('InvalidParameterException', z.prettifyError(cause));
  }
  throw cause;
}

function json(status: number, value: object): WireAnswer {
  return { status, headers: { 'content-type': 'application/x-amz-json-1.1' }, body: JSON.stringify(value) };
}
