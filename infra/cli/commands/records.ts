import { command, OPTIONS, STACK_OPTIONS } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { needStack, needWatch } from '../need-stack.ts';
import { plainText, printAmount } from '../print-values.ts';
import { readSpan, SPAN_OPTIONS } from '../read-span.ts';
import { fieldNamesOf, recordDocument, recordsCsv, recordsTable } from '../records/print-records.ts';
import { readWatchRecords, USUAL_SPAN, type WatchRecords } from '../records/read-watch-records.ts';
import { terminalJson } from '../terminal/terminal-text.ts';

/** Shows the records of an extraction watch with all their fields. */
export const records = command({
  usage: 'records WATCH [options]',
  about: `Shows the records that the extraction service has for a watch of kind extraction, with the extracted fields: those of
its jobs of the last 7 days, or of its monitor. It reads them from the service, which costs no credits. Without --csv and
--json it prints a table with the first fields.`,
  options: {
    ...SPAN_OPTIONS,
    csv: { type: 'boolean', about: 'print CSV, one row for each record, one column for each field' },
    ...STACK_OPTIONS,
    json: OPTIONS.json,
  },
  async run({ values, positionals: [id, ...more] }, world) {
    if (id === undefined || more.length > 0)
      throw new CliFailure('records takes one watch.', { hint: 'write bellwether records WATCH' });
    if (values.csv && values.json)
      throw new CliFailure('You cannot use --csv and --json together.', { hint: 'remove one of them' });
    const stack = await needStack(world, values);
    const watch = needWatch(id, { watches: await stack.definitions.watches(), stack });
    if (watch.kind !== 'extraction') {
      throw new CliFailure(`Watch ${id} is of kind ${watch.kind}: it has findings, and no records.`, {
        hint: `write bellwether export --to FOLDER --watch ${id}`,
      });
    }
    const now = stack.now();
    const window = readSpan(values, { since: now - USUAL_SPAN, now });
    const found = await readWatchRecords(watch, { stack, window });
    if (values.json) {
      const all = found.records.map(recordDocument);
      const document = { stack: stack.name, watch: id, gone: found.gone, records: all };
      world.stdout.write(`${terminalJson(JSON.stringify(document, null, 2))}\n`);
    } else world.stdout.write(values.csv ? recordsCsv(found.records) : tableOf(id, found));
    if (!values.json) world.stderr.write(goneText(found.gone));
    return 0;
  },
});

function tableOf(id: string, { records: all }: WatchRecords): string {
  if (all.length === 0)
    return `No records of ${plainText(id)} in this time. Use --from to go further back.\n`;
  const fields = fieldNamesOf(all);
  const more = fields.length > 4 ? `, ${printAmount(fields.length, 'field')}: --csv and --json show all` : '';
  return `${recordsTable(all)}${printAmount(all.length, 'record')}${more}.\n`;
}

function goneText(gone: readonly string[]): string {
  if (gone.length === 0) return '';
  return `The service no longer has ${printAmount(gone.length, 'job')} of this time: ${gone.map(plainText).join(', ')}\n`;
}
