import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { base62 } from '../../../../shared/domain/lib/hash.ts';
import { SECOND } from '../../../../shared/domain/time/instant.ts';
import {
  openSigned,
  minuteOfReceipt,
  receiptIdOf,
  signId,
} from '../../../../shared/domain/pages/signed-link.ts';
import { NOON } from '../../../ports/examples.ts';

const ID = '0123456789';
const sign = (keys: string[], purpose = 'receipt', id = ID) => signId(id, { purpose, keys });
const open = (text: string, keys: string[], purpose = 'receipt') => openSigned(text, { purpose, keys });

describe('a signed id', () => {
  it('is the id and 16 digits of an HMAC that the platform would make too', () => {
    const hmac = createHmac('sha256', 'key').update('["receipt","0123456789"]').digest();
    expect(sign(['key'])).toBe(ID + base62(hmac, 16));
    expect(sign(['key'])).toMatch(/^\w{26}$/);
  });

  it('is opened by the key that signed it, and by the next one', () => {
    const signed = sign(['old']);
    expect(open(signed, ['old'])).toBe(ID);
    expect(open(signed, ['new', 'old'])).toBe(ID);
    expect(open(signed, ['newest', 'new'])).toBeUndefined();
  });

  it('opens nothing else, and nothing without a key', () => {
    const signed = sign(['key']);
    expect(open(signed, ['key'], 'inbox')).toBeUndefined();
    expect(open(signed, [])).toBeUndefined();
    expect(open(signed, [''])).toBeUndefined();
    expect(open(`1${signed.slice(1)}`, ['key'])).toBeUndefined();
    expect(open('', ['key'])).toBeUndefined();
    expect(() => sign([])).toThrow(RangeError);
    expect(() => sign([''])).toThrow(RangeError);
  });
});

describe('ids that lead somewhere', () => {
  it('find the alert of a receipt by its minute, and are others on each channel but not on its lanes', () => {
    const alert = { id: 'AbCdEfGhIjKlMnOpQrSt', createdAt: NOON + 17 * SECOND, channel: 'press-team' };
    expect(receiptIdOf(alert)).toHaveLength(10);
    expect(minuteOfReceipt(receiptIdOf(alert))).toBe(NOON);
    expect(receiptIdOf({ ...alert, channel: 'press-team~slack' })).toBe(receiptIdOf(alert));
    expect(receiptIdOf({ ...alert, channel: 'board' })).not.toBe(receiptIdOf(alert));
  });
});
