/**
 * `load`, called at the first use only. Later uses get the same value. For what takes milliseconds to make, such as
 * the formats of `Intl`: made when its file is loaded, it would delay each cold start, also of functions that never
 * use it.
 */
export function loadedOnce<Loaded>(load: () => Loaded): () => Loaded {
  let loaded: Loaded | undefined;
  return () => (loaded ??= load());
}
