import { describe, expect, it } from 'vitest';
import type { ExtractedRecord } from '../../../../../../infra/local/services/extraction/jobs/work.ts';
import { mergeRun } from '../../../../../../infra/local/services/extraction/monitors/merge.ts';
import { DAY, START } from '../open-extraction.ts';

let made = 0;
const record = (title: string, links: string[], entityId?: string): ExtractedRecord => ({
  id: String((made += 1)),
  title,
  enrichment: {},
  confidence: {},
  citations: links.map((link) => ({ title, link, publishedAt: START })),
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
  const base = run([], [record('Acme cuts 300 jobs in Ohio', ['a'])], START - DAY, 'reference').changed;

  it('are doubles when they share an article: the earlier one gains the other citations', () => {
    const { changed, fresh } = run(base, [record('Jobs go at Acme', ['a', 'b'])]);
    expect(fresh).toEqual([]);
    expect(changed).toHaveLength(1);
    expect(changed[0]).toMatchObject({ addedAt: START - DAY, updatedAt: START, jobId: 'reference' });
    expect(changed[0]!.citations.map(({ link, jobId, addedAt }) => [link, jobId, addedAt])).toEqual([
      ['a', 'reference', START - DAY],
      ['b', 'run', START],
    ]);
  });

  it('are doubles when their titles are nearly the same, but not when they name others', () => {
    expect(run(base, [record('Acme cuts 300 jobs in Ohio now', ['c'])]).fresh).toEqual([]);
    expect(run(base, [record('Globex cuts 300 jobs in Texas', ['c'])]).fresh).toHaveLength(1);
    expect(run(base, [record('Acme opens a bakery', ['c'])]).fresh).toHaveLength(1);
  });

  it('are new again when the earlier one was last seen more than seven days ago', () => {
    const again = () => [record('Acme cuts 300 jobs in Ohio', ['d'])];
    expect(run(base, again(), START + 6 * DAY).fresh).toEqual([]);
    expect(run(base, again(), START + 6 * DAY + 1).fresh).toHaveLength(1);
    const seen = run(base, again(), START + 5 * DAY).changed;
    expect(run(seen, again(), START + 11 * DAY).fresh).toEqual([]);
  });

  it('of two companies are no doubles, even with one article', () => {
    const watched = run([], [record('Acme and Globex merge', ['x'], 'acme')]).changed;
    expect(run(watched, [record('Acme and Globex merge', ['x'], 'globex')]).fresh).toHaveLength(1);
    expect(run(watched, [record('Acme and Globex merge', ['x'], 'acme')]).fresh).toEqual([]);
  });

  it('that come twice in one run are merged as well', () => {
    expect(
      run([], [record('Acme cuts jobs', ['a']), record('Acme cuts jobs', ['a', 'b'])]).fresh,
    ).toHaveLength(1);
  });
});
