import { expect, it } from 'vitest';
import { messageFields, storedMessageSchema } from '../../../../shared/store/alerts/messages.ts';
import { aMessage, NOON } from '../../../ports/examples.ts';
import { longText } from '../../../ports/long-texts.ts';

const delivery = { state: 'accepted', tries: 1, retryAt: NOON } as const;
const email = longText('Lyon');

it('a message with long texts comes back as it was, and takes a part of the bytes', () => {
  const texts = { subject: 'Acme opens a plant', email, json: JSON.stringify({ text: email }) };
  const message = aMessage(1, { texts });
  const stored = messageFields(message) as { texts: Uint8Array };
  expect(stored.texts.length).toBeLessThan(email.length);
  expect(storedMessageSchema.parse({ message: stored, delivery })).toEqual({ message, delivery });
});

it('the texts of a short one stay as they are', () => {
  const message = aMessage(1);
  expect(messageFields(message)).toEqual(message);
  expect(storedMessageSchema.parse({ message: messageFields(message), delivery })).toEqual({
    message,
    delivery,
  });
});
