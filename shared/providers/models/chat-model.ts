import * as z from 'zod';
import { VoidAnswer } from '../../domain/judging/read-answer.ts';
import type { Model } from '../../use-cases/ports/models.ts';
import type { Post } from '../http/post.ts';
import { maskKey, parseAnswerJson } from '../http/reader.ts';

/** A model behind the usual API of chat completions. */
export interface ChatSettings {
  /** The base address, without a slash at the end. */
  url: string;
  /** The name of the model there. */
  name: string;
  /** Whether the service keeps an answer to a JSON Schema. */
  structured: boolean;
  /** Its key; undefined where it needs none. */
  key: () => Promise<string | undefined>;
}

const answerSchema = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string() }), finish_reason: z.string() }))
    .length(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }),
});

/** Asks a model by `POST /chat/completions`. Errors do not hold the key. */
export function chatModel({ url, name, structured, key }: ChatSettings, post: Post): Model {
  return {
    async ask({ instructions, text, schema, maxTokens }, { deadline }) {
      const secret = await key();
      const body = JSON.stringify({
        model: name,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: text },
        ],
        max_tokens: maxTokens,
        ...(structured && {
          response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
        }),
      });
      const headers: Record<string, string> = secret ? { authorization: `Bearer ${secret}` } : {};
      try {
        const answer = await post(`${url}/chat/completions`, {
          body,
          headers,
          deadline,
          service: 'The model',
        });
        return readCompletion(answer.body);
      } catch (error) {
        if (error instanceof Error && secret) error.message = maskKey(error.message, secret);
        throw error;
      }
    },
  };
}

function readCompletion(body: string) {
  const parsed = parseAnswerJson(body);
  const read = answerSchema.safeParse('value' in parsed ? parsed.value : undefined);
  const [choice] = read.success ? read.data.choices : [];
  if (!read.success || !choice) throw new VoidAnswer('it is no answer of this API');
  if (choice.finish_reason !== 'stop') throw new VoidAnswer(`it ended early (${choice.finish_reason})`);
  const { prompt_tokens: input, completion_tokens: output } = read.data.usage;
  return { text: choice.message.content, tokens: input + output };
}
