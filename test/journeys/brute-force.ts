/** One row of a corpus, as far as a naive reader needs it. */
export interface Row {
  id: string;
  title?: string | null;
  content?: string | null;
  author?: string | null;
  authors?: string[] | null;
  domain_url?: string | null;
  published_date: string;
  language?: string | null;
}

const ALONE = '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff';
const WORD = new RegExp(`(?=[${ALONE}])[\\p{L}\\p{M}\\p{N}]|(?:(?![${ALONE}])[\\p{L}\\p{M}\\p{Nd}_])+`, 'gu');

/** The words of a text, cut by one regular expression: written apart from the product's own cutter. */
export function cut(text: string | null | undefined): string[] {
  return (text ?? '').normalize('NFC').toLowerCase().match(WORD) ?? [];
}

/** A reading of a row: its fields as words. A phrase never crosses from the title into the content. */
export class Reading {
  private readonly fields: string[][];
  readonly row: Row;

  constructor(row: Row) {
    this.row = row;
    this.fields = [cut(row.title), cut(row.content)];
  }

  has(word: string): boolean {
    return this.fields.some((words) => words.includes(word));
  }

  like(pattern: RegExp): boolean {
    return this.fields.some((words) => words.some((word) => pattern.test(word)));
  }

  phrase(text: string): boolean {
    return this.places(text).length > 0;
  }

  /** Every place of a phrase, as field, first word and the word behind its last. */
  places(text: string): [number, number, number][] {
    const wanted = cut(text);
    return this.fields.flatMap((words, field) =>
      words.flatMap((_, at): [number, number, number][] =>
        wanted.every((word, n) => words[at + n] === word) ? [[field, at, at + wanted.length]] : [],
      ),
    );
  }

  /** `a` and `b` with at most `distance` words between them, in this order or, unless `ordered`, in any. */
  near(
    a: string,
    b: string,
    { distance, ordered = false }: { distance: number; ordered?: boolean },
  ): boolean {
    const follows = (x: string, y: string) =>
      this.places(x).some(([field, , end]) =>
        this.places(y).some(([other, start]) => other === field && start >= end && start - end <= distance),
      );
    return follows(a, b) || (!ordered && follows(b, a));
  }
}
