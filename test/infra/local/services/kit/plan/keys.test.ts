import { describe, expect, it } from 'vitest';
import { accountKeys, singleKey } from '../../../../../../infra/local/services/kit/plan/keys.ts';
import { RequestRefused } from '../../../../../../infra/local/services/kit/http/refusal.ts';

function statusOf(act: () => unknown): number {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof RequestRefused) return thrown.status;
    throw thrown;
  }
  return 200;
}

describe('one key in one header', () => {
  const rule = singleKey({ header: 'x-api-token', key: 'k' });
  it('is taken from that header alone', () => {
    expect(rule({ 'x-api-token': ' k ' })).toEqual({ key: 'k' });
    expect(statusOf(() => rule({ 'x-api-key': 'k' }))).toBe(401);
    expect(statusOf(() => rule({ 'x-api-token': '' }))).toBe(401);
    expect(statusOf(() => rule({ 'x-api-token': 'K' }))).toBe(401);
  });
});

describe('keys of people in organizations', () => {
  const rule = accountKeys([
    {
      email: 'ann@acme.example',
      organizations: ['acme', 'globex', 'idle'],
      keys: [
        { key: 'ann-acme', organization: 'acme', active: true },
        { key: 'ann-globex', organization: 'globex', active: true },
        { key: 'ann-old', organization: 'idle', active: false },
      ],
    },
    {
      email: 'bob@left.example',
      organizations: [],
      keys: [{ key: 'bob', organization: 'acme', active: true }],
    },
  ]);
  const from = (key: string, organization?: string) =>
    rule({ 'x-api-key': key, ...(organization ? { 'x-organization-id': organization } : {}) });

  it('speak for the organization they belong to', () => {
    const caller = { key: 'ann-acme', email: 'ann@acme.example', organization: 'acme' };
    expect(from('ann-acme')).toEqual(caller);
    expect(from('ann-acme', 'acme')).toEqual(caller);
  });

  it.each([
    ['no key', '', undefined, 401],
    ['an unknown key', 'eve', undefined, 401],
    ['a key that was switched off', 'ann-old', undefined, 401],
    ['a key of another organization than the header says', 'ann-acme', 'globex', 401],
    ['a person outside of the organization', 'ann-acme', 'initech', 403],
    ['a member without an active key there', 'ann-acme', 'idle', 403],
    ['a person who left the organization of the key', 'bob', undefined, 403],
  ])('are refused for %s', (_, key, organization, status) => {
    expect(statusOf(() => from(key, organization))).toBe(status);
  });
});
