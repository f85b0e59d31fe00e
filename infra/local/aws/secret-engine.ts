import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { parseAs } from '../../../shared/contracts/parse-as.ts';
import { base62 } from '../../../shared/domain/lib/hash.ts';
import { serveApp } from '../serve-app.ts';
import type { EngineAddress } from './local-account.ts';
import type { RecordStore } from './record-store.ts';
import type { SharedClock } from './shared-clock.ts';
import type { LocalStack, SecretSpec } from './template/local-stack.ts';
import { EngineRefused, jsonActionsApp } from './engine-app.ts';

/**
 * Secrets Manager on this machine. It reads values, and puts whole ones. Values of the user are kept in memory only.
 * Values that the template generates are kept in the data folder.
 */
interface SecretEngine extends EngineAddress {
  stop: () => Promise<void>;
}

interface SecretOrder {
  secrets: readonly SecretSpec[];
  /** Values by ARN, given at each start. */
  values: Readonly<Record<string, string>>;
  /**
   * The value of a secret that a person would make, by the last part of its name: `SLACK_TOKEN` of
   * `bellwether-dev/SLACK_TOKEN`. Default: there are none.
   */
  own?: (name: string) => string | undefined;
  /** Keeps the values that are generated. */
  store: RecordStore;
  clock: SharedClock;
}

const versionSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** Seconds since 1970. */
  createdAt: z.number(),
});
type Version = z.infer<typeof versionSchema>;

/** The last two values. A new value makes the current one the previous one. */
const versionsSchema = z.object({ AWSCURRENT: versionSchema, AWSPREVIOUS: versionSchema.optional() });
type Versions = z.infer<typeof versionsSchema>;

/** A secret is at most 64 KB. */
const VALUE_LIMIT = 65_536;

const getSchema = z.strictObject({
  SecretId: z.string(),
  VersionStage: z.enum(['AWSCURRENT', 'AWSPREVIOUS']).default('AWSCURRENT'),
});
const putSchema = z.strictObject({
  SecretId: z.string(),
  SecretString: z.string().min(1).max(VALUE_LIMIT),
  ClientRequestToken: z.string().optional(),
});

export async function startSecretEngine({
  secrets,
  values,
  own = () => undefined,
  store,
  clock,
}: SecretOrder): Promise<SecretEngine> {
  const held = new Map<string, Versions>();
  const generated = store.records('generated-secret', versionsSchema);
  const put = ({ arn, generated: length }: SecretSpec, text: string): Version => {
    const version = { id: randomUUID(), text, createdAt: clock.now() / 1_000 };
    const before = held.get(arn)?.AWSCURRENT;
    const versions = { AWSCURRENT: version, ...(before && { AWSPREVIOUS: before }) };
    held.set(arn, versions);
    if (length !== undefined) generated.put(arn, versions);
    return version;
  };
  for (const secret of secrets) {
    const kept = generated.get(secret.arn);
    const given = values[secret.arn] ?? randomText(secret.generated);
    if (kept) held.set(secret.arn, kept);
    else if (given !== undefined) put(secret, given);
  }
  const find = (id: string): SecretSpec => {
    const found = secrets.find(({ name, arn }) => id === name || id === arn);
    if (!found) throw notFound("Secrets Manager can't find the specified secret.");
    return found;
  };

  const actions: Readonly<Record<string, (body: unknown) => object>> = {
    GetSecretValue: (body) => {
      const { SecretId, VersionStage } = parseAs(getSchema, body);
      const made = OWN.exec(SecretId)?.[1];
      const value = made === undefined ? undefined : own(made);
      if (value) return ownSecret(SecretId, { value, at: clock.now() });
      const { name, arn } = find(SecretId);
      const version = held.get(arn)?.[VersionStage];
      if (!version) {
        throw notFound(
          `Secrets Manager can't find the specified secret value for staging label: ${VersionStage}`,
        );
      }
      const { id, text, createdAt } = version;
      return {
        ARN: arn,
        Name: name,
        VersionId: id,
        SecretString: text,
        VersionStages: [VersionStage],
        CreatedDate: createdAt,
      };
    },
    PutSecretValue: (body) => {
      const { SecretId, SecretString } = parseAs(putSchema, body);
      const secret = find(SecretId);
      return {
        ARN: secret.arn,
        Name: secret.name,
        VersionId: put(secret, SecretString).id,
        VersionStages: ['AWSCURRENT'],
      };
    },
  };

  const app = jsonActionsApp({
    service: 'secretsmanager',
    version: '1.1',
    actions,
    codes: { unknown: 'InvalidAction', invalid: 'InvalidParameterException' },
  });
  const server = await serveApp(app);
  return { url: server.url, stop: server.close };
}

/** The name of a secret that a person would make: below the name of the stack. */
const OWN = /^[a-z0-9-]+\/([A-Za-z][A-Za-z0-9_]*)$/;

function ownSecret(name: string, { value, at }: { value: string; at: number }): object {
  const facts = { ARN: name, Name: name, VersionId: name, CreatedDate: at / 1_000 };
  return { ...facts, SecretString: value, VersionStages: ['AWSCURRENT'] };
}

/** So many random letters and digits. Undefined where no value is to be generated. */
function randomText(length: number | undefined): string | undefined {
  return length === undefined ? undefined : base62(randomBytes(length), length);
}

function notFound(message: string): EngineRefused {
  return new EngineRefused('ResourceNotFoundException', message);
}

/** The values given by the environment variable that names their secret, by the ARNs of the secrets. */
export function secretValues(
  { functions }: LocalStack,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const named = functions.flatMap(({ environment }) => Object.entries(environment));
  return Object.fromEntries(
    named.flatMap(([variable, arn]) => {
      const value = given[variable];
      return value === undefined ? [] : [[arn, value]];
    }),
  );
}
