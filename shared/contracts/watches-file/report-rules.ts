import { memberOf } from './expectations.ts';
import { type Checked, checkNamed } from './names-in-file.ts';
import type { Problem } from './problem.ts';

/** That the brands and channels of reports exist. */
export function checkReports(file: Checked): Problem[] {
  return Object.entries(file.sound.reports ?? {}).flatMap(([name, { brand, channel }]) => {
    const path = ['reports', name] as const;
    return [
      ...checkNamed(brand, { section: 'brands', path: [...path, 'brand'], file }),
      ...checkNamed(channel, { section: 'channels', path: [...path, 'channel'], file }),
      ...checkSomeChannel(file, path),
    ];
  });
}

function checkSomeChannel({ raw }: Checked, path: readonly string[]): Problem[] {
  const written = [...path, 'channel'].reduce(memberOf, raw) ?? ['defaults', 'channel'].reduce(memberOf, raw);
  if (written !== undefined) return [];
  const hint = 'add channel: NAME, or name one for all in defaults';
  return [
    {
      path: [...path, 'channel'],
      atKey: true,
      what: 'no channel is named',
      expected: 'the name of a channel',
      hint,
    },
  ];
}
