import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { csvCell } from '../../../shared/render/text/plain-text.ts';
import type { Exported, ExportedValue } from './exported.ts';

export const FORMATS = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof FORMATS)[number];

/** A file that grows by one record at a time; memory holds no more than the stream's buffer. */
export interface RecordFile {
  /** The name of the file in its folder. */
  name: string;
  write(record: Exported): Promise<void>;
  /** Writes the rest and closes the file. */
  end(): Promise<void>;
}

/**
 * Creates a file of records in a folder, readable by its owner alone. The columns of CSV are those of the first record.
 *
 * @throws the error of the file system, when the file cannot be written.
 */
export function openRecordFile(
  folder: string,
  { kind, format }: { kind: string; format: ExportFormat },
): RecordFile {
  const name = `${kind}.${format}`;
  const stream = createWriteStream(join(folder, name), { mode: 0o600 });
  const done = finished(stream);
  done.catch(() => undefined);
  let isFirst = true;
  const put = async (text: string): Promise<void> => {
    if (stream.errored) throw stream.errored;
    if (!stream.write(text)) await Promise.race([once(stream, 'drain'), done]);
  };
  return {
    name,
    async write(record) {
      if (format === 'csv' && isFirst) await put(csvLine(Object.keys(record)));
      isFirst = false;
      await put(format === 'csv' ? csvLine(Object.values(record)) : `${JSON.stringify(record)}\n`);
    },
    async end() {
      stream.end();
      await done;
    },
  };
}

/** Cells as the other CSV of Bellwether has them: a spreadsheet runs none as a formula. */
function csvLine(values: readonly ExportedValue[]): string {
  return `${values.map((value) => csvCell(cellText(value))).join(',')}\n`;
}

function cellText(value: ExportedValue): number | string {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (value === null) return '';
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return isList ? value.join(' | ') : JSON.stringify(value);
}
