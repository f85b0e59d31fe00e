import { describe, expect, it } from 'vitest';
import { companyNameOf } from '../../../../../shared/providers/extraction/source/record.ts';
import { readRecords } from '../../../../../shared/providers/extraction/source/single-calls.ts';
import { recordOf, scripted } from '../extraction-fixtures.ts';

describe('records', () => {
  it('are read with fields, summary and confidence apart, in either form', async () => {
    const older = recordOf('12345678901234567890', {
      enrichment: { city: 'Lyon', schema_based_summary: 'S', enrichment_confidence: 'high' },
    });
    const newer = recordOf('r2', {
      enrichment: { city: null, template_based_summary: 'T', schema_based_summary: 'S' },
      enrichment_confidence: { city: 0.8 },
      connected_entities: [
        {
          entity_id: 'e1',
          name: 'Acme',
          ed_score: 7.5,
          external_entity_id: null,
          company: { domain: 'acme.example', key_persons: null },
        },
      ],
      tags: { event_type: 'a/b', sector: 'other_sector' },
      added_on: '2026-11-20 08:00:00',
    });
    const lite = { record_id: 'r3', record_title: 'Lite', citations: [{ title: 'T', link: 'l' }] };
    const { client } = await scripted({
      json: { job_id: 'j', all_records: [older, newer, lite, { record_title: 'no id' }] },
    });
    const { records, dropped } = await client.jobs.pull('j');
    expect(dropped).toBe(1);
    expect(records[0]).toMatchObject({
      record_id: older.record_id,
      fields: { city: 'Lyon' },
      summary: 'S',
      confidence: 'high',
    });
    expect(records[0]?.citations[0]).toMatchObject({ published_date: Date.parse('2026-11-20T08:00:00Z') });
    expect(records[1]).toMatchObject({
      fields: { city: null },
      summary: 'T',
      connected_entities: [
        { entity_id: 'e1', ed_score: 7.5, company: { domain: 'acme.example', key_persons: [] } },
      ],
      tags: { sector: 'other_sector' },
      added_on: Date.parse('2026-11-20T08:00:00Z'),
    });
    expect(records[2]).toMatchObject({ fields: {}, connected_entities: [] });
    expect(records[1]?.raw).toEqual(newer);
  });

  it('are paged to the end, also when pages are added meanwhile', async () => {
    const page = (n: number, total_pages: number) => ({
      json: { page: n, total_pages, all_records: [recordOf(`r${n}`)] },
    });
    const { server, client } = await scripted(page(1, 2), page(2, 3), page(3, 3));
    const read = await readRecords(client)({ jobId: 'j' }, { deadline: Number.POSITIVE_INFINITY });
    expect(read.map(({ record_id }) => record_id)).toEqual(['r1', 'r2', 'r3']);
    expect(server.arrivals.map(({ url }) => url.search)).toEqual(
      [1, 2, 3].map((n) => `?page=${n}&page_size=1000`),
    );
  });

  it('are one page when the service counts none', async () => {
    const { server, client } = await scripted({ json: { total_pages: 0, all_records: [] } });
    expect(await readRecords(client)({ jobId: 'j' }, { deadline: Number.POSITIVE_INFINITY })).toEqual([]);
    expect(server.arrivals).toHaveLength(1);
  });

  it.each([
    [{ source_text: 'a', confidence: 1, metadata: { name: 'Acme', domain_url: null } }, 'Acme'],
    [{ name: 'Acme', people: [] }, 'Acme'],
    ['Acme', 'Acme'],
    [{ metadata: null }, undefined],
    [null, undefined],
  ])('name the company in %j', (value, name) => {
    expect(companyNameOf(value)).toBe(name);
  });
});
