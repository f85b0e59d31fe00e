import type { Ports } from '../ports/ports.ts';

/** Definitions that read each watch and channel once: one call puts many alerts on few channels within minutes. */
export function rememberDefinitions(definitions: Ports['definitions']): Ports['definitions'] {
  return {
    ...definitions,
    channel: once((name) => definitions.channel(name)),
    watch: once((id) => definitions.watch(id)),
  };
}

function once<T>(read: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (name) => {
    const value = known.get(name) ?? read(name);
    known.set(name, value);
    return value;
  };
}
