import { describe, expect, it } from 'vitest';
import {
  alertOf,
  baselineAlertOf,
  incidentAlertOf,
  type Alert,
} from '../../../../shared/domain/alerts/alert.ts';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import { heartbeatOf } from '../../../../shared/domain/runs/covered-windows.ts';
import { heartbeatAlertOf } from '../../../../shared/domain/channels/reminder-alerts.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import type { Because } from '../../../../shared/domain/channels/message-plan.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { policyAlertOf } from '../../../../shared/domain/alerts/policy-alert.ts';
import type { Detection } from '../../../../shared/domain/policies/policy.ts';
import type { DetectionPolicy } from '../../../../shared/domain/policies/registry.ts';
import type { Growth } from '../../../../shared/domain/stories/story-growth.ts';
import { composeMessage } from '../../../../shared/render/message/compose-message.ts';
import { smsParts } from '../../../../shared/render/message/sms-parts.ts';
import { aChannel, aFinding, aWatch, NOON } from '../../../ports/examples.ts';

const now = NOON;
const notified = (n: number, finding: Partial<Finding> = {}, watch: Partial<Watch> = {}): Alert => {
  const found = aFinding(n, finding);
  return alertOf(aWatch(watch), { finding: found, now });
};
const compose = (alerts: readonly Alert[], channel: Partial<Channel> = {}, because: Because = 'group') =>
  composeMessage(alerts, { channel: aChannel({ sms: ['+33600000000'], ...channel }), now, because });

describe('the message of one story', () => {
  const message = compose([
    notified(1, { title: 'Acme recalls 4,000 pumps', matched: ['Acme', 'recalls'] }, { brand: 'acme' }),
  ]);

  it('says in its subject which watch rings, and why', () => {
    expect(message.texts.subject).toBe('acme-news: Acme recalls 4,000 pumps');
  });

  it('tells in its e-mail what, where, when, the words that matched, the link, and why you get it', () => {
    expect(message.texts.email).toBe(
      [
        'Acme recalls 4,000 pumps',
        'The News (United States, rank 1000), Friday 20 November 2026, 12:00 (Europe/Paris)',
        'Acme said on Friday that plant number 1 is open.',
        'https://news.example/1',
        'Found by acme-news (matched: Acme, recalls).',
        '',
        '--',
        'You get this because the watch acme-news tells the channel press-team.',
      ].join('\n'),
    );
  });

  it('fits one SMS with its link', () => {
    expect(message.texts.sms).toBe('acme-news: Acme recalls 4,000 pumps https://news.example/1');
    expect(smsParts(message.texts.sms!)).toBe(1);
  });

  it('is one JSON document for programs', () => {
    expect(JSON.parse(message.texts.json)).toEqual({
      v: 1,
      channel: 'press-team',
      because: 'group',
      count: 1,
      alerts: [
        {
          id: message.alertIds[0],
          watch: 'acme-news',
          kind: 'search',
          brand: 'acme',
          severity: 'warning',
          occasion: { type: 'finding' },
          createdAt: '2026-11-20T12:00:00.000Z',
          items: [
            {
              id: 'article-00001',
              title: 'Acme recalls 4,000 pumps',
              link: 'https://news.example/1',
              outlet: { domain: 'news.example', name: 'The News', country: 'US', rank: 1_000 },
              publishedAt: '2026-11-20T11:00:00.000Z',
              matched: ['Acme', 'recalls'],
            },
          ],
        },
      ],
    });
  });

  it('names watch, kind and brand for the users own subscribers, and leaves out what there is not', () => {
    expect(message.attributes).toEqual({ watch: 'acme-news', kind: 'search', brand: 'acme' });
    expect(compose([notified(1)]).attributes).toEqual({ watch: 'acme-news', kind: 'search' });
  });
});

