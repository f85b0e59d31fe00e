/** How many texts are remembered: those of a job, whose steps read the same ones again and again. */
const REMEMBERED = 256;

/** `read`, which remembers what it made of the last texts: reading one is slow, and always gives the same. */
export function lastRead<Made>(read: (text: string) => Made): (text: string) => Made {
  const made = new Map<string, { value: Made }>();
  return (text) => {
    const known = made.get(text) ?? { value: read(text) };
    // What was asked for last stands last, and is forgotten last.
    made.delete(text);
    made.set(text, known);
    const [oldest] = made.keys();
    if (made.size > REMEMBERED && oldest !== undefined) made.delete(oldest);
    return known.value;
  };
}
