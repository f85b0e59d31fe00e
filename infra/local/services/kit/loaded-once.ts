/** What `load` gives, loaded at the first question and then kept. */
export function loadedOnce<Loaded>(load: () => Loaded): () => Loaded {
  let loaded: Loaded | undefined;
  return () => (loaded ??= load());
}
