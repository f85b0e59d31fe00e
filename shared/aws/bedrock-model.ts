import * as z from 'zod';
import { parseJson, tryParse } from '../contracts/parse-as.ts';
import { VoidAnswer } from '../domain/judging/read-answer.ts';
import type { Model } from '../use-cases/ports/models.ts';
import { type AwsAccess, awsCall } from './aws-call.ts';

const answerSchema = z.object({
  output: z.object({
    message: z.object({ content: z.array(z.looseObject({ text: z.string().optional() })) }),
  }),
  stopReason: z.string(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
});

/**
 * Asks a model of Bedrock by Converse (Bedrock API Reference, "Converse"; User Guide, "Get validated JSON results from
 * models").
 *
 * @param model.id an inference profile, or a model of the region.
 * @param model.structured whether the model keeps an answer to a JSON Schema.
 */
export function bedrockModel(
  access: AwsAccess,
  { id, structured }: { id: string; structured: boolean },
): Model {
  return {
    async ask({ instructions, text, schema, maxTokens }, { deadline }) {
      const format = {
        type: 'json_schema',
        structure: { jsonSchema: { name: 'answer', schema: JSON.stringify(schema) } },
      };
      const body = JSON.stringify({
        system: [{ text: instructions }],
        messages: [{ role: 'user', content: [{ text }] }],
        inferenceConfig: { maxTokens },
        ...(structured && { outputConfig: { textFormat: format } }),
      });
      const path = `/model/${encodeURIComponent(id)}/converse`;
      const headers = { 'content-type': 'application/json' };
      const timed = { ...access, limit: Math.max(1, deadline - access.now()) };
      const answer = await awsCall(timed, { path, headers, body });
      return readConversation(answer);
    },
  };
}

function readConversation(body: string) {
  const read = tryParse(answerSchema, parseJson(body));
  if (!read.success) throw new VoidAnswer('it is no answer of this API');
  const { output, stopReason, usage } = read.data;
  if (stopReason !== 'end_turn') throw new VoidAnswer(`it ended early (${stopReason})`);
  const text = output.message.content.map((block) => block.text ?? '').join('');
  return { text, tokens: usage.inputTokens + usage.outputTokens };
}
