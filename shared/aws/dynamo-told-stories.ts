import type { ToldStories } from '../use-cases/ports.ts';
import { expiry, type Table } from './table.ts';

/** What a watch has told about a story: who holds it, and until when. */
export function dynamoToldStories(table: Table): ToldStories {
  return {
    claim: ({ watchId, story, fingerprint, now, until }) =>
      table.putIf(
        {
          pk: `WATCH#${watchId}`,
          sk: `STORY#${story}`,
          watchId,
          story,
          fingerprint,
          until,
          ...expiry(until),
        },
        {
          condition: 'attribute_not_exists(pk) OR fingerprint = :fingerprint OR #until < :now',
          names: { '#until': 'until' },
          values: { ':fingerprint': fingerprint, ':now': now },
        },
      ),
  };
}
