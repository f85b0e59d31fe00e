#!/usr/bin/env node
// The only file that an older Node reads: everything else is loaded after the version check. It is JavaScript, because Node compiles it
// before a cache is named: to load what reads TypeScript would take as long as the rest of a short command.

import process from 'node:process';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 19)) {
  const { enableCompileCache } = await import('node:module');
  const { existsSync } = await import('node:fs');
  // A clone has the sources. The installed package has JavaScript in `dist`: Node runs no TypeScript below node_modules.
  const isClone = existsSync(new URL('main.ts', import.meta.url));
  // Modules that a command has loaded once need not be compiled again: that is half of the time of a short command.
  const cache = isClone ? '../../node_modules/.cache/compiled' : '../../../.cache/compiled';
  enableCompileCache(fileURLToPath(new URL(cache, import.meta.url)));
  const { main } = await import(isClone ? './main.ts' : '../../dist/infra/cli/main.js');
  const { systemWorld } = await import(isClone ? './system-world.ts' : '../../dist/infra/cli/system-world.js');
  process.exitCode = await main(process.argv.slice(2), systemWorld());
} else {
  process.stderr.write(
    `bellwether needs Node 22.19 or newer. This is Node ${process.versions.node}.\n` +
      'Run npm ci in the project folder, then npx bellwether. On Linux, npm ci also installs the right Node.\n',
  );
  process.exitCode = 1;
}
