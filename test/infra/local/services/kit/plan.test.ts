import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RequestRefused } from '../../../../../infra/local/services/kit/http/refusal.ts';
import {
  accountKeys,
  DEFAULT_PLAN,
  readPlan,
  singleKey,
} from '../../../../../infra/local/services/kit/plan.ts';

const file = (content: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'plan-')), 'plan.yaml');
  writeFileSync(path, content);
  return path;
};

describe('plans', () => {
  it('have names', () => {
    expect(readPlan('v3').news).toMatchObject({ nlp: false, tags: false });
    expect(readPlan('v3_nlp').news).toMatchObject({ nlp: true, tags: false });
    expect(() => readPlan('gold')).toThrow(/no such plan.*v3_nlp_iptc_tags/);
  });

  it('come from a file that says only what differs', () => {
    expect(readPlan(file('name: trial\nnews: { monthlyCalls: 3 }'))).toEqual({
      ...DEFAULT_PLAN,
      name: 'trial',
      news: { ...DEFAULT_PLAN.news, monthlyCalls: 3 },
    });
  });

  it('can be strict, and have people with roles', () => {
    const person = 'email: ann@acme.example, organizations: [acme], roles: { acme: viewer }';
    const plan = readPlan(
      file(
        `strict: true\nextraction: { sharing: edit, accounts: [{ ${person}, keys: [{ key: k, organization: acme }] }] }`,
      ),
    );
    expect(plan).toMatchObject({
      strict: true,
      extraction: {
        sharing: 'edit',
        accounts: [{ known: true, roles: { acme: 'viewer' }, keys: [{ key: 'k', active: true }] }],
      },
    });
  });

  it.each([
    ['extraction: { accounts: [{ email: a, organizations: [b], roles: { b: boss } }] }', /roles\.b/],
    ['news: { monthlyCals: 3 }', /monthlyCals/],
    ['news: { monthlyCalls: -3 }', /news\.monthlyCalls/],
    ['events: { eventTypes: [merger] }', /events\.eventTypes\.0/],
  ])('are refused when a file says %s', (content, message) => {
    expect(() => readPlan(file(content))).toThrow(message);
  });
});

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
