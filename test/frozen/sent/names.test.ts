import { expect, it } from 'vitest';
import { OUTPUT_NAMES } from '../../../infra/stack-outputs.ts';
import * as names from '../../../shared/contracts/names.ts';
import { budgetSubject } from '../../../shared/domain/usage/budget.ts';
import { GoneError, RefusedError, TransportError } from '../../../shared/domain/lib/errors.ts';
import {
  extractionSubjects,
  failedIncident,
  lateIncident,
} from '../../../shared/domain/extraction/extraction-incident.ts';
import { quotaSubject } from '../../../shared/domain/usage/quota.ts';
import {
  deadDeliverySubject,
  openWindowSubject,
  incidentOf,
} from '../../../shared/domain/incidents/incident.ts';
import {
  monitorOffSubject,
  unreadableSubject,
  unreadySubject,
  watchlistSubject,
} from '../../../shared/domain/upstream/upstream-incident.ts';
import { aWatch } from '../../ports/examples.ts';
import { frozen, gone } from '../frozen.ts';
import { textsIn } from '../key-paths.ts';

const folder = import.meta.dirname;

it('names with two readers: variables, metrics, events, outputs, functions, folders, keys of the table', async () => {
  const texts = [...new Set(textsIn({ ...names, OUTPUT_NAMES }))];
  expect(await gone(texts, { folder, file: 'names.txt' })).toEqual([]);
});

it('subjects of what is broken: what was raised under one is over under the same', async () => {
  const watch = aWatch({ id: 'acme-news' });
  const about = { service: 'news', operation: 'search' } as const;
  const raised = (error: Parameters<typeof incidentOf>[0]) =>
    incidentOf(error, { watch, failures: 9, now: 0 })?.subject;
  const refused = (['key', 'plan', 'quota', 'request'] as const).map((refusal) =>
    raised(new RefusedError('no', { ...about, refusal })),
  );
  const job = { watchId: 'sector-cuts', upstreamId: 'job-1' };
  const subjects = {
    failing: [raised(new TransportError('no', about)), raised(new GoneError('no', about))],
    refused,
    window: openWindowSubject('acme-news'),
    message: deadDeliverySubject('press-team'),
    plan: (['slowed', 'paused'] as const).map((step) => budgetSubject('news', step, 'critical')),
    quota: quotaSubject('news'),
    jobs: [lateIncident(job, 0).subject, failedIncident(job, { why: '', now: 0 }).subject],
    'what a good job ends': extractionSubjects('sector-cuts'),
    monitor: [monitorOffSubject('breaches'), unreadableSubject('breaches')],
    watchlist: [watchlistSubject('suppliers'), unreadySubject('suppliers')],
  };
  expect(subjects).toEqual(await frozen(subjects, { folder, file: 'subjects.json' }));
});
