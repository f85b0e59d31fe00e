/** How many texts are remembered. The steps of a job read the same ones many times. */
const REMEMBERED = 256;

/** `read` with a memory of the last results. Reading is slow and always gives the same result. */
export function lastRead<Made>(read: (text: string) => Made): (text: string) => Made {
  const made = new Map<string, { value: Made }>();
  return (text) => {
    const known = made.get(text) ?? { value: read(text) };
    // Moves the text to the end: the first one is forgotten next.
    made.delete(text);
    made.set(text, known);
    const [oldest] = made.keys();
    if (made.size > REMEMBERED && oldest !== undefined) made.delete(oldest);
    return known.value;
  };
}
