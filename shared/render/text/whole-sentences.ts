import { isVisible, oneLine, shorten } from './plain-text.ts';
import { loadedOnce } from '../../domain/lib/loaded-once.ts';

const sentences = loadedOnce(() => new Intl.Segmenter('en', { granularity: 'sentence' }));
/** How far behind the limit a text is read, to see whether a sentence ends before it. */
const AHEAD = 60;
/** A point after these ends no sentence: initials and abbreviations before a name. */
const ABBREVIATED =
  /(?:^|[\s(."“])(?:\p{Lu}|St|Dr|Mr|Mrs|Ms|No|Inc|Corp|Co|Ltd|Sen|Gov|Gen|Rep|Jr|Sr|vs|Prof)\.\s*$/u;
/** A text that was cut before ends so. */
const CUT = /…\s*$/u;
/** Some sources say at the end how much they have left out: "… [+533 chars]". */
const COUNTED_CUT = /\s*(?:…|\.{3})?\s*\[\+\d+ chars\]\s*$/u;

/**
 * The first whole sentences of a text, on one line and at most `most` UTF-16 units. A text whose first sentence is longer is cut
 * after a word and ends with an ellipsis.
 */
export function wholeSentences(text: string, most: number): string {
  const line = oneLine(text).replace(COUNTED_CUT, '…');
  if (line.length <= most && !CUT.test(line)) return line;
  const kept = keptSentences(line, most);
  if (isVisible(kept)) return kept;
  return line.length <= most ? line : cutAtWord(line, most);
}

function keptSentences(line: string, most: number): string {
  let kept = '';
  let open = '';
  for (const { segment } of sentences().segment(line.slice(0, most + AHEAD))) {
    open += segment;
    if (kept.length + open.trimEnd().length > most || CUT.test(open)) break;
    if (ABBREVIATED.test(open)) continue;
    kept += open;
    open = '';
  }
  return kept.trimEnd();
}

/** Cuts after the last word that fits; a script without blanks is cut between characters. */
function cutAtWord(line: string, most: number): string {
  const cut = shorten(line, most);
  const kept = cut.slice(0, -1);
  const blank = kept.lastIndexOf(' ');
  const isWhole = /[\s,.;:]/u.test(line.charAt(kept.length));
  const words = isWhole || blank < most / 2 ? kept : kept.slice(0, blank);
  return `${words.replace(/[\s,;:–—-]+$/u, '')}…`;
}

/** The text without the title at its start, so that a reader reads the title once. */
export function withoutTitle(text: string, title: string): string {
  const line = oneLine(text);
  const wanted = bareOf(oneLine(title));
  if (wanted === '') return line;
  for (const { segment } of sentences().segment(line.slice(0, title.length + AHEAD))) {
    const bare = bareOf(segment);
    // A title can be a sentence of the text behind the name of a company.
    if (bare !== '' && (bare === wanted || wanted.endsWith(`: ${bare}`)))
      return withoutTitle(line.slice(segment.length), title);
    break;
  }
  const start = line.slice(0, title.length);
  const rest = line.slice(title.length);
  const isWhole = /^(?:\s*[.!?…:|–—]|\s+[-–—|]\s|\s*$)/u.test(rest);
  return bareOf(start) === wanted && isWhole ? rest.replace(/^[\s.!?…:|–—-]+/u, '') : line;
}

/** For comparison: lower case, without marks at the end. */
function bareOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s.!?…"”'’]+$/u, '')
    .trim();
}
