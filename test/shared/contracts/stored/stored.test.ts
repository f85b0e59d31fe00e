import type * as z from 'zod';
import { describe, expect, it } from 'vitest';
import {
  channelDefinitionSchema,
  watchDefinitionSchema,
} from '../../../../shared/contracts/stored/definitions.ts';
import {
  alertSchema,
  storedFinding,
  storedFindingSchema,
} from '../../../../shared/contracts/stored/stored.ts';
import { runStateSchema } from '../../../../shared/contracts/stored/stored-run-state.ts';
import { alertOf, baselineAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import { incidentAlertOf } from '../../../../shared/domain/alerts/incident-alert.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import type { StorySummary } from '../../../../shared/domain/stories/story.ts';
import type { Incident } from '../../../../shared/domain/incidents/incident.ts';
import { aChannel, aFinding, aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';

const FULL: Finding = aFinding(1, {
  sentiment: { title: -1, content: 0.5 },
  excludedBy: 'acme comics',
  duplicateGroup: 'g-1',
  marks: ['paywall', 'opinion'],
  publishedPrecision: 'date',
  summary: 'In short.',
  translation: { title: 'A title', text: 'A text.' },
  themes: ['Business'],
  people: ['Jane Doe'],
  places: ['Turin'],
  iptcTags: ['economy'],
  iptcCodes: ['04000000'],
  iabTags: ['Business and Finance'],
  articles: [{ title: 'A', publishedAt: NOON, publishedPrecision: 'timezone unknown' }],
  signature: '1.2|8e.3g|||',
});
const NOTE: StorySummary = {
  id: 'story-1',
  articles: 60,
  outlets: 12,
  countries: 3,
  bestRank: 40,
  sentiment: -0.5,
  silent: { count: 7, shown: [{ title: 'A', link: 'https://a.example/', domain: 'a.example' }] },
};
const INCIDENT: Incident = {
  subject: 'watch:w:failing',
  kind: 'failing',
  since: NOON,
  watchId: 'w',
  text: 'It fails.',
};
const now = NOON;

/** A noun of the domain with its schema, and as it is stored. */
function entry<T extends object>(
  name: string,
  schema: z.ZodType<T>,
  item: T,
  write: (item: T) => object = (one) => one,
) {
  return [name, schema, item, write(item)] as const;
}

/** One of each, with every part that it can have. */
const STORED = [
  entry(
    'a watch',
    watchDefinitionSchema,
    aWatch({ brand: 'acme', query: { q: 'a', lang: ['en'], page: 1, has_nlp: true } }),
  ),
  entry(
    'a channel',
    channelDefinitionSchema,
    aChannel({
      quietHours: { from: '22:00', to: '07:00', except: 'critical' },
      brief: 'cron(0 8 ? * MON *)',
    }),
  ),
  entry(
    'a finding',
    storedFindingSchema,
    aStoredFinding(1, { finding: FULL, story: 's', verdict: { notified: 'alert-1' } }),
    storedFinding,
  ),
  entry(
    'a silent finding',
    storedFindingSchema,
    aStoredFinding(1, { verdict: { silent: 'same-story' } }),
    storedFinding,
  ),
  entry(
    'a finding with a planned verdict',
    storedFindingSchema,
    aStoredFinding(1, { story: 's', verdict: { notified: 'alert-1' }, isPlanned: true }),
    storedFinding,
  ),
  entry(
    'an alert of a story',
    alertSchema,
    alertOf(aWatch({ brand: 'acme' }), { finding: FULL, story: NOTE, now }),
  ),
  entry(
    'a baseline',
    alertSchema,
    baselineAlertOf(aWatch(), { found: 3, window: { from: 0, to: NOON }, now }),
  ),
  entry(
    'an alert of an incident',
    alertSchema,
    incidentAlertOf(INCIDENT, { channel: 'operators', cured: true, now }),
  ),
];

describe('stored items', () => {
  it.each(STORED)('%s reads back as it was written', (_name, schema, item, stored) => {
    expect(schema.parse(JSON.parse(JSON.stringify(stored)))).toEqual(item);
  });

  it.each(STORED)(
    '%s of a newer version is read without unknown attributes',
    (_name, schema, item, stored) => {
      expect(schema.parse({ ...stored, v: 2, unknown: { x: 1 } })).toEqual(item);
    },
  );

  it('the state of a watch that never ran is complete: what was never written has its first value', () => {
    expect(runStateSchema.parse({ watchId: 'w', track: 'live', fence: 1, leaseOwner: 'a' })).toEqual({
      watchId: 'w',
      track: 'live',
      fence: 1,
      baseFound: 0,
      failures: 0,
      incidents: [],
      counters: { month: '', calls: 0, runs: 0, quietWindows: 0, found: 0 },
    });
  });

  it.each([
    [
      'a finding without a fingerprint',
      storedFindingSchema,
      { ...aStoredFinding(1), finding: { ...FULL, fingerprint: undefined } },
    ],
    ['an unknown verdict', storedFindingSchema, { ...aStoredFinding(1), verdict: { silent: 'bored' } }],
  ])('%s is refused, not guessed', (_name, schema, item) => {
    expect(schema.safeParse(item).success).toBe(false);
  });
});

describe('a verdict that was planned', () => {
  const planned = storedFinding(aStoredFinding(1, { verdict: { notified: 'alert-1' }, isPlanned: true }));

  it('is no verdict for a version before, and is left out where that has recorded one', () => {
    expect(planned).not.toHaveProperty('verdict');
    const recorded = aStoredFinding(1, { verdict: { silent: 'same-story' } });
    expect(storedFindingSchema.parse({ ...planned, ...storedFinding(recorded) })).toStrictEqual(recorded);
  });
});
