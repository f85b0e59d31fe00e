import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { parseJson } from '../../../shared/contracts/parse-as.ts';
import { isFromOwnClient } from '../aws/local-account.ts';
import { type LoopbackServer, openPort } from '../serve-app.ts';
import { answerByWords } from './answer-by-words.ts';

// The two APIs by which models are asked, on one machine: Converse of Bedrock, and chat completions. What their
// documents do not allow is refused.

/** The key of the chat API here. */
export const STAND_IN_KEY = 'stand-in';

type Call = Context<{ Bindings: HttpBindings }>;

/** Writes an answer, or what a service answers instead. */
type Write = (instructions: string, text: string) => string | Response;

const textBlock = z.strictObject({ text: z.string().min(1) });

/** Bedrock API Reference, "Converse": the fields that our requests use. */
const conversationSchema = z.strictObject({
  system: z.array(textBlock).length(1),
  messages: z
    .array(z.strictObject({ role: z.literal('user'), content: z.array(textBlock).length(1) }))
    .length(1),
  inferenceConfig: z.strictObject({ maxTokens: z.int().min(1) }),
  outputConfig: z
    .strictObject({
      textFormat: z.strictObject({
        type: z.literal('json_schema'),
        structure: z.strictObject({
          jsonSchema: z.strictObject({ name: z.string().regex(/^[\w-]{1,64}$/), schema: z.string() }),
        }),
      }),
    })
    .optional(),
});

const completionSchema = z.strictObject({
  model: z.string().min(1),
  messages: z.tuple([
    z.strictObject({ role: z.literal('system'), content: z.string() }),
    z.strictObject({ role: z.literal('user'), content: z.string() }),
  ]),
  max_tokens: z.int().min(1),
  response_format: z
    .strictObject({
      type: z.literal('json_schema'),
      json_schema: z.strictObject({
        name: z.string().regex(/^[\w-]{1,64}$/),
        strict: z.literal(true),
        schema: z.unknown(),
      }),
    })
    .optional(),
});

/** Both APIs keep an answer to a part of JSON Schema: of objects all keys are needed, and there are no others. */
const outputSchema: z.ZodType = z.lazy(() =>
  z.union([
    z.strictObject({ type: z.enum(['string', 'integer', 'number', 'boolean']) }),
    z.strictObject({ type: z.literal('array'), items: outputSchema }),
    z
      .strictObject({
        type: z.literal('object'),
        properties: z.record(z.string(), outputSchema),
        required: z.array(z.string()),
        additionalProperties: z.literal(false),
      })
      .refine(({ properties, required }) => Object.keys(properties).every((key) => required.includes(key))),
  ]),
);

/** Serves both APIs: Bedrock at the address itself, chat completions below `/v1`. */
export async function startModels(write: Write = answerByWords): Promise<LoopbackServer> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.post('/model/:id/converse', async (call) => {
    if (!isFromOwnClient(call.env.incoming.headers))
      return bedrockRefusal(403, 'UnrecognizedClientException');
    const read = conversationSchema.safeParse(parseJson(await call.req.text()));
    const format = read.data?.outputConfig?.textFormat.structure.jsonSchema.schema;
    if (!read.success || !isKept(format === undefined ? undefined : parseJson(format)))
      return bedrockRefusal(400, 'ValidationException');
    const { system, messages, inferenceConfig } = read.data;
    const [instructions, text] = [system[0]?.text ?? '', messages[0]?.content[0]?.text ?? ''];
    return answered(
      call,
      { write, instructions, text, most: inferenceConfig.maxTokens },
      ({ written, isWhole, input, output }) => ({
        output: { message: { role: 'assistant', content: [{ text: written }] } },
        stopReason: isWhole ? 'end_turn' : 'max_tokens',
        usage: { inputTokens: input, outputTokens: output, totalTokens: input + output },
        metrics: { latencyMs: 1 },
      }),
    );
  });
  app.post('/v1/chat/completions', async (call) => {
    if (call.req.header('authorization') !== `Bearer ${STAND_IN_KEY}`)
      return Response.json(
        { error: { message: 'Incorrect API key', type: 'invalid_request_error' } },
        { status: 401 },
      );
    const read = completionSchema.safeParse(parseJson(await call.req.text()));
    if (!read.success || !isKept(read.data.response_format?.json_schema.schema))
      return Response.json(
        { error: { message: 'Invalid request', type: 'invalid_request_error' } },
        { status: 400 },
      );
    const { messages, max_tokens: most, model } = read.data;
    const [{ content: instructions }, { content: text }] = messages;
    return answered(call, { write, instructions, text, most }, ({ written, isWhole, input, output }) => ({
      object: 'chat.completion',
      model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: written },
          finish_reason: isWhole ? 'stop' : 'length',
        },
      ],
      usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    }));
  });
  const port = await openPort();
  port.serve(app);
  return port;
}

function isKept(schema: unknown): boolean {
  return schema === undefined || outputSchema.safeParse(schema).success;
}

function bedrockRefusal(status: 400 | 403, type: string): Response {
  return Response.json({ message: type }, { status, headers: { 'x-amzn-errortype': type } });
}

interface Written {
  written: string;
  isWhole: boolean;
  /** Tokens. */
  input: number;
  output: number;
}

/** A token has four characters here. An answer ends where the request lets it end. */
const TOKEN = 4;

function answered(
  call: Call,
  { write, instructions, text, most }: { write: Write; instructions: string; text: string; most: number },
  form: (written: Written) => object,
): Response {
  const full = write(instructions, text);
  if (typeof full !== 'string') return full;
  const written = full.slice(0, most * TOKEN);
  const [input, output] = [instructions.length + text.length, written.length].map((size) =>
    Math.ceil(size / TOKEN),
  );
  return call.json(form({ written, isWhole: written === full, input: input ?? 0, output: output ?? 0 }));
}
