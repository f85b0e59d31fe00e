const encoder = new TextEncoder();

/** The size of a text inside a JSON document, as SNS counts it: bytes of UTF-8, escapes included. */
export function jsonSize(text: string): number {
  return encoder.encode(JSON.stringify(text)).length - 2;
}

/** How many of these texts, from the first on, fit into `most` bytes together. */
export function countFitting(most: number, texts: readonly string[]): number {
  let size = 0;
  const tooMany = texts.findIndex((text) => {
    size += jsonSize(text);
    return size > most;
  });
  return tooMany < 0 ? texts.length : tooMany;
}
