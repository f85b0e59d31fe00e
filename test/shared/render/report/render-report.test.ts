import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { renderReport } from '../../../../shared/render/report/render-report.ts';
import { reportPolicy } from '../../../../shared/render/text/html.ts';
import { anExampleReport } from './example-report.ts';

const LINK = 'https://pages.example.com/p/abc';

describe('a rendered report', () => {
  const numbers = anExampleReport();
  const { html, text, json, csv } = renderReport(numbers, LINK);

  it('has the same bytes each time, however many reports were rendered before', () => {
    renderReport(anExampleReport({ perDay: 3 }), LINK);
    expect(renderReport(anExampleReport(), LINK)).toEqual({ html, text, json, csv });
  });

  it('shows hostile text as text, and links only to http', () => {
    expect(html).not.toMatch(/<img src=x|<script|javascript:|[\u202a-\u202e\u2066-\u2069]/);
    expect(html).not.toMatch(/ on\w+=["']/);
    expect(html.length).toBeLessThan(1_000_000);
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    const unseen = Array.from(html + text).filter((mark) => /[^\P{Cc}\n]/u.test(mark));
    expect(unseen).toEqual([]);
    expect(text.length).toBeLessThan(8_000);
  });

  it('contains a policy that allows only its own style, and loads nothing', () => {
    const policy = reportPolicy(html);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:/);
    expect(html).toContain(policy.split('; frame-ancestors')[0]!.replaceAll("'", '&apos;'));
    expect(html).not.toMatch(/ style="|<link|<iframe|<object|src="http/);
  });

  it('links its numbers only to parts of itself', () => {
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
    expect(ids.size).toBe([...html.matchAll(/ id="/g)].length);
  });

  it('has a table for each chart', () => {
    const charts = html.match(/class="chart wide"/g)?.length;
    expect(charts).toBe(7);
    expect(html.match(/<details class="behind">/g)!.length).toBeGreaterThan(charts!);
  });

  it('gives the same numbers as JSON and CSV, without formulas', () => {
    expect(JSON.parse(json)).toMatchObject({ v: 1, articles: numbers.articles, coverage: { due: 840 } });
    const rows = parse(csv, { columns: true }) as Record<string, string>[];
    expect(rows.find(({ section, measure }) => section === 'total' && measure === 'articles')).toMatchObject({
      now: String(numbers.articles.now),
      before: String(numbers.articles.before),
    });
    expect(rows.flatMap((row) => Object.values(row)).filter((cell) => /^[=+@]/.test(cell))).toEqual([]);
  });

  it('stays below the 5 MB limit of a page with every list full of the longest titles and links', () => {
    const worst = '"'.repeat(240);
    const link = `https://x.example/${'"'.repeat(580)}`;
    const many = <T>(count: number, one: (n: number) => T) => Array.from({ length: count }, (_, n) => one(n));
    const names = many(500, (n) => ({ key: `${worst}${n}`.slice(-80), articles: { now: 1, before: 1 } }));
    const [example, alert, window] = [
      numbers.examples[0]!,
      numbers.alerts.listed[0]!,
      numbers.coverage.windows[0]!,
    ];
    const full = {
      ...numbers,
      examples: many(500, (n) => ({ ...example, fingerprint: `f${n}`, title: worst, link })),
      items: many(60, () => ({ ...example, title: worst, link })),
      alerts: {
        ...numbers.alerts,
        told: 300,
        listed: many(300, () => ({ ...alert, fate: 'notified' as const, title: worst, link })),
      },
      coverage: { ...numbers.coverage, windows: many(400, () => window) },
      stories: { now: 9_999, before: 9_999 },
      outlets: { now: 9_999, before: 9_999 },
      others: {
        outlets: names.map(({ key, articles }) => ({ domain: key, articles, mood: numbers.mood.now })),
        authors: names,
        countries: names.map((one) => ({ ...one, key: one.key.slice(-8) })),
        languages: names.map((one) => ({ ...one, key: one.key.slice(-8) })),
        stories: many(500, (n) => ({ id: `s${n}`, title: worst, articles: 1 })),
      },
    };
    for (const form of Object.values(renderReport(full, LINK)))
      expect(Buffer.byteLength(form)).toBeLessThan(5 * 1024 * 1024);
  });

  it('without findings shows no broken numbers', () => {
    const empty = renderReport(anExampleReport({ perDay: 0 }), undefined);
    for (const form of Object.values(empty)) expect(form).not.toMatch(/NaN|Infinity|undefined/);
  });
});
