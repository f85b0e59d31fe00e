import { expect, it } from 'vitest';
import { alertOf, baselineAlertOf, policyAlertOf } from '../../../shared/domain/alerts/alert.ts';
import { incidentAlertOf } from '../../../shared/domain/alerts/incident-alert.ts';
import { growthAlertOf } from '../../../shared/domain/alerts/update-alert.ts';
import { copyKeysOf, titleKeyOf } from '../../../shared/domain/stories/similarity-profile.ts';
import { secretHash } from '../../../shared/domain/upstream/webhook-secret.ts';
import { base62, hmacSha256, idOf, sha256 } from '../../../shared/domain/lib/hash.ts';
import { executionName } from '../../../shared/domain/extraction/extraction.ts';
import { busyWait } from '../../../shared/domain/extraction/extraction-times.ts';
import { fingerprintOf } from '../../../shared/domain/findings/fingerprint.ts';
import { groupIdOf, cooldownsAfter } from '../../../shared/domain/alerts/grouping.ts';
import { signatureOf } from '../../../shared/domain/stories/similarity.ts';
import { inboxLink, receiptLink, reportLink } from '../../../shared/domain/pages/page-links.ts';
import { idKeyOf, recordKeysOf } from '../../../shared/domain/findings/record-keys.ts';
import { reportAlertId, reportKey, reportRecordId } from '../../../shared/domain/reports/report-record.ts';
import { writeSignature } from '../../../shared/domain/stories/signature-text.ts';
import { silenceOf } from '../../../shared/domain/channels/silence.ts';
import { storyIdOf } from '../../../shared/domain/stories/story.ts';
import { heartbeatId, reminderAlertOf } from '../../../shared/domain/channels/reminder-alerts.ts';
import { companyHash, externalIdOf } from '../../../shared/domain/watches/watchlist.ts';
import { composeMessage } from '../../../shared/render/message/compose-message.ts';
import { jobResults } from '../../../shared/providers/extraction/client/job-answers.ts';
import { recordToFinding } from '../../../shared/providers/extraction/source/to-finding.ts';
import { aChannel, aFinding, anAlert, aWatch } from '../../ports/examples.ts';
import { frozen } from '../frozen.ts';

// Identities are made of facts. What makes another id of the same facts notifies people of what they know already, finds
// nothing of what it stored, and breaks the links in their mail.

const now = 1_795_176_000_000;
const watch = aWatch({ id: 'acme-news', version: 'a-version' });
const finding = aFinding(1, {
  fingerprint: 'article-1',
  service: 'news',
  title: 'Acme opens a plant in Lyon',
});
const story = { id: 'story-1', articles: 1, outlets: 1, countries: 1 };
const incident = { subject: 'service:news:key', kind: 'key', since: now - 86_400_000, text: '' } as const;
const alert = anAlert(1, {
  id: 'alert-1',
  createdAt: now,
  occasion: { type: 'story' },
  brand: 'acme',
  severity: 'warning',
  watchId: watch.id,
  story,
});
const company = {
  key: 'S-1042',
  name: 'Initech',
  domain: 'initech.example',
  description: 'Makes printers.',
  alternativeNames: ['Initech SA'],
  keyPersons: ['Bill Lumbergh'],
};
const record = {
  record_id: 'record-1',
  record_title: 'Acme cuts 300 jobs',
  enrichment: { template_based_summary: 'Acme cuts 300 jobs.', number_of_jobs: 300, city: 'Lyon' },
  citations: [{ title: 'Cuts', link: 'https://news.example/1', published_date: '2026-11-20 08:00:00' }],
};
const cited = [2, 1].map((n) => ({ title: '', link: `https://news.example/${n}`, publishedAt: now + n }));
const text = 'The plant makes batteries for buses, and two hundred people work there. '.repeat(4);
const looks = signatureOf('Acme Corp opens 2 plants in Lyon and Turin', text);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const links = { base: 'https://pages.example', keys: ['the-newest-key', 'the-key-before'] };

const hashes = {
  'SHA-256': hex(sha256('é 日本')),
  'HMAC of SHA-256': hex(hmacSha256('key', 'é 日本')),
  'base 62': base62(sha256('é 日本'), 43),
  'id of parts': idOf('a', 'bc', 'é 日本'),
  'fingerprint that fits a key': fingerprintOf('a1:b2.c3-d4_e5'),
  'fingerprint that does not': fingerprintOf('https://news.example/a page'),
  'secret of a webhook': secretHash('a secret'),
};

