/** Parses JSON; undefined if the text is not valid JSON. Check the result with a schema. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
