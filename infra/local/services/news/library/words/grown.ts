/** The same numbers in an array of at least this length. It at least doubles, so that growing step by step costs little. */
export function grown(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers;
  const larger = new Uint32Array(Math.max(length, 2 * numbers.length));
  larger.set(numbers);
  return larger;
}
