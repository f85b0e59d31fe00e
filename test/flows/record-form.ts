import { wordsOf } from '../shared/use-cases/news-of.ts';
import type { ItemForm } from './poison-bench.ts';

const PARSED = '2026-11-20 11:30:00';

/** A record of the extraction service. */
export const recordForm = {
  service: 'extraction',
  id: 'record_id',
  make: (id) => ({
    record_id: id,
    record_title: wordsOf(id, 8),
    enrichment: {
      template_based_summary: wordsOf(`${id} text`, 20),
      people: 40,
      company: { metadata: { name: 'Acme' } },
      places: ['Lyon'],
    },
    enrichment_confidence: { people: 0.5 },
    citations: [
      {
        id: `article-of-${id}`,
        title: 'T',
        link: `https://outlet.example/${id}`,
        published_date: PARSED,
        job_id: 'job-1',
        added_on: PARSED,
      },
    ],
    connected_entities: [
      {
        entity_id: 'e1',
        name: 'Acme',
        type: 'company',
        ed_score: 8,
        relation: 'actor',
        external_entity_id: 'x',
      },
    ],
    tags: { event_type: 'layoff', sector: 'cars' },
    added_on: PARSED,
  }),
} satisfies ItemForm;
