import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PLAN, readPlan } from '../../../../../infra/local/services/kit/plan.ts';

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

  it.each([
    ['extraction: { accounts: [{ email: a, organizations: [b], roles: { b: boss } }] }', /roles\.b/],
    ['news: { monthlyCals: 3 }', /monthlyCals/],
    ['news: { monthlyCalls: -3 }', /news\.monthlyCalls/],
    ['events: { eventTypes: [merger] }', /events\.eventTypes\.0/],
  ])('are refused when a file says %s', (content, message) => {
    expect(() => readPlan(file(content))).toThrow(message);
  });
});
