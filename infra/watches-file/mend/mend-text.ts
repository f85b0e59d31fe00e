import { LineCounter, parseDocument, type Document, type YAMLError } from 'yaml';
import { mendBlanks } from './mend-blanks.ts';
import { mendComments, mendCommas, mendCrossed } from './mend-flow.ts';
import { mendDashedKeys } from './mend-dashed-keys.ts';
import {
  mendFirstDash,
  mendForeignComments,
  mendListedHash,
  mendListedSigns,
  mendMergeMarks,
  mendQuotedKeys,
  mendQuotedLines,
  mendValueBelow,
  mendVariables,
} from './mend-lines.ts';
import { mendIndentation, mendTabs } from './mend-indentation.ts';
import { mendQuotes } from './mend-quotes.ts';
import { mendColons, mendDashes, mendDocuments, mendOpen } from './mend-signs.ts';
import type { BrokenText, Mender, Repair, TextFault } from './repair.ts';

/** A text as it was probably meant, with the same lines, and what had to be changed for that. */
export interface MendedText {
  text: string;
  document: Document;
  lines: LineCounter;
  faults: TextFault[];
  /** The first error without a known cause; undefined where the text can be read. */
  error?: YAMLError;
}

/** The menders, the likeliest cause first. */
const MENDERS: readonly Mender[] = [
  mendTabs,
  mendMergeMarks,
  mendForeignComments,
  mendDocuments,
  mendComments,
  mendCommas,
  mendCrossed,
  mendVariables,
  mendListedHash,
  mendListedSigns,
  mendDashedKeys,
  mendFirstDash,
  mendQuotedLines,
  mendQuotes,
  mendQuotedKeys,
  mendValueBelow,
  mendColons,
  mendDashes,
  mendOpen,
  mendIndentation,
];

/** In characters: how much text all trials together may parse. It limits the time, whatever the text. */
const MOST_PARSED = 200_000;

/**
 * Reads a text, and while YAML cannot read it, looks for the cause of the first error and reads on as if it were
 * corrected. So each mistake is reported once, without what follows from it, and a second one is found too.
 */
export function mendText(text: string): MendedText {
  let left = MOST_PARSED;
  const read = (tried: string) => {
    left -= tried.length;
    return parsed(tried);
  };
  const plain = mendBlanks(text);
  const faults = plain.faults;
  let now = read(plain.text);
  while (now.error) {
    const broken = brokenText(now.text, now.lines, now.error);
    const found = firstThatHelps(broken, (tried) => (left > 0 ? read(tried) : undefined));
    if (!found) break;
    const { repair, result } = found;
    const { line, column, what, hint, unsure } = repair;
    faults.push({ line: line + 1, column: column + 1, what, hint, ...(unsure && { unsure }) });
    now = result;
  }
  return { ...now, faults };
}

type Parsed = Omit<MendedText, 'faults'>;

function parsed(text: string): Parsed {
  const lines = new LineCounter();
  const document = withoutTraces(() =>
    parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      stringKeys: true,
      uniqueKeys: false,
      resolveKnownTags: false,
    }),
  );
  const [error] = [...document.errors, ...document.warnings].toSorted((a, b) => a.pos[0] - b.pos[0]);
  return { text, document, lines, ...(error && { error }) };
}

/** YAML makes an `Error` of each place that it cannot read: thousands in a bad file. Their traces would take a fifth of the time. */
function withoutTraces<T>(parse: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return parse();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function brokenText(text: string, lines: LineCounter, { pos, code }: YAMLError): BrokenText {
  const { line, col } = lines.linePos(pos[0]);
  return { lines: text.split('\n'), at: { line: Math.max(line, 1) - 1, column: Math.max(col, 1) - 1 }, code };
}

/** The most causes of one kind that are tried for an error. */
const MOST_TRIED = 8;

/** Of the first kind of repair that lets YAML read further than before, the one that lets it read furthest. */
function firstThatHelps(
  broken: BrokenText,
  read: (text: string) => Parsed | undefined,
): { repair: Repair; result: Parsed } | undefined {
  for (const mend of MENDERS) {
    const tried = mend(broken)
      .slice(0, MOST_TRIED)
      .flatMap((repair) => {
        const lines = broken.lines.map((line, index) => repair.lines.get(index) ?? line);
        const result = read(lines.join('\n'));
        return result ? [{ repair, result, reached: lineOfError(result) }] : [];
      });
    const helping = tried.filter(({ repair, reached }) => reached > (repair.passes ?? broken.at.line));
    const [best] = helping.toSorted((a, b) => b.reached - a.reached);
    if (best) return best;
  }
  return undefined;
}

/** From 0; infinite where the text has no error. */
function lineOfError({ error, lines }: Parsed): number {
  return error ? lines.linePos(error.pos[0]).line - 1 : Number.MAX_SAFE_INTEGER;
}
