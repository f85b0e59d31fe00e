import {
  baseOf,
  changeText,
  type Edit,
  fateOf,
  type Field,
  fieldsOfChannel,
  fieldsOfReport,
  fieldsOfWatch,
  isActive,
} from '../../domain/edits/edits.ts';
import { isSame } from '../../domain/lib/hash.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { EditsOutcome } from '../../domain/runs/outcome.ts';
import type { EditedIn } from '../../store/watches/definitions.ts';
import type { Ports } from '../ports/ports.ts';

/** What becomes of edits whose key the file has changed. Absent: they go on, and pages and `plan` say it. */
export type WhenOverruled = 'keep' | 'drop' | undefined;

/** By whom an edit ends that the file makes needless. */
const FILE = { id: 'file', name: 'watches.yaml' };

/**
 * Ends the edits that the file says by itself now, and those that it overrules where they are dropped. It changes what
 * is stored only if nobody edits meanwhile, else it looks again: no edit is lost.
 */
export async function settleEdits(
  { definitions, reportPlans, clock }: Pick<Ports, 'definitions' | 'reportPlans' | 'clock'>,
  how: WhenOverruled,
): Promise<EditsOutcome> {
  const given = { how, now: clock.now() };
  const { watch, channel } = definitions.ofFile;
  const all = await Promise.all([
    settleKind(watch, { ...given, fieldsOf: fieldsOfWatch, idOf: ({ id }) => id }),
    settleKind(channel, { ...given, fieldsOf: fieldsOfChannel, idOf: ({ name }) => name }),
    settleKind(reportPlans.ofFile, { ...given, fieldsOf: fieldsOfReport, idOf: ({ id }) => id }),
  ]);
  const of = (fate: keyof EditsOutcome) => all.flat().flatMap((one) => (one.fate === fate ? [one.text] : []));
  return { kept: of('kept'), overruled: of('overruled'), dropped: of('dropped'), inFile: of('inFile') };
}

interface Settling<T> {
  how: WhenOverruled;
  now: number;
  fieldsOf: (one: T) => Field[];
  idOf: (one: T) => string;
}

interface Settled {
  edit: Edit;
  fate: keyof EditsOutcome;
  text: string;
}

async function settleKind<T>(kind: EditedIn<T>, given: Settling<T>): Promise<Settled[]> {
  const all = (await kind.all()).filter(({ edits }) => edits.some(isActive));
  return (await inParallel(all, ({ base }) => settleOne(given.idOf(base), kind, given))).flat();
}

async function settleOne<T>(
  id: string,
  kind: EditedIn<T>,
  { how, now, fieldsOf }: Settling<T>,
): Promise<Settled[]> {
  for (;;) {
    const edited = await kind.get(id);
    if (!edited) return [];
    const fields = fieldsOf(edited.base);
    const settled = edited.edits.map((edit): Edit | Settled => {
      if (!isActive(edit)) return edit;
      const field = fields.find(({ key }) => key === edit.key);
      const fate = fateOf(edit, fields);
      const text = `${id} ${changeText(edit, field?.path)}`;
      const ended = { ...edit, undone: { by: FILE, at: now } };
      if (fate === 'in-file') return { edit: ended, fate: 'inFile', text };
      if (fate === 'kept' || how === undefined) return { edit, fate, text };
      if (how === 'drop') return { edit: ended, fate: 'dropped', text };
      return { edit: field ? { ...edit, base: baseOf(field) } : edit, fate: 'kept', text };
    });
    const next = settled.map((one) => ('fate' in one ? one.edit : one));
    if (isSame(next, edited.edits) || (await kind.putEdits(id, next, edited.revision)))
      return settled.filter((one) => 'fate' in one);
  }
}
