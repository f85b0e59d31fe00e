/** `load`, called at the first use only. Later uses get the same value. */
export function loadedOnce<Loaded>(load: () => Loaded): () => Loaded {
  let loaded: Loaded | undefined;
  return () => (loaded ??= load());
}
