import * as z from 'zod';
import { deliverySchema, messageSchema } from '../../contracts/stored/stored.ts';
import type { Message } from '../../domain/alerts/message.ts';
import { packed, packedSchema } from '../long-text.ts';

/** A message as it is stored, in two indexes as well: its texts are one attribute. */
export function messageFields(message: Message): object {
  return { ...message, texts: packed(message.texts) };
}

export const storedMessageSchema = z.object({
  message: z.looseObject({ texts: packedSchema }).pipe(messageSchema),
  delivery: deliverySchema,
});
