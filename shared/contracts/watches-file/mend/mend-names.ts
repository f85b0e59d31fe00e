import { isMapping, type Mending, withValue } from './tree.ts';

/** Sections whose entries have names, a name for an example, and the keys that show an entry without one. */
const NAMED = [
  { section: 'watches', noun: 'watch', name: 'acme-news', keys: ['kind', 'alert'] },
  { section: 'channels', noun: 'channel', name: 'press-team', keys: ['email', 'sms', 'https', 'queue'] },
] as const;

/** Gives a name to an entry that is in its section without one, such as `watches: { kind: search }`. */
export function mendNames(given: Mending): Mending {
  return NAMED.reduce((now, { section, noun, name, keys }) => {
    const value = now.data[section];
    if (!isMapping(value) || Object.hasOwn(value, name)) return now;
    const own = keys.filter((key) => Object.hasOwn(value, key));
    const [first] = own;
    if (first === undefined || isMapping(value['kind']) || Object.values(value).some(isEntry)) return now;
    const next = withValue(now.data, [section], { [name]: value });
    const what = `The ${noun} has no name`;
    const hint = `write a name such as ${name}: above its keys, and indent them by 2 more spaces`;
    return {
      ...now,
      data: isMapping(next) ? next : now.data,
      problems: [...now.problems, { path: [section, first], atKey: true, what, hint }],
      moves: [...now.moves, { from: [section], to: [section, name] }],
    };
  }, given);
}

/** A mapping that is a watch or a channel with a name. */
function isEntry(value: unknown): boolean {
  return (
    isMapping(value) && ['kind', 'email', 'sms', 'https', 'queue'].some((key) => Object.hasOwn(value, key))
  );
}
