import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isoOf } from '../../../shared/domain/time/instant.ts';
import { stackCommand } from '../command.ts';
import { exportRecords, selectWatches } from '../export/export-records.ts';
import { type Exported, type ExportFormat, FORMATS, openRecordFile } from '../export/exported.ts';
import { CliFailure } from '../failure.ts';
import { plainText, printAmount } from '../print-values.ts';
import { readSpan, SPAN_OPTIONS } from '../read-span.ts';
import { withProgress } from '../terminal.ts';

/** Writes what a stack has stored to files. */
export const exportCommand = stackCommand({
  usage: 'export --to FOLDER [options]',
  about: `Writes the stored findings, alerts and stories to files in a folder: findings.ndjson, alerts.ndjson and
stories.ndjson, and the same as CSV. Existing files of these names are replaced when the new
ones are whole. It exports all applied watches, one
watch, or those of a brand: findings by when they were found, alerts by when they were made, and the stories of these
findings. With --removed it also exports what is still stored of watches that were removed from the file; --watch may name
one of them. On a terminal the command shows its progress.`,
  options: {
    to: { type: 'string', value: 'FOLDER', about: 'the folder; it is created if it does not exist' },
    watch: { type: 'string', value: 'ID', about: 'only this watch' },
    brand: { type: 'string', value: 'NAME', about: 'only the watches of this brand' },
    removed: { type: 'boolean', about: 'also watches that were removed' },
    ...SPAN_OPTIONS,
    format: { type: 'string', value: 'FORMAT', about: 'only this format: ndjson or csv (default both)' },
  },
  hint: 'name the folder with --to FOLDER',
  async run({ values, stack }, world) {
    const { to, watch, brand } = values;
    if (to === undefined)
      throw new CliFailure('Missing option --to.', { hint: 'name a folder: bellwether export --to export' });
    if (watch !== undefined && brand !== undefined)
      throw new CliFailure('You cannot use --watch and --brand together.', { hint: 'remove one of them' });
    const formats = formatsOf(values.format);
    const now = stack.now();
    const selection = { watch, brand, removed: values.removed ?? false };
    const { ids, leftOut, window } = await selectWatches(selection, {
      stack,
      windowOf: (since) => readSpan(values, { since, now }),
    });
    const folder = resolve(world.folder, to);
    await mkdir(folder, { recursive: true });
    const files = new Map(KINDS.map((kind) => [kind, openCounted(folder, { kind, formats })]));
    const write = (kind: (typeof KINDS)[number]) => async (record: Exported) =>
      files.get(kind)?.write(record);
    try {
      await withProgress(world.stderr, (progress) =>
        exportRecords({
          stack,
          watches: ids,
          isSelection: watch !== undefined || brand !== undefined,
          window,
          write: { finding: write('findings'), alert: write('alerts'), story: write('stories') },
          progress,
        }),
      );
      // Only when all are whole does the first of them replace an older one.
      for (const step of ['end', 'publish'] as const) for (const file of files.values()) await file[step]();
    } finally {
      for (const file of files.values()) await file.discard();
    }
    const counts = Object.fromEntries([...files].map(([kind, { count }]) => [kind, count()]));
    const names = [...files.values()].flatMap((file) => file.names);
    const span = { from: isoOf(window.from), until: isoOf(window.to) };
    const { findings = 0, alerts = 0, stories = 0 } = counts;
    if (leftOut.length > 0) world.stderr.write(leftOutText(leftOut));
    return {
      text: `${printAmount(findings, 'finding')}, ${printAmount(alerts, 'alert')} and ${printAmount(stories, 'story', 'stories')} written to ${to}: ${names.join(', ')}\n`,
      document: { stack: stack.name, folder, files: names, watches: ids, ...span, ...counts },
    };
  },
});

function leftOutText(ids: readonly string[]): string {
  const names = ids.map(plainText).join(', ');
  return `Not exported: ${printAmount(ids.length, 'removed watch', 'removed watches')} (${names}). Add --removed to export what is still stored.\n`;
}

const KINDS = ['findings', 'alerts', 'stories'] as const;

function formatsOf(given: string | undefined): readonly ExportFormat[] {
  if (given === undefined) return FORMATS;
  const found = FORMATS.filter((format) => format === given);
  if (found.length > 0) return found;
  throw new CliFailure(`Invalid --format ${JSON.stringify(given)}.`, { hint: 'write ndjson or csv' });
}

/** One file in each format, and how many records they have. */
function openCounted(folder: string, { kind, formats }: { kind: string; formats: readonly ExportFormat[] }) {
  const files = formats.map((format) => openRecordFile(folder, { kind, format }));
  let written = 0;
  const each = async (act: (file: (typeof files)[number]) => Promise<void>): Promise<void> => {
    for (const file of files) await act(file);
  };
  return {
    names: files.map(({ name }) => name),
    count: () => written,
    async write(record: Exported) {
      written += 1;
      for (const file of files) await file.write(record);
    },
    end: () => each((file) => file.end()),
    publish: () => each((file) => file.publish()),
    discard: () => each((file) => file.discard()),
  };
}
