/**
 * `read` with a memory of the last `most` results, by default as many as the steps of a job read again. Reading is slow and
 * always gives the same result.
 */
export function lastRead<Made>(read: (text: string) => Made, most = 256): (text: string) => Made {
  const made = new Map<string, { value: Made }>();
  return (text) => {
    const known = made.get(text) ?? { value: read(text) };
    // Moves the text to the end: the first one is forgotten next.
    made.delete(text);
    made.set(text, known);
    const [oldest] = made.keys();
    if (made.size > most && oldest !== undefined) made.delete(oldest);
    return known.value;
  };
}
