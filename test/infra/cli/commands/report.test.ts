import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPeriod } from '../../../../infra/cli/commands/report.ts';
import { memoryStack, openWorld } from '../open-world.ts';

const NOW = Date.parse('2026-11-21T23:30:00Z');
const IN_PARIS = { timezone: 'Europe/Paris', now: NOW };

describe('the days of a report', () => {
  it.each([
    ['2026-11-16..2026-11-20', '2026-11-16', '2026-11-20'],
    ['2026-11-16', '2026-11-16', '2026-11-16'],
    ['2026-W47', '2026-11-16', '2026-11-22'],
    ['2026-W01', '2025-12-29', '2026-01-04'],
    ['2026-10', '2026-10-01', '2026-10-31'],
    // In Paris it is already the 22nd.
    ['2026-11', '2026-11-01', '2026-11-22'],
    ['7d', '2026-11-15', '2026-11-21'],
  ])('%s', (text, first, last) => {
    expect(readPeriod(text, IN_PARIS)).toEqual({ first, last, timezone: 'Europe/Paris' });
  });

  it.each(['', '2026-02-30', '2026-11-20..2026-11-16', '2026-W54', '99d'])(
    '%j is refused, and the error says what to write',
    (text) => {
      expect(() => readPeriod(text, IN_PARIS)).toThrow(/--period/);
    },
  );
});

describe('report', () => {
  it('writes it, prints only the link on stdout, and opens it with --open', async () => {
    const { stack } = memoryStack();
    const { call, write, folder } = openWorld({ stack });
    write(`operators: { email: [oncall@acme.example] }
channels: { press: { email: [press@acme.example] } }
brands: { acme: { names: [Acme] } }
watches: { acme-news: { kind: search, query: { q: Acme }, brand: acme, alert: { channel: press } } }
reports: { acme-weekly: { brand: acme, schedule: cron(0 8 ? * MON *), channel: press } }
`);
    const applied = await call('apply');
    expect(applied).toMatchObject({ code: 0, err: '' });
    expect(await call('plan')).toMatchObject({ code: 0 });
    expect(applied.out).toMatch(/\+ +reports +acme-weekly/);
    const plain = await call('report', 'acme-weekly');
    expect(plain).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^https:\/\/pages\.example\.com\/p\/\w{26}\n$/),
    });
    expect(plain.err).toContain('Nothing was found about Acme');
    expect(plain.browsed).toBeUndefined();
    const browsing = await call('report', 'acme-weekly', '--period', '6d', '--browse');
    expect(browsing.browsed).toHaveLength(1);
    const opened = await call('report', 'acme-weekly', '--period', '6d', '--open');
    expect(opened.browsed).toEqual([opened.out.trim()]);
    expect(opened.out).not.toBe(plain.out);
    const saved = await call('report', 'acme-weekly', '--to', 'week.xlsx');
    expect(saved.code).toBe(0);
    expect(readFileSync(join(folder, 'week.xlsx'), 'utf8')).toBe(`${plain.out.trim()}/xlsx`);
    const document = await call('report', 'acme-weekly', '--period', '2026-11-16..2026-11-20', '--json');
    expect(JSON.parse(document.out)).toEqual({
      id: 'acme-weekly',
      title: 'Acme in the news',
      first: '2026-11-16',
      last: '2026-11-20',
      headline: expect.stringContaining('Nothing was found about Acme'),
      link: expect.stringMatching(/^https:\/\/pages\.example\.com\/p\/\w{26}$/),
    });
  });
});
