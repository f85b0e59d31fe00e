import { describe, expect, it } from 'vitest';
import { type ArchiveArticle, archiveLine } from '../../../../infra/local/services/world/archive-bytes.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { fileNameOf, fileOf, readList, readStamp } from '../../../../shared/domain/world/archive-file.ts';
import { countryOf } from '../../../../shared/domain/world/outlet-country.ts';
import { readRow } from '../../../../shared/domain/world/read-row.ts';

const SLOT = Date.UTC(2026, 10, 28, 17, 45);
const article = (changes: Partial<ArchiveArticle> = {}): ArchiveArticle => ({
  link: 'https://www.outlet.co.uk/a?utm_source=x',
  domain: 'outlet.co.uk',
  title: 'Müller & Söhne – “größer”',
  language: 'en',
  ...changes,
});
const bytes = (line: string) => Buffer.from(line.trimEnd());
const rowOf = (changes: Partial<ArchiveArticle> = {}, stream: 'english' | 'translated' = 'english') =>
  readRow(bytes(archiveLine(article(changes), { slot: SLOT, stream }, 0)), { slot: SLOT, stream });

describe('a row', () => {
  it('has the facts of its article, with clean texts', () => {
    const people = ['Jane Doe', 'Jane Doe', 'John  Roe'];
    const given = {
      people,
      organizations: ['Acme Corp'],
      themes: ['ECON_STOCKMARKET'],
      authors: ['Ann É'],
      tone: -3.5,
    };
    expect(rowOf({ ...given, publishedAt: SLOT - HOUR })).toMatchObject({
      link: 'https://www.outlet.co.uk/a?utm_source=x',
      title: 'Müller & Söhne – “größer”',
      outlet: { domain: 'outlet.co.uk', country: 'GB' },
      language: 'en',
      authors: ['Ann É'],
      people: ['Jane Doe', 'John Roe'],
      companies: ['Acme Corp'],
      names: ['Jane Doe', 'John Roe', 'Acme Corp'],
      themes: ['ECON_STOCKMARKET'],
      tone: -3.5,
      publishedAt: SLOT - HOUR,
    });
    expect(rowOf()?.key).toBe(rowOf({ link: 'http://outlet.co.uk/a/' })?.key);
  });

  it('has the time of its file where the page says none, or one of the future', () => {
    expect(rowOf()?.publishedAt).toBe(SLOT);
    expect(rowOf({ publishedAt: SLOT + HOUR })?.publishedAt).toBe(SLOT);
  });

  it('of a translated article has the language of its page', () => {
    expect(rowOf({ language: 'fr' }, 'translated')).toMatchObject({ language: 'fr' });
  });

  it('is read with a byte that is no UTF-8, and not with 26 columns or without a page', () => {
    const line = bytes(
      archiveLine(article({ domain: 'outlet.example' }), { slot: SLOT, stream: 'english' }, 0),
    );
    const wrong = Buffer.concat([line, Buffer.from([0xe1])]);
    expect(readRow(wrong, { slot: SLOT, stream: 'english' })?.title).toBe('Müller & Söhne – “größer”');
    const short = line.subarray(line.indexOf(9) + 1);
    expect(readRow(short, { slot: SLOT, stream: 'english' })).toBeUndefined();
    expect(rowOf({ link: 'BBC Monitoring' })).toBeUndefined();
  });
});

describe('files', () => {
  it('are known by their names', () => {
    const file = { stream: 'translated', slot: SLOT } as const;
    expect(fileNameOf(file)).toBe('20261128174500.translation.gkg.csv.zip');
    expect(fileOf(fileNameOf(file))).toEqual(file);
    for (const name of [
      '20261128174400.gkg.csv.zip',
      '20261328174500.gkg.csv.zip',
      '20261128174500.export.CSV.zip',
    ])
      expect(fileOf(name)).toBeUndefined();
    expect(readStamp('20260230000000')).toBeUndefined();
  });

  it('are listed with size and MD5 beside files of other kinds', () => {
    const at = (name: string) => `12 ABC http://data.example/v2/20261128174500.${name}`;
    expect(readList([at('export.CSV.zip'), at('gkg.csv.zip'), ''].join('\n'))).toEqual({
      stream: 'english',
      slot: SLOT,
      size: 12,
      md5: 'abc',
    });
    expect(readList('<html>busy</html>')).toBeUndefined();
  });
});

it.each([
  ['spiegel.de', 'DE'],
  ['news.bbc.com', 'GB'],
  ['outlet.example', undefined],
  ['start-up.io', undefined],
  ['toString', undefined],
])('the country of %s is %s', (domain, country) => {
  expect(countryOf(domain)).toBe(country);
});
