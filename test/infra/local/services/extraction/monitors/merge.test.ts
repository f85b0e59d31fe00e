import { describe, expect, it } from 'vitest';
import { mergeRun } from '../../../../../../infra/local/services/extraction/monitors/merge.ts';
import { DAY, START } from '../open-extraction.ts';
import type { ExtractedRecord } from '../../../../../../infra/local/services/extraction/stored.ts';

let made = 0;
const record = (title: string, links: string[], entityId?: string): ExtractedRecord => ({
  id: String((made += 1)),
  since: 0,
  title,
  enrichment: {},
  confidence: {},
  citations: links.map((link) => ({ title, link, publishedAt: START, since: 0 })),
  ...(entityId !== undefined && {
    connections: [{ entityId, score: 5, association: 'mention' as const, relation: '' }],
  }),
});
const run = (
  earlier: Parameters<typeof mergeRun>[0],
  records: ExtractedRecord[],
  now = START,
  jobId = 'run',
) => mergeRun(earlier, { records, jobId, now });

describe('records over the runs of a monitor', () => {
  const base = run([], [record('Acme cuts 300 jobs in Ohio', ['a'])], START - DAY, 'reference');

  it.each([
    ['nearly the same title', 'Acme cuts 300 jobs in Ohio now', 1],
    ['a title that names others', 'Globex cuts 300 jobs in Texas', 2],
    ['another title', 'Acme opens a bakery', 2],
  ])('with %s', (_, title, count) => {
    expect(run(base, [record(title, ['c'])])).toHaveLength(count);
  });

  it('are new again when the earlier one was last seen more than seven days ago', () => {
    const again = () => [record('Acme cuts 300 jobs in Ohio', ['d'])];
    expect(run(base, again(), START + 6 * DAY)).toHaveLength(1);
    expect(run(base, again(), START + 6 * DAY + 1)).toHaveLength(2);
    const seen = run(base, again(), START + 5 * DAY);
    expect(run(seen, again(), START + 11 * DAY)).toHaveLength(1);
  });

  it('of two companies are no doubles, even with one article; within one run they are merged as well', () => {
    const merger = (id: string) => record('Acme and Globex merge', ['x'], id);
    expect(run([], [merger('acme'), merger('globex'), merger('acme')])).toHaveLength(2);
  });
});
