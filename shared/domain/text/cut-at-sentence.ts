/** A sentence that ends within this part of what fits is a good place to cut. */
const LEAST_PART = 0.5;

/** A text of at most so many characters: whole, or cut after its last whole sentence or else word, with `…`. */
export function cutAtSentence(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '');
  const sentences = [...start.matchAll(/[.!?。！？]["'”’)]*(?=\s|$)/gu)];
  const end = sentences.at(-1);
  const after = end ? end.index + end[0].length : 0;
  if (after >= most * LEAST_PART) return `${start.slice(0, after)} …`.slice(0, most);
  const word = start.search(/\s\S*$/);
  return `${word > most * LEAST_PART ? start.slice(0, word) : start}…`;
}