describe('the message of a digest of 12', () => {
  const alerts = Array.from({ length: 12 }, (_, n) =>
    notified(n, {}, n === 7 ? { id: 'globex-news', severity: 'critical' } : {}),
  );
  const { texts, severity, attributes } = compose(alerts, {}, 'digest');

  it('tells the first, counts the others, and is as severe as the worst of them', () => {
    expect(severity).toBe('critical');
    expect(texts.subject).toBe('CRITICAL: press-team digest: Acme opens plant number 0 and 11 more');
    expect(attributes).toEqual({ kind: 'search' });
  });

  it('spells out each in the e-mail', () => {
    const paragraphs = texts.email.split('\n\n');
    expect(paragraphs).toHaveLength(14);
    expect(paragraphs[0]).toBe('Your digest for press-team: 12 stories, the most urgent first.');
    expect(paragraphs[12]).toMatch(/^Acme opens plant number 11\n/);
    expect(paragraphs[13]).toBe(
      '--\nYou get this because the watches acme-news, globex-news tell the channel press-team.',
    );
  });

  it('names whole items in the SMS, and how many more there are', () => {
    const { sms = '' } = compose(Array.from({ length: 30 }, (_, n) => notified(n))).texts;
    const lines = sms.split('\n');
    expect(lines[0]).toBe('acme-news: Acme opens plant number 0');
    expect(lines[7]).toBe('acme-news: Acme opens plant number 7');
    expect(lines.at(-1)).toBe(`and ${30 - (lines.length - 1)} more`);
    expect(smsParts(sms)).toBe(3);
  });
});

describe('a story', () => {
  const story = { id: 's', articles: 14, outlets: 12, countries: 4 };
  const [first, second] = [
    notified(1, { matched: ['Acme'] }),
    notified(2, { matched: ['recall'] }, { id: 'acme-trouble' }),
  ];

  it('says how big it is when it is told', () => {
    const { texts } = compose([{ ...first, story }]);
    expect(texts.email).toContain('\n12 outlets in 4 countries have this story so far.\n');
    const { texts: single } = compose([{ ...first, story: { ...story, outlets: 1 } }]);
    expect(single.email).not.toContain('so far');
  });

  it('stands once in a message, however many watches found it, and names them', () => {
    const notifies = { story, occasion: { type: 'story' } as const };
    const { texts, alertIds } = compose([{ ...first, ...notifies }, { ...second, ...notifies }, notified(3)]);
    expect(alertIds).toHaveLength(3);
    expect(texts.subject).toBe('press-team: Acme opens plant number 1 and 1 more');
    expect(texts.email).toContain('Found by acme-news (matched: Acme), acme-trouble (matched: recall).');
    expect(texts.email).not.toContain('plant number 2');
    expect(texts.sms!.split('\n')).toHaveLength(2);
    expect(JSON.parse(texts.json).alerts).toHaveLength(3);
  });
});

describe('what is new about a known story or item', () => {
  const seen = (policy: DetectionPolicy, detection: Detection) =>
    policyAlertOf(aWatch(), { policy, key: ['k'], sighting: detection, findings: [aFinding(1)], now });
  const grown = (growth: Growth): Alert => ({ ...notified(1), occasion: { type: 'growth', ...growth } });

  it.each([
    ['growth', grown({ milestone: 'outlets', value: 12 }), 'Now in 12 outlets'],
    ['a rank', grown({ milestone: 'top-rank', value: 90 }), 'Now at an outlet of rank 90'],
    ['a tone', grown({ milestone: 'negative', value: -0.412 }), 'Tone now -0.41'],
    ['a fact', seen('change', { text: 'Changed: amount.', short: 'amount 50 → 80' }), 'amount 50 → 80'],
    [
      'a first',
      seen('first_seen', { text: 'Seen for the first time: x.', short: 'New outlet x' }),
      'New outlet x',
    ],
  ])('stands before the headline in subject and SMS: %s', (_name, alert, mark) => {
    const { texts } = compose([alert]);
    expect(texts.subject).toBe(`acme-news: ${mark}: Acme opens plant number 1`);
    const plain = mark.replace('→', '->');
    expect(texts.sms).toBe(`acme-news: ${plain}: Acme opens plant number 1 https://news.example/1`);
    expect(texts.email.split('\n')[0]).toBe('Acme opens plant number 1');
  });
});

