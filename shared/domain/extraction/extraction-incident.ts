import type { Extraction } from './extraction.ts';
import type { Instant } from '../time/instant.ts';
import type { Incident } from '../incidents/incident.ts';

type Named = Pick<Extraction, 'watchId' | 'upstreamId'>;

/** The subjects of a watch's extractions. The next extraction that succeeds resolves them. */
export function extractionSubjects(watchId: string): string[] {
  return [
    ...['late-job', 'failed-job', 'query', 'plan'].map((kind) => `watch:${watchId}:${kind}`),
    'service:extraction:key',
    'service:extraction:quota',
  ];
}

/** A job is late: beyond our own deadline. It is still polled. */
export function lateIncident(extraction: Named, now: Instant): Incident {
  const { watchId } = extraction;
  return {
    subject: `watch:${watchId}:late-job`,
    kind: 'late-job',
    since: now,
    watchId,
    text:
      `The job${idIn(extraction)} of the watch ${watchId} has been running for more than an hour. Nothing is lost: it is ` +
      'polled every hour for a day, and there will be alerts when its records come. If this happens often, make the ' +
      'query narrower or lower the limit.',
  };
}

/** A job has failed: it will give no more records. */
export function failedIncident(extraction: Named, { why, now }: { why: string; now: Instant }): Incident {
  const { watchId } = extraction;
  return {
    subject: `watch:${watchId}:failed-job`,
    kind: 'failed-job',
    since: now,
    watchId,
    text:
      `The job${idIn(extraction)} of the watch ${watchId} has failed: ${why} The records that it gave before are kept. ` +
      'The next run of the watch covers the same time again.',
  };
}

function idIn({ upstreamId }: Named): string {
  return upstreamId === undefined ? '' : ` ${upstreamId}`;
}
