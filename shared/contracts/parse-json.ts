/** Reads JSON of unknown shape; undefined for what is no JSON. A schema says what it is. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
