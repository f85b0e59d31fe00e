import * as z from 'zod';
import { parseAs, tryParse } from '../../contracts/parse-as.ts';
import { parseJson } from '../../contracts/parse-json.ts';
import { deliverySchema, messageSchema } from '../../contracts/stored/stored.ts';
import type { Message } from '../../domain/alerts/message.ts';
import { bytesSchema, deflated, inflated } from '../long-text.ts';

const packedSchema = z.looseObject({
  message: z.looseObject({ texts: z.looseObject({ packed: bytesSchema }) }),
});
const textsSchema = z.looseObject({});

/** Reads a message that was stored in either form. */
export const storedMessageSchema = z.preprocess(
  unpacked,
  z.object({ message: messageSchema, delivery: deliverySchema }),
);

/**
 * A message that was sent as it is stored: its texts are in DEFLATE, except the subject. Undefined where that saves too little. Until a
 * message is sent its texts stay as they are, so that a version before can send it.
 */
export function sentMessage(message: Message): object | undefined {
  const { subject, ...texts } = message.texts;
  const packed = deflated(JSON.stringify(texts));
  return packed && { ...message, texts: { subject, email: '', json: '{}', packed } };
}

function unpacked(item: unknown): unknown {
  const read = tryParse(packedSchema, item);
  if (!read.success) return item;
  const { texts, ...message } = read.data.message;
  const { packed, ...plain } = texts;
  const whole = { ...plain, ...parseAs(textsSchema, parseJson(inflated(packed))) };
  return { ...read.data, message: { ...message, texts: whole } };
}
