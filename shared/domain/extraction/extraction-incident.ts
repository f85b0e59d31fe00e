import type { Extraction } from './extraction.ts';
import type { Instant } from '../time/instant.ts';
import type { Incident } from '../incidents/incident.ts';

type Named = Pick<Extraction, 'watchId' | 'upstreamId'>;

/** The subjects that an extraction of a watch may raise, and that its next good end cures. */
export function extractionSubjects(watchId: string): string[] {
  return [
    ...['late-job', 'failed-job', 'query', 'plan'].map((kind) => `watch:${watchId}:${kind}`),
    'service:extraction:key',
    'service:extraction:quota',
  ];
}

/** A job that is beyond our own deadline: told once, while it is still looked at. */
export function lateIncident(extraction: Named, now: Instant): Incident {
  const { watchId } = extraction;
  return {
    subject: `watch:${watchId}:late-job`,
    kind: 'late-job',
    since: now,
    watchId,
    text:
      `The job${idIn(extraction)} of the watch ${watchId} has been at work for more than an hour. Nothing is lost: it ` +
      'is looked at every hour for a day, and its records are told when they come. If this happens often, ask a ' +
      'narrower question or lower the limit.',
  };
}

/** A job that will give no more records. */
export function failedIncident(extraction: Named, { why, now }: { why: string; now: Instant }): Incident {
  const { watchId } = extraction;
  return {
    subject: `watch:${watchId}:failed-job`,
    kind: 'failed-job',
    since: now,
    watchId,
    text:
      `The job${idIn(extraction)} of the watch ${watchId} has ended without a result: ${why} Records that it had given ` +
      'so far are kept. The next run of the watch asks for the same time again.',
  };
}

function idIn({ upstreamId }: Named): string {
  return upstreamId === undefined ? '' : ` ${upstreamId}`;
}
