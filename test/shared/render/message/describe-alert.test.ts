import { describe, expect, it } from 'vitest';
import { type Alert, policyAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import { heartbeatAlertOf } from '../../../../shared/domain/channels/incidents.ts';
import type { Detection } from '../../../../shared/domain/policies/policy.ts';
import type { DetectionPolicy } from '../../../../shared/domain/policies/registry.ts';
import { heartbeatOf } from '../../../../shared/domain/runs/expected-run.ts';
import { DAY, MINUTE } from '../../../../shared/domain/time/instant.ts';
import {
  alertTitle,
  describeAlert,
  raisedSentence,
} from '../../../../shared/render/message/describe-alert.ts';
import { aFinding, anAlert, aWatch, NOON } from '../../../ports/examples.ts';
import { alertAbout, compose } from './message-examples.ts';

const story = { id: 's', articles: 14, outlets: 12, countries: 4 };
const alert = alertAbout(1, { matched: ['Acme'] });
const secondLine = (given: Alert) => compose([given]).texts.email.split('\n')[1];
const sourceLine = (given: Alert) => /^The News.*$/m.exec(compose([given]).texts.email)?.[0];

describe('an alert about a story', () => {
  it('says how many outlets have it below the headline', () => {
    expect(secondLine({ ...alert, story })).toBe('warning, 12 outlets in 4 countries');
    expect(secondLine({ ...alert, story: { ...story, countries: 1 } })).toBe('warning, 12 outlets');
  });
});

it('an article behind a paywall, an opinion and a press release are marked as such', () => {
  const marked = alertAbout(1, { marks: ['paywall', 'opinion', 'press-release'] });
  expect(sourceLine(marked)).toMatch(
    /^The News \(United States, large outlet\), .*\), behind a paywall, opinion, press release$/,
  );
  expect(compose([marked]).texts.email).toContain(', behind a paywall, opinion, press release\n');
  expect(JSON.parse(compose([marked]).texts.json).alerts[0].items[0].marks).toEqual([
    'paywall',
    'opinion',
    'press-release',
  ]);
  expect(sourceLine(alert)).not.toContain('paywall');
});

it('the summary of the service is the text of an alert, with its translation and its topics', () => {
  const french = alertAbout(1, {
    title: 'Acme ouvre une usine',
    summary: 'Acme a ouvert une usine à Turin.',
    snippet: 'Selon Jane Doe …',
    translation: { title: 'Acme opens a plant', text: 'Acme has opened a plant in Turin!' },
    themes: ['Business', 'Tech', 'Finance', 'Travel'],
    people: ['Jane Doe'],
    iptcTags: ['economy'],
  });
  expect(compose([french]).texts.email.split('\n').slice(2, 5)).toEqual([
    'Acme a ouvert une usine à Turin.',
    'In English: Acme opens a plant. Acme has opened a plant in Turin!',
    'People: Jane Doe. Themes: Business, Tech, Finance',
  ]);
  expect(JSON.parse(compose([french]).texts.json).alerts[0].items[0]).toMatchObject({
    summary: 'Acme a ouvert une usine à Turin.',
    translation: { title: 'Acme opens a plant', text: 'Acme has opened a plant in Turin!' },
    themes: ['Business', 'Tech', 'Finance', 'Travel'],
    people: ['Jane Doe'],
    iptcTags: ['economy'],
  });
  const hostile = alertAbout(1, { summary: '\u202e', translation: { title: 'a\nb' }, places: ['\u0000'] });
  expect(compose([hostile]).texts.email.split('\n').slice(2, 4)).toEqual([
    'In English: a b.',
    sourceLine(hostile),
  ]);
});

