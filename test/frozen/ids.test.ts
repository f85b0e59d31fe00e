import { expect, it } from 'vitest';
import {
  baselineAlertOf,
  findingAlertOf,
  incidentAlertOf,
  policyAlertOf,
} from '../../shared/domain/alerts/alert.ts';
import { partKeyOf } from '../../shared/domain/alerts/decision.ts';
import { cooldownsAfter, groupIdOf } from '../../shared/domain/alerts/message.ts';
import { climbAlertOf, correctionAlertOf, storyAlertOf } from '../../shared/domain/channels/story-alerts.ts';
import { heartbeatId, reminderAlertOf } from '../../shared/domain/channels/incidents.ts';
import { silenceOf } from '../../shared/domain/channels/silence.ts';
import { executionName } from '../../shared/domain/extraction/extraction.ts';
import { fingerprintOf } from '../../shared/domain/findings/finding.ts';
import { idKeyOf, recordKeysOf } from '../../shared/domain/findings/revision.ts';
import { base62, idOf, sha256 } from '../../shared/domain/lib/hash.ts';
import { inboxLink, receiptLink, reportLink } from '../../shared/domain/pages/signed-link.ts';
import { reportAlertId, reportKey, reportRecordId } from '../../shared/domain/reports/report-record.ts';
import { singleFindingStory, storyIdOf } from '../../shared/domain/stories/story.ts';
import { newStoryOrder } from '../../shared/domain/pages/story-order.ts';
import { HOUR } from '../../shared/domain/time/instant.ts';
import { secretHash } from '../../shared/domain/upstream/upstream-resource.ts';
import { companyHash, externalIdOf } from '../../shared/domain/watches/watchlist.ts';
import { composeMessage } from '../../shared/render/message/compose-message.ts';
import { aChannel, aFinding, anAlert, aStoredFinding, aWatch, NOON as now } from '../ports/examples.ts';
import { golden } from './golden.ts';

// What makes another id of the same facts notifies people of what they know, finds nothing of what it stored, and
// breaks the links in their mail.

const watch = aWatch();
const finding = aFinding(1);
const event = aFinding(2, { type: 'event' });
const story = { id: 'story-1', articles: 1, outlets: 1, countries: 1 };
const alert = anAlert(1, { occasion: { type: 'story' }, brand: 'acme', story });
const incident = { subject: 'service:news:key', kind: 'key', since: now - 24 * HOUR, text: '' } as const;
const company = { key: 'S-1042', name: 'Initech', alternativeNames: [], keyPersons: [] };
const links = { base: 'https://pages.example', keys: ['the-key'] };
const period = { first: '2026-11-09', last: '2026-11-15', timezone: 'UTC' };
const onEach = { ...watch, alert: { when: 'finding', channel: 'x' } } as const;
const onValues = { ...watch, alert: { when: 'first_seen', channel: 'x' } } as const;
const shown = { finding, foundAt: now };
const told = {
  channel: 'x',
  story: { id: 'story-1', ...singleFindingStory(finding) },
  space: 's',
  watches: [],
  silent: [],
};
const order = { owner: 'jane', reason: 'figures', endsAt: now + 1 };

const risen = { ...shown, reached: { severity: 'critical', by: [] }, from: 'info' } as const;

const made = {
  hashes: [base62(sha256('é 日本'), 43), idOf('a', 'bc', 'é 日本'), secretHash('a secret')],
  fingerprints: ['a1:b2.c3-d4_e5', 'https://news.example/a page'].map(fingerprintOf),
  'alert on a finding': findingAlertOf(onEach, shown).id,
  'alerts on a story': [watch, onValues].map((one) => storyAlertOf(one, shown, told).id),
  'alert on a climb': climbAlertOf(watch, risen, told).id,
  'alert on a correction': correctionAlertOf(watch, risen).id,
  'alert on a baseline': baselineAlertOf(watch, { found: 1, window: { from: 0, to: now }, now }).id,
  'alerts of policies': (['volume', 'spike', 'silence', 'first_seen', 'sentiment', 'change'] as const).map(
    (policy) =>
      policyAlertOf(watch, { policy, key: ['a'], detection: { text: '' }, findings: [finding], now }).id,
  ),
  'alerts on an incident': [
    ...[false, true].map((resolved) => incidentAlertOf(incident, { channel: 'operators', resolved, now }).id),
    reminderAlertOf(incident, { interval: HOUR, now })?.id,
  ],
  heartbeat: heartbeatId('press-team', now),
  message: composeMessage([alert, { ...alert, id: 'alert-0' }], { channel: aChannel(), now }).id,
  silence: silenceOf({ matchers: { watch: ['b', 'a'], words: ['figures'] }, ...order }, now).id,
  groups: (['watch', 'brand', 'severity', 'story'] as const).map((label) =>
    groupIdOf(alert, { by: [label] }),
  ),
  cooldowns: cooldownsAfter(alert, { by: ['story'], wait: 0, interval: 1, repeat: 1 }).map(
    ({ topic }) => topic,
  ),
  stories: [finding, event].map((one) => storyIdOf('brand.acme.normal', { finding: one, foundAt: now })),
  part: partKeyOf([aStoredFinding(1)]),
  'story order': newStoryOrder({ kind: 'split', space: 's', story: 'a', article: 'b', at: now }).made ?? '',
  records: [...recordKeysOf(finding), idKeyOf('record-1')],
  executions: [1, 2].map((executions) => executionName({ id: 'job-1', executions })),
  company: [companyHash(company), externalIdOf({ stack: 'bellwether-dev', name: 'suppliers' }, 'S-1042')],
  links: [receiptLink(alert, links), inboxLink(now, links), reportLink('abcdefghij', links)],
  report: [
    reportAlertId('abcdefghij'),
    reportRecordId('acme-weekly', period),
    reportKey({ reportId: 'acme-weekly', period }, 'html'),
  ],
};

it('ids that are made of the same facts are the same', async () => {
  const lines = Object.entries(made).map(([name, value]) => `${name}: ${[value].flat().join(' ')}`);
  expect(lines).toEqual(await golden(lines, 'ids.txt'));
});
