import { inflateRawSync } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';

/** The files of a ZIP file as text, read by its directory (APPNOTE 6.3.10, 4.3.12). */
export function unzipTexts(zip: Uint8Array): Map<string, string> {
  const bytes = Buffer.from(zip);
  const end = bytes.length - 22;
  let at = bytes.readUInt32LE(end + 16);
  const files = new Map<string, string>();
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [size, name, extra, comment] = [
      bytes.readUInt32LE(at + 20),
      ...[28, 30, 32].map((field) => bytes.readUInt16LE(at + field)),
    ] as [number, number, number, number];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + size);
    const text = bytes.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content);
    files.set(bytes.toString('utf8', at + 46, at + 46 + name), text.toString('utf8'));
    at += 46 + name + extra + comment;
  }
  return files;
}

/** The date and time of each entry of a ZIP file, in the form of MS-DOS. */
export function zipTimes(zip: Uint8Array): number[] {
  const bytes = Buffer.from(zip);
  const count = bytes.readUInt16LE(bytes.length - 12);
  let at = bytes.readUInt32LE(bytes.length - 6);
  return Array.from({ length: count }, () => {
    const time = bytes.readUInt32LE(at + 12);
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + bytes.readUInt16LE(at + field), 0);
    return time;
  });
}

const LISTS = new Set(['si', 'row', 'c', 'sheet']);
const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => LISTS.has(name),
  trimValues: false,
  parseTagValue: false,
  processEntities: { maxTotalExpansions: 1_000_000, maxExpandedLength: 100_000_000 },
});

type SpreadsheetRows = (number | string | undefined)[][];

/** The rows of each sheet of a spreadsheet, by its name: texts and numbers as the cells have them. */
export function readSpreadsheet(zip: Uint8Array): Map<string, SpreadsheetRows> {
  const files = unzipTexts(zip);
  const xml = (name: string) => parser.parse(files.get(name) ?? '');
  const texts: string[] = xml('xl/sharedStrings.xml').sst.si.map(textOf);
  const sheets: { '@_name': string }[] = xml('xl/workbook.xml').workbook.sheets.sheet;
  return new Map(
    sheets.map((sheet, index) => {
      const { row = [] } = xml(`xl/worksheets/sheet${index + 1}.xml`).worksheet.sheetData;
      return [sheet['@_name'], row.map(({ c = [] }: { c?: SheetXml[] }) => cellsOf(c, texts))];
    }),
  );
}

interface SheetXml {
  '@_r': string;
  '@_t'?: string;
  v?: string;
}

function cellsOf(cells: readonly SheetXml[], texts: readonly string[]): SpreadsheetRows[number] {
  const row: SpreadsheetRows[number] = [];
  for (const { '@_r': place, '@_t': type, v } of cells) {
    if (v === undefined) continue;
    const column = Array.from(place.replace(/\d+/, '')).reduce(
      (n, letter) => 26 * n + letter.charCodeAt(0) - 64,
      0,
    );
    row[column - 1] = type === 's' ? texts[Number(v)] : Number(v);
  }
  return row;
}

function textOf({ t }: { t: string | { '#text': string } }): string {
  return typeof t === 'object' ? t['#text'] : t;
}
