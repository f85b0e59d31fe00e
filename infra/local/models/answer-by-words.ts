import * as z from 'zod';

// A judge without a model: it reads the criteria by words. It has no idea of what they mean. The same question gets the
// same answer.

const questionSchema = z.object({
  articles: z.array(z.object({ id: z.string(), title: z.string(), text: z.string() })),
});

/** Words that say nothing about what a text is about. */
const EMPTY = new Set(
  'about also article articles clearly from have into like news only other people problem that their them there this those what when where which with'.split(
    ' ',
  ),
);

/**
 * Answers a question as a model would. Wanted is what has a word of the criteria, and none of what follows "Not". A
 * rule holds for the first sentence with a word of its condition.
 */
export function answerByWords(instructions: string, text: string): string {
  const { articles } = questionSchema.parse(JSON.parse(text));
  const wanted = /^relevant: .*Wanted: (.*)$/m.exec(instructions)?.[1];
  const rules = Array.from(instructions.matchAll(/^Rule (\d+): (.*)$/gm), ([, number, when = '']) => ({
    number: Number(number),
    words: wordsOf(when),
  }));
  const needsSummary = !instructions.includes('summary: always ""');
  return JSON.stringify({
    articles: articles.map(({ id, title, text: body }) => {
      const own = new Set(wordsOf(`${title} ${body}`));
      const sentences = [title, ...body.split(/(?<=[.!?。！？])\s*/)].map((one) => one.trim());
      const raise = rules.flatMap(({ number, words }) => {
        const sentence = sentences.find(
          (one) => one.length > 15 && wordsOf(one).some((word) => words.includes(word)),
        );
        return sentence === undefined ? [] : [{ rule: number, sentence }];
      });
      const { relevant, reason } = relevanceOf(wanted, own);
      const summary = needsSummary
        ? sentences
            .filter((one) => one !== '')
            .slice(0, 2)
            .join(' ')
            .slice(0, 500)
        : '';
      return { id, relevant, reason, raise: raise.slice(0, 1), summary: withoutAddresses(summary) };
    }),
  });
}

function relevanceOf(
  wanted: string | undefined,
  own: ReadonlySet<string>,
): { relevant: boolean; reason: string } {
  if (wanted === undefined) return { relevant: true, reason: 'There is nothing to compare it with.' };
  const sentences = wanted.split(/(?<=[.!?])\s+/);
  const isRefusal = (sentence: string) => /^not\b/i.test(sentence);
  const refused = sentences
    .filter(isRefusal)
    .flatMap(wordsOf)
    .find((word) => own.has(word));
  if (refused !== undefined) return { relevant: false, reason: `It has the word ${refused}.` };
  const found = sentences
    .filter((one) => !isRefusal(one))
    .flatMap(wordsOf)
    .find((word) => own.has(word));
  if (found === undefined) return { relevant: false, reason: 'It has no word of what is wanted.' };
  return { relevant: true, reason: `It has the word ${found}.` };
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  return words.filter((word) => !EMPTY.has(word));
}

function withoutAddresses(text: string): string {
  return text.replaceAll(/\S*(?::\/\/|\bwww\.|@)\S*/gi, '');
}