describe('the SMS of a message', () => {
  it('holds the first of several within three parts, whatever its headline turns into', () => {
    const others = Array.from({ length: 6 }, (_, n) => notified(n + 2, { title: '…'.repeat(200) }));
    const { texts } = compose([notified(1, { title: '𐀀…'.repeat(100) }), ...others]);
    expect(smsParts(texts.sms!)).toBeLessThanOrEqual(3);
    expect(texts.sms).toMatch(/\nand \d more$/);
  });

  const sms = ['+33600000000', '+33600000001'];

  it('is counted in parts for each number', () => {
    expect(compose([notified(1)], { sms }).sms).toEqual({ parts: 1, numbers: 2 });
    expect(compose([notified(1)], { sms: [] })).not.toHaveProperty('sms');
  });

  it('has a price where the channel knows that of a part', () => {
    const many = Array.from({ length: 30 }, (_, n) => notified(n));
    expect(compose(many, { sms, smsPrice: 0.07 }).sms).toMatchObject({
      parts: 3,
      cost: expect.closeTo(0.42),
    });
  });

  it('holds a headline of any script in one part', () => {
    const title = 'グローベックス、決算を発表し株価が急落、投資家に動揺が広がる。'.repeat(4);
    const { sms: text = '' } = compose([notified(1, { title }, { id: 'w'.repeat(48) })]).texts;
    expect(smsParts(text)).toBe(1);
    expect(text.length).toBeGreaterThan(60);
  });
});

describe('why several stand in one message', () => {
  const alerts = [notified(1), notified(2)];
  const quietHours = { from: '22:00', to: '07:00', except: 'critical' } as const;
  it.each<[Because, Partial<Channel>, string]>([
    ['group', {}, '2 stories for press-team.'],
    ['digest', {}, 'Your digest for press-team: 2 stories, the most urgent first.'],
    ['quiet-hours', { quietHours }, 'While press-team was quiet (22:00 to 07:00), 2 stories came in.'],
    ['quiet-hours', {}, 'While press-team was quiet, 2 stories came in.'],
    [
      'storm',
      { stormCap: 60 },
      'A lot at once: 2 stories in one message, because press-team gets at most 10 messages a minute and 60 an hour.',
    ],
  ])('is said: %s', (because, channel, intro) => {
    expect(compose(alerts, channel, because).texts.email.split('\n\n')[0]).toBe(intro);
  });
});

describe('a life sign', () => {
  const span = { since: NOON - 7 * DAY, until: NOON };
  const sign = (checked: number) =>
    heartbeatAlertOf(heartbeatOf([{ watchId: 'acme-news', due: 1_240, checked }], span), {
      channel: 'press-team',
      now,
    });

  it('says that all windows were checked', () => {
    const { texts } = compose([sign(1_240)]);
    expect(texts.subject).toBe('Bellwether: All quiet: checked 1,240 of 1,240 windows');
    expect(texts.email).toBe(
      [
        'All quiet: checked 1,240 of 1,240 windows',
        'There has been nothing to tell here since Friday 13 November 2026, 13:00 (Europe/Paris). 1 watch kept looking.',
        'Every window was checked: no news is good news.',
        '',
        '--',
        'You get this because the channel press-team has told nothing for a week.',
      ].join('\n'),
    );
  });

  it('says as plainly what was not checked', () => {
    const { texts } = compose([sign(1_180)]);
    expect(texts.subject).toBe('Bellwether: Quiet, with gaps: checked 1,180 of 1,240 windows');
    expect(texts.email).toContain('\nacme-news: 1,180 of 1,240 windows checked\n');
  });

  it('wakes nobody by SMS where there is an e-mail', () => {
    expect(compose([sign(1)]).texts.sms).toBeUndefined();
    expect(compose([sign(1_240)], { email: [] }).texts.sms).toBe(
      'Bellwether: All quiet: checked 1,240 of 1,240 windows',
    );
  });
});

describe('the message of a silent base', () => {
  const window = { from: NOON - DAY, to: NOON };
  const message = compose([baselineAlertOf(aWatch(), { found: 1_204, window, now })]);

  it('says that the watch is watching, what it saw, and what comes next', () => {
    expect(message.texts.subject).toBe('Bellwether: acme-news is watching');
    expect(message.texts.email).toBe(
      [
        'acme-news is watching',
        'Its first run looked at the time from Thursday 19 November 2026, 13:00 to Friday 20 November 2026, 13:00 (Europe/Paris) and found 1,204 matches.',
        'They are kept and not told one by one: you hear of what is new from here on.',
        '',
        '--',
        'You get this because the watch acme-news tells the channel press-team.',
      ].join('\n'),
    );
  });

  it('wakes nobody by SMS', () => {
    expect(message.texts.sms).toBeUndefined();
  });
});