it('a date without a time is a date in every zone, and a time without a zone stays as it is', () => {
  const publishedAt = Date.parse('2026-11-20T00:00:00Z');
  const day = alertAbout(1, { publishedAt, publishedPrecision: 'date' });
  for (const timezone of ['America/New_York', 'UTC', 'Pacific/Kiritimati'])
    expect(describeAlert(day, timezone).item?.source.published).toBe('Friday 20 November 2026');
  const { texts } = compose([day]);
  expect(texts.email).not.toMatch(/\d:\d\d \(/);
  expect(JSON.parse(texts.json).alerts[0].items[0]).toMatchObject({
    publishedAt: '2026-11-20T00:00:00.000Z',
    publishedPrecision: 'date',
  });
  const local = alertAbout(1, {
    publishedAt: publishedAt + 90 * MINUTE,
    publishedPrecision: 'timezone unknown',
  });
  expect(sourceLine(local)).toMatch(/, Friday 20 November 2026, 01:30 \(time zone unknown\)$/);
  expect(sourceLine(alertAbout(1, { publishedAt }))).toMatch(/, 01:00 \(Europe\/Paris\)$/);
});

describe('the title of an alert about a known story or item', () => {
  const detected = (policy: DetectionPolicy, detection: Detection) =>
    policyAlertOf(aWatch(), {
      policy,
      key: ['k'],
      detection: detection,
      findings: [aFinding(1)],
      now: NOON,
    });

  it.each([
    [
      'a changed fact',
      detected('change', { text: 'Changed: amount.', short: 'amount 50 → 80' }),
      'amount 50 → 80',
    ],
    [
      'a first time',
      detected('first_seen', { text: 'Seen for the first time: x.', short: 'New outlet x' }),
      'New outlet x',
    ],
  ])('begins with what is new, in subject and SMS: %s', (_name, alert, update) => {
    const { texts } = compose([alert]);
    expect(texts.subject).toBe(`${update}: Acme opens plant number 1`);
    expect(texts.sms).toBe(`${update.replace('→', '->')}: Acme opens plant number 1 https://news.example/1`);
    expect(texts.email.split('\n')[0]).toBe('Acme opens plant number 1');
  });
});

function described(policy: DetectionPolicy, detection: Detection, findings = [aFinding(1), aFinding(2)]) {
  const alert = policyAlertOf(aWatch(), { policy, key: ['k'], detection, findings, now: NOON });
  return describeAlert(alert, 'Europe/Paris');
}

it('a detection in a period shows its sentence, the period in local time, and examples with links', () => {
  const detection = { text: '60 articles in 20 stories.', period: { from: NOON - DAY, to: NOON } };
  expect(described('spike', detection)).toEqual({
    headline: '60 articles in 20 stories.',
    lines: ['From Thursday 19 November 2026, 13:00 to Friday 20 November 2026, 13:00 (Europe/Paris).'],
    examples: [1, 2].map((n) => ({
      headline: `Acme opens plant number ${n}`,
      outlet: 'The News',
      link: `https://news.example/${n}`,
    })),
  });
});

it('a detection in one item shows the item, with the reason first', () => {
  const changes = [
    { name: 'number_of_people', from: '50', to: '80' },
    { name: 'location', to: 'Paris' },
  ];
  const { headline, lines, item } = described('change', { text: 'Changed: number of people.', changes }, [
    aFinding(1),
  ]);
  expect(headline).toBe('Acme opens plant number 1');
  expect(lines).toEqual([
    'Changed: number of people.',
    'number of people: 50 → 80',
    'location: none → Paris',
  ]);
  expect(item?.source.outlet).toBe('The News');
});

describe('a heartbeat', () => {
  const span = { since: NOON - 7 * DAY, until: NOON };
  const heartbeat = (checked: number) =>
    heartbeatAlertOf(heartbeatOf([{ watchId: 'acme-news', due: 1_240, checked }], span), {
      channel: 'press-team',
      now: NOON,
    });

  it('says that all windows were checked', () => {
    const { texts } = compose([heartbeat(1_240)]);
    expect(texts.subject).toBe('Bellwether: No alerts: 1,240 of 1,240 windows checked');
    expect(texts.email).toBe(
      [
        'No alerts: 1,240 of 1,240 windows checked',
        'This channel has received no alert since Friday 13 November 2026, 13:00 (Europe/Paris). 1 watch kept running.',
        'Every window was checked. There was nothing to report.',
        '',
        '--',
        'You receive this because channel press-team has received no alert for a week.',
      ].join('\n'),
    );
  });

  it('goes out by SMS only to channels without e-mail', () => {
    expect(compose([heartbeat(1)]).texts.sms).toBeUndefined();
    expect(compose([heartbeat(1_240)], { email: [] }).texts.sms).toBe(
      'Bellwether: No alerts: 1,240 of 1,240 windows checked',
    );
  });
});

const by = [
  { name: 'outlets', value: 12 },
  { name: 'countries', value: 3 },
  { name: 'top_rank', value: 90 },
  { name: 'sentiment', value: -0.4 },
  { name: 'number_of_people_laid_off', value: '650' },
];

it('an alert says what raised it', () => {
  expect(raisedSentence({ severity: 'critical', raised: { from: 'info', by } })).toBe(
    'It is critical: 12 outlets, 3 countries, an outlet of rank 90, sentiment -0.40, number of people laid off 650.',
  );
  expect(raisedSentence({ severity: 'info' })).toBeUndefined();
});

it('a climb says from where, and differs from the first alert in its title', () => {
  const alert = anAlert(1, {
    severity: 'critical',
    raised: { from: 'warning', by: [{ name: 'outlets', value: 10 }], after: ['a'] },
  });
  expect(describeAlert(alert, 'UTC').lines).toEqual(['It has climbed from warning to critical: 10 outlets.']);
  expect(alertTitle(alert, 'UTC')).toMatch(/^Now critical: /);
});