const alerts = {
  'of a finding': alertOf({ ...watch, alert: { when: 'finding', channel: 'x' } }, { finding, now }).id,
  'of a story': alertOf({ ...watch, alert: { when: 'story', channel: 'x' } }, { finding, story, now }).id,
  'of what a story came to': (['outlets', 'top-rank', 'negative'] as const).map(
    (milestone) =>
      growthAlertOf(watch, {
        finding,
        story,
        growth: { milestone, value: 10 },
        holder: 'article-0',
        now,
      }).id,
  ),
  'of a base': baselineAlertOf(watch, { found: 1, window: { from: 0, to: now }, now }).id,
  'of what a policy saw': (['volume', 'spike', 'silence', 'first_seen', 'sentiment', 'change'] as const).map(
    (policy) =>
      policyAlertOf(watch, { policy, key: ['a', 'b'], detection: { text: '' }, findings: [finding], now }).id,
  ),
  'of something broken': incidentAlertOf(incident, { channel: 'operators', cured: false, now }).id,
  'of its end': incidentAlertOf(incident, { channel: 'operators', cured: true, now }).id,
  'of a reminder': reminderAlertOf(incident, { interval: 3_600_000, now })?.id,
  'of a quiet channel': heartbeatId('press-team', now),
  'of a report': reportAlertId('abcdefghij'),
};

const messages = {
  'of a channel and its alerts': composeMessage([alert, { ...alert, id: 'alert-0' }], {
    channel: aChannel({ name: 'press-team' }),
    now,
  }).id,
  'of a silence': silenceOf(
    {
      matchers: { watch: ['b', 'a'], severity: ['critical'], words: ['figures'] },
      owner: 'jane',
      reason: 'figures',
      endsAt: now + 1,
    },
    now,
  ).id,
  'of a group, by each label': (['watch', 'brand', 'severity', 'story'] as const).map((label) =>
    groupIdOf(alert, { by: [label] }),
  ),
  'of what is not repeated': cooldownsAfter(alert, { by: ['story'], wait: 0, interval: 1, repeat: 1 }).map(
    ({ topic }) => topic,
  ),
};

const stories = {
  'of a story': storyIdOf(finding),
  signature: writeSignature(looks),
  'keys under which copies meet': copyKeysOf(looks),
  'key of a title': titleKeyOf(looks),
};

const readRecord = (more: object) =>
  recordToFinding(jobResults.parse({ all_records: [{ ...record, ...more }] }).records[0]!, {
    now,
    exclude: { domains: [], phrases: [] },
  });
const jobs = {
  'of a record and its content': [readRecord({})].map(({ fingerprint, contentHash }) => [
    fingerprint,
    contentHash,
  ]),
  'of a record with a long id': readRecord({ record_id: 'a long id of words' }).fingerprint,
  'marks of a record': recordKeysOf({ ...finding, articles: cited }),
  'mark of an id': idKeyOf('record-1'),
  executions: [1, 2, 3].map((executions) => executionName({ id: 'job-1', executions })),
  'rhythm while slots are busy': busyWait('job-1', 'critical'),
  'digest of a company': companyHash(company),
  'id of a company at the service': externalIdOf({ stack: 'bellwether-dev', name: 'suppliers' }, 'S-1042'),
};

const pages = {
  'link to a receipt': receiptLink(alert, links),
  'link to the inbox': inboxLink(now, links),
  'link to a report': reportLink('abcdefghij', links),
  'id of a report': reportRecordId('acme-weekly', { first: '2026-11-09', last: '2026-11-15' }),
  'object of a report': (['html', 'text', 'json', 'csv'] as const).map((form) =>
    reportKey(
      {
        reportId: 'acme-weekly',
        period: { first: '2026-11-09', last: '2026-11-15', timezone: 'UTC' },
      },
      form,
    ),
  ),
};

it.each(Object.entries({ hashes, alerts, messages, stories, jobs, pages }))('%s', async (name, made) => {
  expect(made).toEqual(await frozen(made, { folder: import.meta.dirname, file: `${name}.json` }));
});
