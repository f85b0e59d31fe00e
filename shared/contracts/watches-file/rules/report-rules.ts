import { memberOf } from '../document/member-of.ts';
import type { Problem } from '../problems/problem.ts';
import { type CheckedFile, checkNamed } from './check-named.ts';

/** Checks that the brands and channels of reports exist. */
export function checkReports(file: CheckedFile): Problem[] {
  return Object.entries(file.valid.reports ?? {}).flatMap(([name, { brand, channel }]) => {
    const path = ['reports', name] as const;
    return [
      ...checkNamed(brand, { section: 'brands', path: [...path, 'brand'], file }),
      ...checkNamed(channel, { section: 'channels', path: [...path, 'channel'], file }),
      ...checkHasChannel(file, path),
    ];
  });
}

function checkHasChannel({ raw }: CheckedFile, path: readonly string[]): Problem[] {
  const at = [...path, 'channel'];
  const written = at.reduce(memberOf, raw) ?? ['defaults', 'channel'].reduce(memberOf, raw);
  if (written !== undefined) return [];
  const hint = 'add channel: NAME, or set a channel in defaults';
  return [
    { path: at, atKey: true, what: 'The report has no channel', expected: 'the name of a channel', hint },
  ];
}
