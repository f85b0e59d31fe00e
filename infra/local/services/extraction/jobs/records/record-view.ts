import { type Instant, isoOf } from '../../../../../../shared/domain/time/instant.ts';
import type { TrackedEntity } from '../../pipeline/connect.ts';
import type { Citation, ExtractedRecord } from '../work/work.ts';

/** A record as answers show it (extraction service, record), but for its citations. */
export function recordView(
  record: Omit<ExtractedRecord, 'citations'>,
  entities: readonly TrackedEntity[],
): Record<string, unknown> {
  const { id, title, enrichment, confidence, connections, tags } = record;
  return {
    record_id: id,
    record_title: title,
    enrichment,
    enrichment_confidence: confidence,
    ...(connections && { connected_entities: connections.flatMap((item) => connectionView(item, entities)) }),
    ...(tags && { tags }),
  };
}

export function citationView({ title, link, publishedAt }: Citation) {
  return { title, link, published_date: isoOf(publishedAt) };
}

/** A record with plain citations, as a pull of a job shows it. */
export function jobRecordView(
  record: ExtractedRecord,
  entities: readonly TrackedEntity[],
): Record<string, unknown> {
  return { ...recordView(record, entities), citations: record.citations.map(citationView) };
}

/** When a record of a monitor was collected and last changed. */
export function seenView({ addedAt, updatedAt }: { addedAt: Instant; updatedAt: Instant }) {
  return { added_on: isoOf(addedAt), updated_on: isoOf(updatedAt) };
}

type Connections = NonNullable<ExtractedRecord['connections']>;

/** An entity with its company data as the job took it over. */
function connectionView(
  { entityId, score, association, relation }: Connections[number],
  entities: readonly TrackedEntity[],
): object[] {
  const entity = entities.find(({ id }) => id === entityId);
  if (!entity) return [];
  return [
    {
      entity_id: entity.id,
      name: entity.name,
      type: entity.type,
      ed_score: score,
      relation,
      association_type: association,
      external_entity_id: entity.externalId,
      company: {
        domain: entity.domain,
        alternative_names: entity.alternativeNames,
        key_persons: entity.keyPersons,
        description: entity.description,
      },
    },
  ];
}