describe('the message of a trouble', () => {
  const incident = {
    subject: 'service:news:key',
    kind: 'key',
    since: NOON,
    text: 'The news service refuses our key: no such key. Set a valid key.',
  } as const;
  const alert = (cured: boolean) => incidentAlertOf(incident, { channel: 'operators', cured, now });

  it('tells the operators what is broken and what to do', () => {
    const { texts, attributes } = compose([alert(false)], { name: 'operators' });
    expect(texts.subject).toBe('Bellwether: A service refuses our key');
    expect(texts.email).toBe(
      [
        'A service refuses our key',
        'The news service refuses our key: no such key. Set a valid key.',
        '',
        '--',
        'You get this as an operator of Bellwether.',
      ].join('\n'),
    );
    expect(texts.sms).toBe('Bellwether: A service refuses our key');
    expect(attributes).toEqual({});
  });

  it('tells them once more when it is over', () => {
    const { texts } = compose([alert(true)], { name: 'operators' });
    expect(texts.subject).toBe('Bellwether: Mended: A service refuses our key');
    expect(texts.email).toContain('This is over: The news service refuses our key');
  });
});

describe('a message', () => {
  it('has the same id for the same alerts in any order, and another for others or for another channel', () => {
    const [a, b, c] = [notified(1), notified(2), notified(3)];
    expect(compose([a, b]).id).toBe(compose([b, a]).id);
    const ids = [compose([a, b]), compose([a]), compose([a, c]), compose([a, b], { name: 'operators' })];
    expect(new Set(ids.map(({ id }) => id)).size).toBe(4);
  });

  it('has the same texts whenever it is composed', () => {
    const alerts = [notified(1), notified(2)];
    const channel = aChannel({ sms: ['+33600000000'] });
    const later = composeMessage(alerts, { channel, now: now + HOUR });
    expect(later.texts).toEqual(composeMessage(alerts, { channel, now }).texts);
  });

  it('is kept as long as the longest kept of its alerts', () => {
    expect(compose([notified(1), notified(2, {}, { retention: 500 * DAY })]).expiresAt).toBe(now + 500 * DAY);
  });

  it('spells out 40 alerts and counts thousands of others', () => {
    const { texts, alertIds } = compose(Array.from({ length: 5_000 }, (_, n) => notified(n)));
    expect(alertIds).toHaveLength(5_000);
    expect(texts.subject).toBe('acme-news: Acme opens plant number 0 and 4,999 more');
    expect(texts.email).toContain('\n\nand 4,960 more, kept with the others.\n\n');
    expect(JSON.parse(texts.json)).toMatchObject({ count: 5_000 });
    expect(JSON.parse(texts.json).alerts).toHaveLength(40);
  });

  it('says so where an article has neither title nor outlet nor text nor link', () => {
    const bare = { title: ' \u200b', outlet: undefined, snippet: '', matched: [], link: undefined };
    const { texts } = compose([
      notified(1, { ...bare, publishedAt: undefined, indexedAt: NOON - 5 * MINUTE }),
    ]);
    expect(texts.subject).toBe('acme-news: (no title, article-00001)');
    expect(texts.email).toMatch(
      /^\(no title, article-00001\)\nunknown source, Friday 20 November 2026, 12:55 \(Europe\/Paris\)\nFound by acme-news\.\n\n--/,
    );
    expect(texts.sms).toBe('acme-news: (no title, article-00001)');
  });

  it('does not say a title twice', () => {
    const title = 'Acme recalls pumps';
    expect(compose([notified(1, { title, snippet: title })]).texts.email.split(title)).toHaveLength(2);
  });

  it('leaves room for the headline beside the longest name of a watch', () => {
    const long = { id: 'w'.repeat(64), severity: 'critical' } as const;
    const { texts } = compose([notified(1, {}, long), notified(2, {}, long)]);
    expect(texts.subject).toBe(`CRITICAL: ${'w'.repeat(39)}…: Acme opens plant number 1 and 1 more`);
  });

  it('sends an SMS without the link that would make it two parts', () => {
    const link = `https://news.example/${'a'.repeat(140)}`;
    expect(compose([notified(1, { link })]).texts.sms).toBe('acme-news: Acme opens plant number 1');
  });
});
