/** What a dying port throws: the process is gone, nothing after it happens. */
export class Death extends Error {}

/** Counts the calls of all ports it wraps and dies at the n-th, before it takes effect or after. */
export interface Doom {
  calls: number;
  dieAt: number;
  when: 'before' | 'after';
}

type Ports = Readonly<Record<string, unknown>>;

/**
 * Wraps every port so that the process dies at one of the calls. After the death every further call dies as well:
 * a dead process cannot tidy up.
 */
export function dying<P extends Ports>(ports: P, doom: Doom): P {
  const wrapped = Object.entries(ports).map(([name, port]) => [name, wrapPort(port, doom)]);
  return Object.fromEntries(wrapped) as P;
}

function wrapPort(port: unknown, doom: Doom): unknown {
  if (typeof port !== 'object' || port === null) return port;
  return new Proxy(port, {
    get: (target, key) => {
      const method: unknown = Reflect.get(target, key);
      if (typeof method !== 'function' || key === 'now') return method;
      return async (...args: unknown[]) => {
        doom.calls += 1;
        if (doom.calls > doom.dieAt || (doom.calls === doom.dieAt && doom.when === 'before'))
          throw new Death();
        const answer: unknown = await Reflect.apply(method, target, args);
        if (doom.calls >= doom.dieAt) throw new Death();
        return answer;
      };
    },
  });
}
