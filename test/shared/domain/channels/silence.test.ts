import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { type Matchers, silenceFor, silenceOf } from '../../../../shared/domain/channels/silence.ts';
import { aFinding, anAlert, NOON } from '../../../ports/examples.ts';

const order = (matchers: Matchers) => ({ matchers, owner: 'jane', reason: 'Figures.', endsAt: NOON + HOUR });
const isMuted = (matchers: Matchers, alert: Partial<Alert> = {}, now = NOON) =>
  silenceFor(anAlert(1, alert), { silences: [silenceOf(order(matchers), NOON)], now }) !== undefined;
const items = (...titles: string[]) => titles.map((title, n) => aFinding(n, { title }));

describe('a silence mutes', () => {
  it.each<[string, Matchers, Partial<Alert>]>([
    ['its watch', { watch: ['acme-news'] }, {}],
    ['one of several', { watch: ['globex-news', 'acme-news'] }, {}],
    ['all watches that an alert names', { watch: ['b', 'acme-news'] }, { watches: ['acme-news', 'b'] }],
    ['its brand', { brand: ['acme'] }, { brand: 'acme' }],
    ['its channel', { channel: ['press-team'] }, {}],
    ['its severity', { severity: ['info', 'warning'] }, {}],
    ['an outlet', { domain: ['news.example'] }, { items: items('A') }],
    ['a part of an outlet', { domain: ['example'] }, { items: items('A') }],
    [
      'words of the title, in any case',
      { words: ['ANNUAL report'] },
      { items: items('Acme: Annual Report!') },
    ],
    ['words of the text', { words: ['is open'] }, { items: items('A') }],
    ['words of a script without blanks', { words: ['決算'] }, { items: items('本日決算を発表') }],
    ['the operators, when it names them', { channel: ['operators'] }, { channel: 'operators' }],
  ])('%s', (_name, matchers, alert) => {
    expect(isMuted(matchers, alert)).toBe(true);
  });
});

describe('a silence does not mute', () => {
  it.each<[string, Matchers, Partial<Alert>]>([
    ['another watch', { watch: ['globex-news'] }, {}],
    ['one of the watches that an alert names', { watch: ['acme-news'] }, { watches: ['acme-news', 'b'] }],
    ['what agrees with one matcher of two', { watch: ['acme-news'], severity: ['info'] }, {}],
    ['a brand where there is none', { brand: ['acme'] }, {}],
    [
      'an outlet of which only a part of the items are',
      { domain: ['news.example'] },
      { items: [...items('A'), aFinding(2, { outlet: { domain: 'other.example' } })] },
    ],
    ['a domain with the same ending', { domain: ['ws.example'] }, { items: items('A') }],
    ['an outlet where there is no item', { domain: ['news.example'] }, {}],
    ['words that are apart', { words: ['annual report'] }, { items: items('Annual sales report') }],
    ['a part of a word', { words: ['port'] }, { items: items('Annual report') }],
    ['for words without a letter', { words: ['!'] }, { items: items('!') }],
    ['what is broken, by accident', { watch: ['acme-news'] }, { channel: 'operators' }],
    [
      'a sign of life',
      { channel: ['press-team'] },
      { occasion: { type: 'heartbeat', since: 0, until: 1, watches: 1, due: 1, checked: 1, behind: [] } },
    ],
  ])('%s', (_name, matchers, alert) => {
    expect(isMuted(matchers, alert)).toBe(false);
  });

  it('anything from its end on, nor what was made before its start and is sent after its end', () => {
    const alert = { createdAt: NOON - HOUR };
    expect(isMuted({ watch: ['acme-news'] }, alert, NOON + HOUR - 1)).toBe(true);
    expect(isMuted({ watch: ['acme-news'] }, alert, NOON + HOUR)).toBe(false);
    expect(isMuted({ watch: ['acme-news'] }, { createdAt: NOON + 1 }, NOON + 2 * HOUR)).toBe(true);
  });
});
