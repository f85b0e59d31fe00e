import { describe, expect, it } from 'vitest';
import { type Check, judge, outcomeOf, printVerdicts, Unavailable, type Verdict } from './outcome.ts';

const check = (run: Check['run']): Check => ({ name: 'a check', run });
const at = (times: number[]) => () => times.shift() ?? 0;

describe('a check', () => {
  it('that lacks something is skipped, and says what it lacks', async () => {
    const verdict = await judge(
      check(() => Promise.reject(new Unavailable('there is no java on this machine'))),
      at([100, 350]),
    );
    expect(verdict).toEqual({
      name: 'a check',
      took: 250,
      outcome: { status: 'skipped', reason: 'there is no java on this machine' },
    });
  });

  it('that throws anything else has failed, and is never skipped', async () => {
    const { outcome } = await judge(
      check(() => Promise.reject(new Error('broken'))),
      at([0, 0]),
    );
    expect(outcome.status).toBe('failed');
    expect(JSON.stringify(outcome)).toContain('broken');
  });

  it('passes only without findings', () => {
    expect(outcomeOf([], '2 templates')).toEqual({ status: 'passed', detail: '2 templates' });
    expect(outcomeOf(['wrong'], '2 templates')).toEqual({ status: 'failed', findings: ['wrong'] });
  });
});

describe('the table', () => {
  const passed: Verdict = { name: 'one', took: 1_500, outcome: { status: 'passed', detail: 'all' } };
  const skipped: Verdict = { name: 'two', took: 0, outcome: { status: 'skipped', reason: 'no Python' } };
  const failed: Verdict = { name: 'three', took: 20, outcome: { status: 'failed', findings: ['a', 'b'] } };

  it('ends with 0 when checks passed or were skipped, and says so', () => {
    const { text, code } = printVerdicts([passed, skipped]);
    expect(code).toBe(0);
    expect(text).toContain('one    1.5 s  passed: all');
    expect(text).toContain('two    0.0 s  SKIPPED: no Python');
    expect(text).toContain('1 passed, 0 failed, 1 skipped');
  });

  it('ends with 1 when a check has failed, and lists each finding first', () => {
    const { text, code } = printVerdicts([passed, skipped, failed]);
    expect(code).toBe(1);
    expect(text).toMatch(/^three:\n {2}a\n {2}b\n/);
    expect(text).toContain('FAILED: 2 findings, see above');
  });
});
