import { describe, expect, it } from 'vitest';
import type { CoverageLevel } from '../../../../../shared/domain/reports/coverage-days.ts';
import {
  changeCell,
  comparisonNote,
  earlierCell,
  inBefore,
} from '../../../../../shared/render/report/sections/table.ts';
import { html } from '../../../../../shared/render/text/html.ts';

const WEEK = { first: '2026-11-16', last: '2026-11-22', timezone: 'UTC' };
const DAY = { ...WEEK, first: '2026-11-22' };
const earlier = (n: number, asked: CoverageLevel) => ({ n, asked, href: undefined });

describe('a number of the days before', () => {
  it.each<[number, CoverageLevel, string]>([
    [274, 'all', ', 274 in the 7 days before'],
    [0, 'all', ', none in the 7 days before'],
    [1_274, 'part', ''],
    [0, 'part', ''],
    [0, 'none', ''],
  ])('ends a sentence: %i, %s', (n, asked, text) => {
    expect(html`${inBefore(earlier(n, asked), WEEK)}`.toString()).toBe(text);
  });

  it('names the one day before a report on one day', () => {
    expect(html`${inBefore(earlier(3, 'all'), DAY)}`.toString()).toBe(', 3 on the day before');
  });

  it.each<[number, CoverageLevel, string]>([
    [3, 'all', '3'],
    [0, 'all', '0'],
    [0, 'part', '–'],
    [3, 'part', '–'],
    [0, 'none', '<span class="muted">no data</span>'],
  ])('fills a cell: %i, %s', (n, asked, text) => {
    expect(html`${earlierCell(earlier(n, asked)).number}`.toString()).toBe(text);
  });

  it.each<[number, number, CoverageLevel, string]>([
    [312, 274, 'all', '+14%, 274 before'],
    [3, 0, 'all', 'none before'],
    [312, 3, 'part', 'not compared: incomplete data'],
    [312, 0, 'part', 'not compared: incomplete data'],
    [312, 3, 'none', 'not compared: incomplete data'],
    [312, 0, 'none', 'no data before'],
  ])('explains a key figure: %i after %i, %s', (now, before, asked, text) => {
    expect(html`${comparisonNote({ now, before }, { asked, href: undefined })}`.toString()).toBe(text);
  });

  it('is the target of its change', () => {
    const { number } = changeCell({ now: 3, before: 4 }, { asked: 'all', href: '/before' });
    expect(html`${number}`.toString()).toBe('<a href="/before">−25%</a>');
  });
});
