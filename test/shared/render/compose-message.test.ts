import { describe, expect, it } from 'vitest';
import { alertOf, baseAlertOf, troubleAlertOf, type Alert } from '../../../shared/domain/alert.ts';
import type { Channel } from '../../../shared/domain/channel.ts';
import type { Finding } from '../../../shared/domain/finding.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/domain/instant.ts';
import type { Watch } from '../../../shared/domain/watch.ts';
import { composeMessage } from '../../../shared/render/compose-message.ts';
import { smsParts } from '../../../shared/render/sms-parts.ts';
import { aChannel, aFinding, aWatch, NOON } from '../../ports/examples.ts';

const now = NOON;
const told = (n: number, finding: Partial<Finding> = {}, watch: Partial<Watch> = {}): Alert => {
  const found = aFinding(n, finding);
  return alertOf(aWatch(watch), { finding: found, now });
};
const compose = (alerts: readonly Alert[], channel: Partial<Channel> = {}) =>
  composeMessage(alerts, { channel: aChannel({ sms: ['+33600000000'], ...channel }), now });

describe('the message of one story', () => {
  const message = compose([
    told(1, { title: 'Acme recalls 4,000 pumps', matched: ['Acme', 'recalls'] }, { brand: 'acme' }),
  ]);

  it('says in its subject which watch rings, and why', () => {
    expect(message.texts.subject).toBe('acme-news: Acme recalls 4,000 pumps');
  });

  it('tells in its e-mail what, where, when, the words that matched, the link, and why you get it', () => {
    expect(message.texts.email).toBe(
      [
        'Acme recalls 4,000 pumps',
        'The News, US, rank 1000, 2026-11-20 12:00 (Europe/Paris)',
        'Acme said on Friday that plant number 1 is open.',
        'Matched: Acme, recalls',
        'https://news.example/1',
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
    expect(compose([told(1)]).attributes).toEqual({ watch: 'acme-news', kind: 'search' });
  });
});

describe('the message of a digest of 12', () => {
  const alerts = Array.from({ length: 12 }, (_, n) =>
    told(n, {}, n === 7 ? { id: 'globex-news', severity: 'critical' } : {}),
  );
  const { texts, severity, attributes } = compose(alerts);

  it('tells the first, counts the others, and is as severe as the worst of them', () => {
    expect(severity).toBe('critical');
    expect(texts.subject).toBe('CRITICAL: acme-news: Acme opens plant number 0 and 11 more');
    expect(attributes).toEqual({ kind: 'search' });
  });

  it('spells out each in the e-mail', () => {
    const paragraphs = texts.email.split('\n\n');
    expect(paragraphs).toHaveLength(14);
    expect(paragraphs[0]).toBe('12 alerts for press-team:');
    expect(paragraphs[12]).toMatch(/^Acme opens plant number 11\n/);
    expect(paragraphs[13]).toBe(
      '--\nYou get this because the watch acme-news, globex-news tells the channel press-team.',
    );
  });

  it('names whole items in the SMS, and how many more there are', () => {
    const lines = texts.sms!.split('\n');
    expect(lines[0]).toBe('acme-news: Acme opens plant number 0');
    expect(lines[7]).toBe('globex-news: Acme opens plant number 7');
    expect(lines.at(-1)).toBe(`and ${12 - (lines.length - 1)} more`);
    expect(texts.sms!.length).toBeLessThanOrEqual(420);
  });
});

describe('the message of a silent base', () => {
  const window = { from: NOON - DAY, to: NOON };
  const message = compose([baseAlertOf(aWatch(), { found: 1_204, window, now })]);

  it('says that the watch is watching, what it saw, and what comes next', () => {
    expect(message.texts.subject).toBe('Bellwether: acme-news is watching');
    expect(message.texts.email).toBe(
      [
        'acme-news is watching',
        'The first run looked at 2026-11-19 13:00 to 2026-11-20 13:00 (Europe/Paris) and found 1,204 matches.',
        'They are the silent base: you hear of what is new from here on.',
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
  const trouble = {
    subject: 'service:news:key',
    kind: 'key',
    since: NOON,
    text: 'The news service refuses our key: no such key. Set a valid key.',
  } as const;
  const alert = (cured: boolean) => troubleAlertOf(trouble, { channel: 'operators', cured, now });

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
    const [a, b, c] = [told(1), told(2), told(3)];
    expect(compose([a, b]).id).toBe(compose([b, a]).id);
    const ids = [compose([a, b]), compose([a]), compose([a, c]), compose([a, b], { name: 'operators' })];
    expect(new Set(ids.map(({ id }) => id)).size).toBe(4);
  });

  it('has the same texts whenever it is composed', () => {
    const alerts = [told(1), told(2)];
    const channel = aChannel({ sms: ['+33600000000'] });
    const later = composeMessage(alerts, { channel, now: now + HOUR });
    expect(later.texts).toEqual(composeMessage(alerts, { channel, now }).texts);
  });

  it('is kept as long as the longest kept of its alerts', () => {
    expect(compose([told(1), told(2, {}, { retention: 500 * DAY })]).expiresAt).toBe(now + 500 * DAY);
  });

  it('spells out 40 alerts and counts thousands of others', () => {
    const { texts, alertIds } = compose(Array.from({ length: 5_000 }, (_, n) => told(n)));
    expect(alertIds).toHaveLength(5_000);
    expect(texts.subject).toBe('acme-news: Acme opens plant number 0 and 4,999 more');
    expect(texts.email).toContain('\n\nand 4,960 more alerts, which are kept with the others.\n\n');
    expect(JSON.parse(texts.json)).toMatchObject({ count: 5_000 });
    expect(JSON.parse(texts.json).alerts).toHaveLength(40);
  });

  it('says so where an article has neither title nor outlet nor text nor link', () => {
    const bare = { title: ' \u200b', outlet: undefined, snippet: '', matched: [], link: undefined };
    const { texts } = compose([told(1, { ...bare, publishedAt: undefined, indexedAt: NOON - 5 * MINUTE })]);
    expect(texts.subject).toBe('acme-news: (no title, article-00001)');
    expect(texts.email).toMatch(
      /^\(no title, article-00001\)\nunknown source, 2026-11-20 12:55 \(Europe\/Paris\)\n\n--/,
    );
    expect(texts.sms).toBe('acme-news: (no title, article-00001)');
  });

  it('leaves room for the headline beside the longest name of a watch', () => {
    const { texts } = compose([told(1, {}, { id: 'w'.repeat(64), severity: 'critical' }), told(2)]);
    expect(texts.subject).toBe(`CRITICAL: ${'w'.repeat(39)}…: Acme opens plant number 1 and 1 more`);
  });

  it('sends an SMS without the link that would make it two parts', () => {
    const link = `https://news.example/${'a'.repeat(140)}`;
    expect(compose([told(1, { link })]).texts.sms).toBe('acme-news: Acme opens plant number 1');
  });
});
