import { describe, expect, it } from 'vitest';
import {
  BadShapeError,
  GoneError,
  RefusedError,
  type Refusal,
  ThrottledError,
  TransportError,
  type UpstreamError,
} from '../../../../shared/domain/lib/errors.ts';
import { incidentOf } from '../../../../shared/domain/incidents/incident.ts';
import { aWatch, NOON } from '../../../ports/examples.ts';

const facts = { service: 'news', operation: 'POST /search' } as const;
const after = (error: UpstreamError, failures: number) =>
  incidentOf(error, { watch: aWatch(), failures, now: NOON });
const refused = (refusal: Refusal) => new RefusedError('No such thing.', { ...facts, status: 403, refusal });

describe('the incident of an upstream error', () => {
  it.each([
    ['key', 'service:news:key', undefined, 'Set a valid key in its secret'],
    ['quota', 'service:news:quota', undefined, 'until the next billing cycle'],
    ['plan', 'watch:acme-news:plan', 'acme-news', 'Remove that parameter from the watch'],
    ['request', 'watch:acme-news:query', 'acme-news', 'Correct its query in watches.yaml and apply'],
  ] as const)('a refusal for the %s opens it at once, as %s', (refusal, subject, watchId, advice) => {
    const incident = after(refused(refusal), 1);
    expect(incident).toMatchObject({ subject, since: NOON });
    expect(incident?.watchId).toBe(watchId);
    expect(incident?.text).toContain('No such thing.');
    expect(incident?.text).toContain(advice);
  });

  it.each([
    ['a lost connection', new TransportError('It was reset.', facts), 'the network'],
    ['a path that is gone', new GoneError('No such path.', facts), 'The address may be wrong'],
    ['answers of another shape', new BadShapeError('No total_hits.', facts), 'not as documented'],
    ['too many calls at once', new ThrottledError('Slow down.', facts), 'the network'],
  ])('%s opens it at the third time in a row', (_name, error, advice) => {
    expect([after(error, 1), after(error, 2)]).toEqual([undefined, undefined]);
    const incident = after(error, 3);
    expect(incident).toMatchObject({
      subject: 'watch:acme-news:failing',
      kind: 'failing',
      watchId: 'acme-news',
    });
    expect(incident?.text).toContain(`has failed 3 times in a row`);
    expect(incident?.text).toContain(error.message);
    expect(incident?.text).toContain(advice);
  });
});
