import { XMLParser } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';

/** The files of a ZIP file as text. */
export function unzipTexts(zip: Uint8Array): Map<string, string> {
  return new Map(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]));
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
