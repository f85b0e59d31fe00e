import { expect, it } from 'vitest';
import { publicationWithin } from '../../../../shared/domain/feeds/read-date.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const AT = Date.UTC(2026, 10, 23, 9, 30);

it.each([
  'Mon , 23 Nov 2026 09:30:00 GMT',
  'mon,23 nov 2026 09.30.00 gmt',
  'Mon, 23 Nov 2026 09:30:00 AM UTC',
  'November 23, 2026 at 9:30 a.m. UTC',
  'Monday, November 23, 2026 - 09:30 UTC',
  '2026-11-23T09:30:00\u221200:00',
  '20261123T093000Z',
  '1795426200',
  '1795426200000',
  'Пн, 23 ноя 2026 12:30:00 +0300',
  'Pzt, 23 Kas 2026 12:30:00 +0300',
  'pon, 23 listopada 2026 10:30:00 +0100',
  'Δευ, 23 Νοε 2026 11:30:00 +0200',
  '23 novembre 2026 10:30 +0100',
  '23 de noviembre de 2026 10:30 +0100',
  'Mo., 23. November 2026 10:30 +0100',
  '23 marraskuuta 2026 11.30 +0200',
])('%s is an instant', (text) => {
  expect(publicationWithin([text], NOW)).toEqual({ publishedAt: AT });
});

it.each([
  '23.11.2026 09:30',
  '23/11/2026 09:30',
  '11/23/2026 9:30:00 AM',
  '2026.11.23 09:30',
  '2026年11月23日 9時30分',
  '2026년 11월 23일 09:30',
  '2026. november 23. 09:30',
])('%s is one without a zone', (text) => {
  expect(publicationWithin([text], NOW)).toEqual({ publishedAt: AT, publishedPrecision: 'timezone unknown' });
});

it.each(['Yesterday', '12:30', '31 Nov 2026', '2.11', 'Foo 23, 2026'])('%s is none', (text) => {
  expect(publicationWithin([text], NOW)).toEqual({});
});
