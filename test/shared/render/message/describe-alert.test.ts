import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import { describeAlert } from '../../../../shared/render/message/describe-alert.ts';
import { MINUTE } from '../../../../shared/domain/time/instant.ts';
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

  it('says nothing of the outlets if there is one', () => {
    expect(secondLine({ ...alert, story: { ...story, outlets: 1 } })).toBe('warning');
  });

  it('appears once in a message, however many watches found it, and names them', () => {
    const same = { story, occasion: { type: 'story' } as const };
    const other = alertAbout(2, { matched: ['recall'] }, { id: 'acme-trouble' });
    const { texts, alertIds } = compose([{ ...alert, ...same }, { ...other, ...same }, alertAbout(3)]);
    expect(alertIds).toHaveLength(3);
    expect(texts.subject).toBe('press-team: Acme opens plant number 1 and 1 more');
    expect(texts.email).toContain('Found by acme-news (matched: Acme), acme-trouble (matched: recall).');
    expect(texts.email).not.toContain('plant number 2');
    expect(texts.sms!.split('\n')).toHaveLength(2);
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

it('a reminder says that the incident is still open', () => {
  const occasion = {
    type: 'trouble',
    trouble: 'failing',
    cured: false,
    text: 'It failed.',
    reminder: 1,
  } as const;
  expect(describeAlert({ ...alert, items: [], occasion }, 'UTC')).toEqual({
    headline: 'Still open: A watch keeps failing',
    lines: ['It failed.'],
  });
});
