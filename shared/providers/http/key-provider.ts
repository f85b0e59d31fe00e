/** A key that is known, or that somebody else knows, as something that can be asked. */
export function keyProvider(key: string | (() => Promise<string>)): () => Promise<string> {
  return typeof key === 'string' ? () => Promise.resolve(key) : key;
}
