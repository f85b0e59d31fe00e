import type { Problem } from '../problems/problem.ts';

const CHAT =
  'use email with the address of the chat channel, or https with a service of yours that passes the JSON on';

/** What to do instead of keys that other tools have and that have no equivalent in the file. */
const INSTEAD: Readonly<Record<string, string>> = {
  discord: CHAT,
  telegram: CHAT,
  whatsapp: CHAT,
  author: 'use a watch of kind authors, with author_name in its query',
  authors: 'use a watch of kind authors, with author_name in its query',
  author_name: 'use a watch of kind authors',
  disabled: 'write enabled: false for a watch that does not run',
  disable: 'write enabled: false for a watch that does not run',
  pause: 'write enabled: false for a watch that does not run',
  paused: 'write enabled: false for a watch that does not run',
  name: 'remove it: the key above is the name',
  id: 'remove it: the key above is the name',
  description: 'remove it, or write it as a comment after #',
  title: 'remove it, or write it as a comment after #',
  include: 'remove it: a file cannot include others. Copy their content into this one',
  includes: 'remove it: a file cannot include others. Copy their content into this one',
  import: 'remove it: a file cannot include others. Copy their content into this one',
  imports: 'remove it: a file cannot include others. Copy their content into this one',
  extends: 'remove it: a file cannot include others. Copy their content into this one',
  not: 'write NOT inside of q, such as q: acme NOT comics',
  aliases: 'add them to names',
  alias: 'add it to names',
  version: 'remove it: the file has no version',
  api_key: 'remove it: keys do not belong in this file. docs/operations.md says how to set them',
  apikey: 'remove it: keys do not belong in this file. docs/operations.md says how to set them',
  token: 'remove it: keys do not belong in this file. docs/operations.md says how to set them',
};

/** The problem of a key of another tool; undefined for any other key. */
export function otherTool(key: string): Pick<Problem, 'what' | 'hint'> | undefined {
  const name = key.toLowerCase().replaceAll('-', '_');
  const hint = Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined;
  return hint === undefined ? undefined : { what: `Unknown key "${key}"`, hint };
}
