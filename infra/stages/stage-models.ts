import * as z from 'zod';
import type { Models } from '../../shared/contracts/models.ts';
import type { Problem } from '../../shared/contracts/watches-file/problem.ts';
import { textSchema, withExpectation } from '../../shared/contracts/watches-file/schema/values.ts';
import { defined } from '../../shared/domain/lib/fields.ts';

// The models that a stage names. `watches.yaml` names them in turn, since who may edit it may not send texts elsewhere.

/** A text of a form, with the words for messages. */
export function patterned(pattern: RegExp, { noun, expected }: { noun: string; expected: string }) {
  return withExpectation(z.string().regex(pattern), { noun, expected });
}

const usd = z.number().min(0).max(100_000);

const MODEL_ID = /^[a-z0-9-]+(?:\.[\w:-]+)+$/;

/** One model: of Bedrock, or behind the usual API of chat completions. */
const modelSchema = z.strictObject({
  bedrock: patterned(
    /^(?:[a-z0-9-]+(?:\.[\w:-]+)+|arn:[\w-]+:bedrock:[\w-]+:\d{12}:application-inference-profile\/\w+)$/,
    {
      noun: 'model',
      expected:
        'the id of an inference profile or a model, such as eu.anthropic.claude-haiku-4-5-20251001-v1:0, or the ARN of an application inference profile',
    },
  )
    .optional()
    .describe(
      'An inference profile or a model of Bedrock by its id, or an application inference profile by its ARN.',
    ),
  foundation_model: patterned(MODEL_ID, {
    noun: 'model',
    expected: 'the id of a model, such as anthropic.claude-haiku-4-5-20251001-v1:0',
  })
    .optional()
    .describe('The model behind an application inference profile, by its id.'),
  regions: z
    .array(patterned(/^[a-z]{2}(-[a-z]+)+-\d$/, { noun: 'region', expected: 'a region such as eu-west-1' }))
    .min(1)
    .optional()
    .describe(
      'The regions that the inference profile leads to: aws bedrock get-inference-profile lists them.',
    ),
  url: patterned(/^https?:\/\/\S*[^/\s]$/, {
    noun: 'address',
    expected: 'an https address without a slash at the end, such as https://models.example.com/v1',
  })
    .optional()
    .describe('The base address of an API of chat completions. http on one machine alone.'),
  name: textSchema.optional().describe('The name of the model at that address.'),
  key_secret: patterned(/^[A-Za-z]\w{0,99}$/, {
    noun: 'name of a secret',
    expected: 'letters, digits and underscores, such as MODEL_KEY',
  })
    .optional()
    .describe('The secret with its key: STACK/NAME in Secrets Manager.'),
  structured: z
    .boolean()
    .optional()
    .describe('false: the model cannot keep its answer to a JSON Schema. Default true.'),
  usd_per_million: z
    .strictObject({ input: usd, output: usd })
    .optional()
    .describe('What a million tokens cost, for plan and preview.'),
});

export const modelsFileSchema = z.record(
  patterned(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { noun: 'name', expected: 'a name such as small' }),
  modelSchema,
);
export type ModelsFile = z.output<typeof modelsFileSchema>;

/** The parts of the world whose profiles lead to several regions. */
const PROFILE = /^(?<where>us|eu|apac|jp|au|ca|us-gov|global)\.(?<id>.+)$/;
/** Where the model of a profile lies that leads everywhere: here, and in no region (User Guide, "Global"). */
const EVERYWHERE = ['here', ''] as const;

/** A model that functions may call. */
type StageModel =
  | { bedrock: { profile?: string; id: string; places: readonly string[] }; structured: boolean }
  | { url: string; name: string; keySecret?: string; structured: boolean };
export type StageModels = Readonly<Record<string, StageModel>>;

/** The models of a valid file. `here` is the region of the stack. */
export function modelsOf(file: ModelsFile = {}): StageModels {
  return Object.fromEntries(
    Object.entries(file).map(([name, model]): [string, StageModel] => {
      const {
        bedrock,
        foundation_model: behind,
        regions = [],
        url = '',
        name: model_name = '',
        key_secret: keySecret,
        structured = true,
      } = model;
      if (bedrock === undefined)
        return [
          name,
          defined<StageModel & { url: string }>({ url, name: model_name, keySecret, structured }),
        ];
      if (behind !== undefined)
        return [name, { bedrock: { profile: bedrock, id: behind, places: regions }, structured }];
      const { where, id = bedrock } = PROFILE.exec(bedrock)?.groups ?? {};
      if (where === undefined) return [name, { bedrock: { id, places: ['here'] }, structured }];
      const places = where === 'global' ? EVERYWHERE : regions;
      return [name, { bedrock: { profile: bedrock, id, places }, structured }];
    }),
  );
}

/** What functions get of them. */
export function callableModels(models: StageModels): Models {
  return Object.fromEntries(
    Object.entries(models).map(([name, model]) =>
      'bedrock' in model
        ? [name, { bedrock: model.bedrock.profile ?? model.bedrock.id, structured: model.structured }]
        : [name, model],
    ),
  );
}

/** Where a model may read articles, for people. */
export function placesOf(model: StageModel): string {
  if (!('bedrock' in model)) return new URL(model.url).host;
  const { profile, places } = model.bedrock;
  if (profile?.startsWith('global.')) return 'any region of AWS';
  return places.map((place) => (place === 'here' ? 'the region of the stack' : place)).join(', ');
}

/** What each model lacks, or has too much. */
export function modelProblems(models: ModelsFile = {}): Problem[] {
  return Object.entries(models).flatMap(([name, written]) => {
    const { bedrock, foundation_model: behind, url, name: model, regions, key_secret: key } = written;
    const path = ['models', name];
    const problem = (what: string, hint: string): Problem[] => [{ path, atKey: true, what, hint }];
    if ((bedrock === undefined) === (url === undefined))
      return problem('A model has either bedrock or url', 'write one of them');
    if (url !== undefined && model === undefined)
      return problem('A model with an address has a name there', 'add name: NAME');
    if (url !== undefined && new URL(url).protocol !== 'https:' && !isLoopback(url))
      return problem('The address is not encrypted', 'write one with https://');
    if (bedrock !== undefined && (model !== undefined || key !== undefined))
      return problem('A model of Bedrock has neither name nor key_secret', 'remove them');
    const isArn = bedrock?.startsWith('arn:') === true;
    if (isArn !== (behind !== undefined) || (isArn && regions === undefined))
      return problem(
        'An application inference profile, by its ARN, has the model behind it and its regions; other models have no foundation_model',
        'write bedrock: ARN, foundation_model: ID and regions: [...], as aws bedrock get-inference-profile lists them',
      );
    const where = PROFILE.exec(bedrock ?? '')?.groups?.['where'];
    if (where !== undefined && where !== 'global' && regions === undefined)
      return problem(
        `The profile ${bedrock} leads to several regions, and its function needs the right to each`,
        `add regions: [...] as aws bedrock get-inference-profile --inference-profile-identifier ${bedrock} lists them`,
      );
    return [];
  });
}

/** Whether an address leads to this machine. */
export function isLoopback(url: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(url).hostname);
}
