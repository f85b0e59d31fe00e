import { describe, expect, it } from 'vitest';
import { baselineAlertOf, incidentAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import type { BatchReason } from '../../../../shared/domain/channels/message-plan.ts';
import { reportAlertOf } from '../../../../shared/domain/reports/report-record.ts';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import { aWatch, NOON } from '../../../ports/examples.ts';
import { aRecord } from '../../../ports/report-examples.ts';
import { alertAbout, compose } from './message-examples.ts';

const quietHours = { from: '22:00', to: '07:00', except: 'critical' } as const;
const emailOf = (...given: Parameters<typeof compose>) => compose(...given).texts.email;

describe('the e-mail of one story', () => {
  it('says what happened, where and when, the words that matched, the link, and why you receive it', () => {
    const alert = alertAbout(
      1,
      { title: 'Acme recalls 4,000 pumps', matched: ['Acme', 'recalls'] },
      { brand: 'acme' },
    );
    expect(emailOf([alert])).toBe(
      [
        'Acme recalls 4,000 pumps',
        'acme, warning',
        'Acme said on Friday that plant number 1 is open.',
        'The News (United States, large outlet), Friday 20 November 2026, 12:00 (Europe/Paris)',
        'https://news.example/1',
        'Found by acme-news (matched: Acme, recalls).',
        '',
        '--',
        'You receive this because watch acme-news alerts channel press-team.',
      ].join('\n'),
    );
  });
});

describe('the e-mail of several stories', () => {
  const alerts = [alertAbout(1), alertAbout(2)];

  it.each<[BatchReason, Partial<Channel>, string]>([
    ['group', {}, '2 stories for press-team.'],
    ['brief', {}, 'Your brief for press-team: 2 stories, the most urgent first.'],
    [
      'quiet-hours',
      { quietHours },
      '2 stories arrived during the quiet hours of press-team (22:00 to 07:00).',
    ],
    ['quiet-hours', {}, '2 stories arrived during the quiet hours of press-team.'],
    [
      'storm',
      { stormCap: 60 },
      'This message contains 2 stories, because channel press-team receives at most 10 messages a minute and 60 an hour.',
    ],
  ])('begins with why there are several: %s', (because, channel, intro) => {
    expect(emailOf(alerts, channel, because).split('\n\n')[0]).toBe(intro);
  });

  it('has a paragraph for each, and names all their watches', () => {
    const twelve = Array.from({ length: 12 }, (_, n) =>
      alertAbout(n, {}, n === 7 ? { id: 'globex-news', severity: 'critical' } : {}),
    );
    const paragraphs = emailOf(twelve, {}, 'brief').split('\n\n');
    expect(paragraphs).toHaveLength(14);
    expect(paragraphs[0]).toBe('Your brief for press-team: 12 stories (1 critical), the most urgent first.');
    expect(paragraphs[12]).toMatch(/^Acme opens plant number 11\n/);
    expect(paragraphs[13]).toBe(
      '--\nYou receive this because watches acme-news, globex-news alert channel press-team.',
    );
  });
});

describe('the last line of an e-mail', () => {
  const lastLine = (...given: Parameters<typeof compose>) =>
    emailOf(...given)
      .split('\n')
      .at(-1);
  const report = (reportId: string) =>
    reportAlertOf(aRecord({ id: reportId, reportId }), { channel: 'press-team', body: 'Articles: 3' });

  it('names the report that goes to the channel', () => {
    expect(lastLine([report('weekly')])).toBe(
      'You receive this because report weekly goes to channel press-team.',
    );
    expect(lastLine([report('weekly'), report('daily')])).toBe(
      'You receive this because reports daily, weekly go to channel press-team.',
    );
  });
});

describe('the e-mail of a baseline', () => {
  const window = { from: NOON - DAY, to: NOON };
  const baseline = (found: number) => baselineAlertOf(aWatch(), { found, window, now: NOON });

  it('says that the watch has started, what it found, and what you will receive', () => {
    expect(emailOf([baseline(1_204)])).toBe(
      [
        'acme-news has started',
        'Its first run covered Thursday 19 November 2026, 13:00 to Friday 20 November 2026, 13:00 (Europe/Paris) and found 1,204 matches.',
        'These results are the baseline: they are stored and not sent. From now on you receive what is new.',
        '',
        '--',
        'You receive this because watch acme-news alerts channel press-team.',
      ].join('\n'),
    );
  });
});

describe('the e-mail of an incident', () => {
  const incident = {
    subject: 'service:news:key',
    kind: 'key',
    since: NOON,
    text: 'The news service refuses our key: no such key. Set a valid key.',
  } as const;
  const email = (resolved: boolean) =>
    emailOf([incidentAlertOf(incident, { channel: 'operators', resolved, now: NOON })], {
      name: 'operators',
    });

  it('says to the operators what is broken and what to do', () => {
    expect(email(false)).toBe(
      [
        'A service rejects its API key',
        'The news service refuses our key: no such key. Set a valid key.',
        '',
        '--',
        'You receive this because you are an operator of Bellwether.',
      ].join('\n'),
    );
  });

  it('says to them when it is resolved', () => {
    expect(email(true)).toContain(
      'Resolved: A service rejects its API key\nThe incident was: The news service refuses our key',
    );
  });
});
