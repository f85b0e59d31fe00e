import { foldText } from '../../../../shared/domain/query/fold.ts';

/**
 * The query language once more, written from its rules without a thought for speed, to judge the real one by: text is
 * cut one character at a time, and every choice of places is tried.
 */
export type Spec =
  | { type: 'term'; text: string; plus?: boolean }
  | { type: 'phrase'; texts: string[]; plus?: boolean }
  | { type: 'near'; phrases: string[][]; distance: number; ordered?: boolean }
  | { type: 'all'; parts: { not?: '-' | 'NOT ' | '!'; by: string; spec: Spec }[] }
  | { type: 'any'; parts: Spec[]; by: string };

type Run = [first: number, end: number];

export function referenceWords(text: string, extra = ''): string[] {
  const found: string[] = [];
  let current = '';
  const flush = () => {
    if (current) found.push(current);
    current = '';
  };
  for (const c of foldText(text)) {
    const code = c.codePointAt(0)!;
    const unspaced = [
      [0x0e00, 0x0eff],
      [0x1000, 0x109f],
      [0x1780, 0x17ff],
      [0x3040, 0x30ff],
      [0x3400, 0x9fff],
      [0xf900, 0xfaff],
    ].some(([from, to]) => code >= from! && code <= to!);
    if (unspaced && /\p{L}|\p{M}|\p{N}/u.test(c)) {
      flush();
      found.push(c);
    } else if (!unspaced && (c === '_' || extra.includes(c) || /\p{L}|\p{M}|\p{Nd}/u.test(c))) current += c;
    else flush();
  }
  flush();
  return found;
}

function fits(pattern: string[], word: string[]): boolean {
  const [wanted, ...restOfPattern] = pattern;
  const [found, ...restOfWord] = word;
  if (wanted === undefined) return found === undefined;
  if (wanted === '*') return fits(restOfPattern, word) || (found !== undefined && fits(pattern, restOfWord));
  return found !== undefined && (wanted === '?' || wanted === found) && fits(restOfPattern, restOfWord);
}

function runsOf(texts: string[], field: string[]): Run[] {
  const phrase = texts.flatMap((text) => referenceWords(text, '*?')).map((text) => Array.from(text));
  const runs: Run[] = [];
  for (let first = 0; first + phrase.length <= field.length; first += 1) {
    if (phrase.every((pattern, offset) => fits(pattern, Array.from(field[first + offset]!)))) {
      runs.push([first, first + phrase.length]);
    }
  }
  return runs;
}

/** Every choice of one run from each list. */
function choices(lists: Run[][]): Run[][] {
  const [head, ...tail] = lists;
  if (!head) return [[]];
  return head.flatMap((run) => choices(tail).map((others) => [run, ...others]));
}

function nearRunsOf({ phrases, distance, ordered }: Spec & { type: 'near' }, field: string[]): Run[] {
  return choices(phrases.map((phrase) => runsOf(phrase, field))).flatMap((choice) => {
    const inText = choice.toSorted((a, b) => a[0] - b[0]);
    const apart = inText.every((run, at) => {
      const gap = at === 0 ? 0 : run[0] - inText[at - 1]![1];
      return gap >= 0 && gap <= distance;
    });
    const asGiven = inText.every((run, at) => run === choice[at]);
    return apart && (asGiven || !ordered) ? choice : [];
  });
}

function leafRuns(spec: Spec & { type: 'term' | 'phrase' | 'near' }, field: string[]): Run[] {
  if (spec.type === 'near') return nearRunsOf(spec, field);
  return runsOf(spec.type === 'term' ? [spec.text] : spec.texts, field);
}

export function referenceMatches(spec: Spec, fields: string[][]): boolean {
  if (spec.type === 'all')
    return spec.parts.every((part) => referenceMatches(part.spec, fields) !== Boolean(part.not));
  if (spec.type === 'any') {
    const must = spec.parts.filter((part) => 'plus' in part && part.plus);
    if (must.length > 0) return must.every((part) => referenceMatches(part, fields));
    return spec.parts.some((part) => referenceMatches(part, fields));
  }
  return fields.some((field) => leafRuns(spec, field).length > 0);
}

/** The numbers of the words in each field that a match rests on. */
export function referencePlaces(spec: Spec, fields: string[][]): Set<number>[] {
  const whole = referenceMatches(spec, fields);
  const places = fields.map(() => new Set<number>());
  const walk = (part: Spec): void => {
    if (part.type === 'all') for (const each of part.parts.filter(({ not }) => !not)) walk(each.spec);
    else if (part.type === 'any') {
      for (const each of part.parts) if (!whole || referenceMatches(each, fields)) walk(each);
    } else
      for (const [number, field] of fields.entries()) {
        for (const [first, end] of leafRuns(part, field)) {
          for (let at = first; at < end; at += 1) places[number]!.add(at);
        }
      }
  };
  walk(spec);
  return places;
}

/** The query as a user would type it. */
export function written(spec: Spec): string {
  const inside = (part: Spec) =>
    part.type === 'all' || part.type === 'any' ? `(${written(part)})` : written(part);
  switch (spec.type) {
    case 'term':
      return `${spec.plus ? '+' : ''}${spec.text}`;
    case 'phrase':
      return `${spec.plus ? '+' : ''}"${spec.texts.join(' ')}"`;
    case 'near': {
      const phrases = spec.phrases.map((texts) => `"${texts.join(' ')}"`).join(', ');
      return `NEAR(${phrases}, ${spec.distance}${spec.ordered === undefined ? '' : `, ${spec.ordered}`})`;
    }
    case 'any':
      return spec.parts.map(inside).join(spec.by);
    case 'all':
      return spec.parts.reduce((text, { not, by, spec: part }, at) => {
        const sign = at === 0 && not ? '-' : (not ?? '');
        return `${text}${at === 0 ? '' : by}${sign}${inside(part)}`;
      }, '');
  }
}
