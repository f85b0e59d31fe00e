import { describe, expect, it } from 'vitest';
import { sentMessage, storedMessageSchema } from '../../../../shared/store/alerts/message-item.ts';
import { messageSchema } from '../../../../shared/contracts/stored/stored.ts';
import { aMessage, NOON } from '../../../ports/examples.ts';
import { longText } from '../../../ports/long-texts.ts';

const delivery = { state: 'accepted', tries: 1, retryAt: NOON } as const;
const email = longText('Lyon');
const message = aMessage(1, {
  texts: { subject: 'Acme opens a plant', email, json: JSON.stringify({ text: email }), sms: 'Acme: plant' },
});

describe('a message that was sent', () => {
  it('comes back as it was, and takes a part of the bytes', () => {
    const stored = sentMessage(message) as { texts: { packed: Uint8Array } };
    expect(stored.texts.packed.length).toBeLessThan(email.length);
    expect(storedMessageSchema.parse({ message: stored, delivery })).toEqual({ message, delivery });
  });

  it('of a version before is read whole', () => {
    expect(storedMessageSchema.parse({ message, delivery })).toEqual({ message, delivery });
  });

  it('is read by a version before with all but its texts, of which it has the subject', () => {
    expect(messageSchema.parse(sentMessage(message))).toEqual({
      ...message,
      texts: { subject: 'Acme opens a plant', email: '', json: '{}' },
    });
  });

  it('stays as it is where it is short', () => {
    expect(sentMessage(aMessage(1))).toBeUndefined();
  });
});
