/** Reads a secret by the name that `watches.yaml` gives it. Throws PublishRefused while it has no value. */
export type ReadSecret = (name: string) => Promise<string>;
