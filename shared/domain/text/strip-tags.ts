/** Elements between which a reader sees a break: the words on both sides are two. */
const BREAKS =
  'address article aside blockquote body br button caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html iframe img input label legend li main nav object ol option p picture pre section select source summary table tbody td textarea tfoot th thead title tr ul video audio';
/** Elements inside a line: `<b>A</b>cme` is one word. */
const INLINE =
  'a abbr acronym applet b bdi bdo big blink cite code data del dfn em embed font frame frameset i ins kbd link mark marquee meta noscript object param q rp rt ruby s samp small span strike strong sub sup time tt u var wbr';

const breaks: ReadonlySet<string> = new Set(BREAKS.split(' '));
const inline: ReadonlySet<string> = new Set(INLINE.split(' '));

/** A tag; quoted values of its attributes may hold `>`. Each try ends at the next `<`, so that the time grows with the text. */
const TAG = /<\/?([a-z][a-z0-9]{0,15})(?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*|\s[^<>]*)?\/?>/giu;

/** The beginning of a tag where a service has cut the text: `<…`, `</l…`, `<a href="htt…`, `<ul` at the end. */
const CUT_TAG =
  /<(?:\/[a-z0-9]{0,15}|([a-z][a-z0-9]{0,15})(?:\s+[a-z-]+=[^<>…]{0,2000})?)(?=…|\.{3}|\s*$)|<(?=…)/giu;

const CDATA = '<![CDATA[';

/** What holds nothing to read, from its first mark to its last one. */
const HIDDEN: readonly (readonly [from: RegExp, to: RegExp])[] = [
  [/<!--/gu, /-->/gu],
  [/<script\b/giu, /<\/script\s{0,20}>/giu],
  [/<style\b/giu, /<\/style\s{0,20}>/giu],
];

/**
 * Text without tags of HTML, comments, scripts and styles. What looks like a tag and is none stays: `<MSFT.O>`, `a < b`.
 * A tag between two blocks becomes a line break, a tag inside a line nothing.
 */
export function stripTags(text: string): string {
  if (!text.includes('<')) return text;
  let left = text.includes(CDATA) ? text.replaceAll(CDATA, '').replaceAll(']]>', '') : text;
  for (const [from, to] of HIDDEN) left = withoutSpans(left, { from, to });
  return left
    .replace(TAG, (tag, name: string) => shownFor(tag, name))
    .replace(CUT_TAG, (tag, name: string | undefined) => (name === undefined ? '' : shownFor(tag, name)));
}

function shownFor(tag: string, name: string): string {
  const known = name.toLowerCase();
  if (breaks.has(known)) return '\n';
  return inline.has(known) ? '' : tag;
}

/** Leaves out each span. One that has no end hides the rest of the text, as in a browser. */
function withoutSpans(text: string, { from, to }: { from: RegExp; to: RegExp }): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const start = placeOf(from, { text, at });
    if (!start) return kept + text.slice(at);
    kept += text.slice(at, start.at);
    const end = placeOf(to, { text, at: start.end });
    if (!end) return kept;
    at = end.end;
  }
}

function placeOf(
  mark: RegExp,
  { text, at }: { text: string; at: number },
): { at: number; end: number } | undefined {
  mark.lastIndex = at;
  const found = mark.exec(text);
  return found ? { at: found.index, end: found.index + found[0].length } : undefined;
}
