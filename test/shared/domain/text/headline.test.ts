import { describe, expect, it } from 'vitest';
import { headlineOf, withoutOutlet } from '../../../../shared/domain/text/headline.ts';
import { LINEAR_SECONDS, processorSeconds } from '../../../processor-time.ts';

const outlet = (name: string, domain = '') => ({ name, domain });
const TITLE = 'Acme opens a plant';

describe('a headline', () => {
  it.each([
    ['- The Guardian', outlet('The Guardian', 'theguardian.com')],
    ['- Guardian', outlet('The Guardian', 'theguardian.com')],
    ['| Reuters', outlet('Reuters', 'reuters.com')],
    ['- CNN.com', outlet('CNN', 'cnn.com')],
    ['- BBC News', outlet('BBC News', 'bbc.co.uk')],
    ['- BBC', outlet('BBC News', 'bbc.co.uk')],
    ['- BBC Sport', outlet('BBC', 'bbc.com')],
    ['– Le Monde', outlet('lemonde.fr', 'lemonde.fr')],
    ['— EL PAÍS', outlet('', 'elpais.com')],
    ['- Investing.com India', outlet('Investing.com', 'investing.com')],
    ['- The Cricket Lounge', outlet('Thecricketlounge.com', 'thecricketlounge.com')],
    ['- Times Now', outlet('Zoom', 'timesnownews.com')],
    ['- WSJ', outlet('The Wall Street Journal', 'news.example')],
    ['- Life & Style Weekly', outlet(String.raw`Life \& Style Weekly \(blog\)`, 'lifeandstylemag.com')],
    ['| Daily Sabah - Daily Sabah', outlet('Daily Sabah', 'dailysabah.com')],
    ['- Al-Monitor', outlet('Al-Monitor', 'al-monitor.com')],
    ['| Mint - Mint', outlet('Livemint', 'livemint.com')],
    ['- KVVU - Las Vegas', outlet('KVVU Las Vegas', 'fox5vegas.com')],
    ['(Reuters)', outlet('Reuters', 'reuters.com')],
    [': Reuters', outlet('Reuters', 'reuters.com')],
    ['&#8211; Reuters', outlet('Reuters', 'reuters.com')],
    ['- Smith &amp; Co', outlet('Smith & Co', 'smith.example')],
    ['- Sydney Morning Herald', outlet('The Sydney Morning Herald', 'smh.com.au')],
  ])('ends before its outlet: %s', (end, from) => {
    expect(headlineOf(`${TITLE} ${end}`.replace(' :', ':'), from)).toBe(TITLE);
  });

  it.each([
    ['another outlet', `${TITLE} - Economic Times`, outlet('The Times of India', 'indiatimes.com')],
    ['a subject', 'How to invest in 2027 - Apple', outlet('Apple Insider', 'appleinsider.com')],
    ['a place', 'Ten things to do this week - New York', outlet('The New York Times', 'nytimes.com')],
    ['a country', 'Weather warnings issued today - USA', outlet('USA Today', 'usatoday.com')],
    [
      'a subject of the name',
      'The future of money is here - Bitcoin',
      outlet('Bitcoin Magazine', 'bitcoinmagazine.com'),
    ],
    ['more of the sentence', 'What burned - and what was saved', outlet('Saved', 'saved.example')],
    ['the name in the sentence', 'Why people trust Reuters', outlet('Reuters', 'reuters.com')],
    ['a word with a hyphen', 'The return of Spider-Man', outlet('Man', 'man.example')],
    ['too few words before the outlet', 'Live updates - BBC News', outlet('BBC News', 'bbc.co.uk')],
    ['a result twice', 'Both teams leave the field at 3 - 3', outlet('Reuters', 'reuters.com')],
    ['two words twice', 'What they sing is hello - hello', outlet('Reuters', 'reuters.com')],
    ['nothing before the outlet', '| Reuters', outlet('Reuters', 'reuters.com')],
    ['only its outlet', 'Reuters', outlet('Reuters', 'reuters.com')],
    ['an outlet without a name', `${TITLE} - `.trim(), outlet('', '')],
  ])('stays whole with %s', (_name, title, from) => {
    expect(headlineOf(title, from)).toBe(title);
  });

  it('ends before its outlet in scripts without blanks', () => {
    const title = '東京の銀行で情報が漏えい';
    expect(headlineOf(`${title} - ウィキニュース`, outlet('ウィキニュース'))).toBe(title);
    expect(headlineOf(`${title}｜朝日新聞`, outlet('朝日新聞', 'asahi.com'))).toBe(title);
    expect(headlineOf(`${title}_新华网`, outlet('新华网', 'xinhuanet.com'))).toBe(title);
    expect(headlineOf('速報 - 朝日新聞', outlet('朝日新聞', 'asahi.com'))).toBe('速報 - 朝日新聞');
  });

  it('is only clean where the outlet is unknown', () => {
    expect(headlineOf('UK#39;s  plan - Reuters', undefined)).toBe("UK's plan - Reuters");
  });

  it.each([' - Reuters', '-', ' - ', '| ', ' (Reuters)', ': '])(
    'takes a second or so for a million characters: %j',
    (unit) => {
      const title = unit.repeat(1_000_000 / unit.length);
      const seconds = processorSeconds(() => {
        withoutOutlet(title, outlet(`Reuters ${'news '.repeat(200_000)}`, 'reuters.com'));
        // In the square of its length it would take minutes.
      });
      expect(seconds).toBeLessThan(LINEAR_SECONDS);
    },
  );
});
