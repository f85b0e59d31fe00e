import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baselineAlertOf } from '../../../../shared/domain/alerts/alert.ts';
import {
  alertsSms,
  cheapestForm,
  plainMarks,
  smsParts,
} from '../../../../shared/render/message/alerts-sms.ts';
import { aWatch, NOON } from '../../../ports/examples.ts';
import { alertAbout, compose, viewOf } from './message-examples.ts';

const smsOf = (...given: Parameters<typeof compose>) => compose(...given).texts.sms;

describe('the SMS of one alert', () => {
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
});

describe('the SMS of several alerts', () => {
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
});

it('a baseline is not sent by SMS', () => {
  const baseline = baselineAlertOf(aWatch(), { found: 3, window: { from: 0, to: NOON }, now: NOON });
  expect(smsOf([baseline])).toBeUndefined();
});

describe('smsParts', () => {
  it.each([
    ['160 letters in GSM-7', 'a'.repeat(160), 1],
    ['the longest text that SNS sends', 'a'.repeat(1_600), 11],
    ['accented letters of GSM-7', 'àéèìòùÅåÄäÖöØøÆæßÑñÜüÇ§¿¡£¥ΔΦΓΛΩΠΨΣΘΞ@_¤\n\r'.repeat(3), 1],
    ['80 extension characters, two septets each', '€'.repeat(80), 1],
    ['160 septets with an extension character', `${'a'.repeat(158)}{`, 1],
    ['161 septets with an extension character', `${'a'.repeat(159)}{`, 2],
    ['an escape and its letter on the boundary of two parts', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['an escape and its letter in one part', `a${'a'.repeat(150)}€${'a'.repeat(152)}`, 2],
    ['70 units of UCS-2', 'ж'.repeat(70), 1],
    ['71 characters with one outside of GSM-7', `${'a'.repeat(70)}ж`, 2],
    ['35 emoji, two units each', '🚀'.repeat(35), 1],
    ['67 emoji, none of them split', '🚀'.repeat(67), 3],
    ['a letter that GSM-7 has only as a capital', 'ç', 1],
  ])('%s', (_name, text, parts) => {
    expect(smsParts(text)).toBe(parts);
  });

  it('property: more text never takes fewer parts', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', '€', 'ж', '🚀', '\n'), maxLength: 400 });
    fc.assert(
      fc.property(texts, texts, (text, more) => {
        expect(smsParts(text + more)).toBeGreaterThanOrEqual(smsParts(text));
      }),
      { numRuns: 300 },
    );
  });
});

describe('cheapestForm', () => {
  it.each([
    ['replaces typographic marks', '“Acme” – it’s done…', '"Acme" - it\'s done...'],
    ['keeps the accents of GSM-7', 'é à ü ñ Ç', 'é à ü ñ Ç'],
    ['keeps other accents if removing them saves no part', 'Forêt', 'Forêt'],
    ['keeps a script outside of GSM-7', 'Акме закрыла завод ê '.repeat(9), 'Акме закрыла завод ê '.repeat(9)],
  ])('%s', (_name, text, expected) => {
    expect(cheapestForm(text)).toBe(expected);
  });

  it('property: never takes more parts', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 300 });
    const property = fc.property(texts, (text) => {
      expect(smsParts(cheapestForm(text))).toBeLessThanOrEqual(smsParts(plainMarks(text)));
    });
    fc.assert(property);
  });
});
