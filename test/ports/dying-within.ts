import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import type { NewStories } from '../../shared/use-cases/ports/stories.ts';
import { Death } from './dying.ts';
import { newStories } from './story-examples.ts';

/** A death after so many written items. Of a batch they are written from the front or from the back. */
export interface ItemDoom {
  dieAfter: number;
  backwards?: boolean;
}

/** What a run asks of its ports, where it writes. */
interface WritePorts {
  findings: {
    putNew(found: readonly StoredFinding[]): Promise<void>;
    putJudged(found: readonly StoredFinding[]): Promise<void>;
  };
  stories: { putNew(watchId: string, fresh: NewStories): Promise<void> };
}

/** Calls that write one item. */
const WRITES = new Set('put join absorb redirect note noteSeverity judge save amend list'.split(' '));

/**
 * Ports on which the process dies after a number of written items, within batches too. After the death every call dies. `written` has the
 * number of items so far.
 */
export function dyingWithin<P extends WritePorts & object>(ports: P, doom: ItemDoom) {
  const state = { written: 0 };
  const live = () => {
    if (state.written >= doom.dieAfter) throw new Death();
  };
  const oneByOne = async <T>(items: readonly T[], write: (item: T) => Promise<void>): Promise<void> => {
    for (const item of doom.backwards ? items.toReversed() : items) {
      live();
      await write(item);
      state.written += 1;
    }
  };
  const batches: Record<string, Record<string, unknown>> = {
    findings: {
      putNew: (all: readonly StoredFinding[]) => oneByOne(all, (one) => ports.findings.putNew([one])),
      putJudged: (all: readonly StoredFinding[]) => oneByOne(all, (one) => ports.findings.putJudged([one])),
    },
    stories: {
      putNew: (watchId: string, { claims, stories, keys, open }: NewStories) =>
        oneByOne<Partial<NewStories>>(
          [
            ...claims.map((one) => ({ claims: [one] })),
            ...stories.map((one) => ({ stories: [one] })),
            ...keys.map((one) => ({ keys: [one] })),
            ...open.map((one) => ({ open: [one] })),
          ],
          (item) => ports.stories.putNew(watchId, newStories(item)),
        ),
    },
  };
  const wrapped = Object.entries(ports).map(([name, port]: [string, unknown]) => {
    if (typeof port !== 'object' || port === null) return [name, port];
    const mortal = new Proxy(port, {
      get: (target, key) => {
        const method: unknown = Reflect.get(target, key);
        if (typeof method !== 'function' || key === 'now') return method;
        const batch = batches[name]?.[String(key)];
        return async (...args: unknown[]) => {
          live();
          if (typeof batch === 'function') return Reflect.apply(batch, undefined, args);
          const answer: unknown = await Reflect.apply(method, target, args);
          if (WRITES.has(String(key))) state.written += 1;
          return answer;
        };
      },
    });
    return [name, mortal];
  });
  return { ports: Object.fromEntries(wrapped) as P, state };
}
