import { describe, expect, it } from 'vitest';
import { baselineAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import { alertsSms } from '../../../../shared/render/message/alerts-sms.ts';
import { smsParts } from '../../../../shared/render/message/sms-parts.ts';
import { aWatch, NOON } from '../../../ports/examples.ts';
import { alertAbout, compose, viewOf } from './message-examples.ts';

const smsOf = (...given: Parameters<typeof compose>) => compose(...given).texts.sms;

describe('the SMS of one alert', () => {
  it('fits one part with its link', () => {
    const sms = smsOf([alertAbout(1, { title: 'Acme recalls 4,000 pumps' })]);
    expect(sms).toBe('Acme recalls 4,000 pumps https://news.example/1');
    expect(smsParts(sms!)).toBe(1);
  });

  it('leaves out a link that would need a second part', () => {
    const link = `https://news.example/${'a'.repeat(140)}`;
    expect(smsOf([alertAbout(1, { link })])).toBe('Acme opens plant number 1');
  });

  it('fits a headline of any script into one part', () => {
    const title = 'グローベックス、決算を発表し株価が急落、投資家に動揺が広がる。'.repeat(4);
    const sms = smsOf([alertAbout(1, { title }, { id: 'w'.repeat(48) })])!;
    expect(smsParts(sms)).toBe(1);
    expect(sms.length).toBeGreaterThan(60);
  });

  it('says so if an article has neither title nor link', () => {
    expect(smsOf([alertAbout(1, { title: ' ', link: undefined })])).toBe('(no title, article-00001)');
  });
});

describe('the SMS of several alerts', () => {
  it('contains whole lines, and how many more there are', () => {
    const sms = smsOf(Array.from({ length: 30 }, (_, n) => alertAbout(n)))!;
    const lines = sms.split('\n');
    expect(lines[0]).toBe('Acme opens plant number 0');
    expect(lines[7]).toBe('Acme opens plant number 7');
    expect(lines.at(-1)).toBe(`and ${30 - (lines.length - 1)} more`);
    expect(smsParts(sms)).toBe(3);
  });

  it('says first how many there are and how many of them are critical', () => {
    const mixed = Array.from({ length: 30 }, (_, n) =>
      alertAbout(n, {}, { severity: n < 2 ? 'critical' : 'warning' }),
    );
    expect(smsOf(mixed)).toMatch(
      /^30 alerts, 2 critical: Acme opens plant number 0\nAcme opens plant number 1\n/,
    );
    expect(smsParts(smsOf(mixed)!)).toBe(3);
    expect(smsOf(mixed.slice(0, 2))).toMatch(/^2 alerts, all critical: Acme/);
    expect(smsOf(mixed.slice(1, 2))).toMatch(/^Acme/);
  });

  it('leaves out a link to all that leaves no room for a headline', () => {
    const title = 'グローベックス、決算を発表し株価が急落'.repeat(8);
    const view = (all: string) => ({
      ...viewOf(
        Array.from({ length: 30 }, (_, n) =>
          alertAbout(n, { title }, { severity: 'critical', brandName: '報'.repeat(60), brand: 'b' }),
        ),
      ),
      all,
    });
    const short = alertsSms(view('https://pages.example/m/all'));
    expect(short.text).toMatch(/ https:\/\/pages\.example\/m\/all$/);
    const long = alertsSms(view(`https://pages.example/${'x'.repeat(100)}`));
    expect(long.text).toMatch(/\nand \d+ more$/);
    expect([smsParts(short.text), smsParts(long.text)]).toEqual([3, 3]);
  });

  it('contains the first headline within three parts, whatever it is converted to', () => {
    const others = Array.from({ length: 6 }, (_, n) => alertAbout(n + 2, { title: '…'.repeat(200) }));
    const sms = smsOf([alertAbout(1, { title: '𐀀…'.repeat(100) }), ...others])!;
    expect(smsParts(sms)).toBeLessThanOrEqual(3);
    expect(sms).toMatch(/\nand \d more$/);
  });
});

it('a baseline is not sent by SMS', () => {
  const baseline = baselineAlertOf(aWatch(), { found: 3, window: { from: 0, to: NOON }, now: NOON });
  expect(smsOf([baseline])).toBeUndefined();
});
