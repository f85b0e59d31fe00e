#!/usr/bin/env node
// The only file that an older Node reads: everything else is loaded after the version check. It is JavaScript, because Node compiles it
// before a cache is named: to load what reads TypeScript would take as long as the rest of a short command.

import process from 'node:process';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 19)) {
  const { enableCompileCache } = await import('node:module');
  // Modules that a command has loaded once need not be compiled again: that is half of the time of a short command.
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
  const { main } = await import('./main.ts');
  const { systemWorld } = await import('./system-world.ts');
  process.exitCode = await main(process.argv.slice(2), systemWorld());
} else {
  process.stderr.write(
    `bellwether needs Node 22.19 or newer. This is Node ${process.versions.node}.\n` +
      'Run npm ci in the project folder, then npx bellwether. On Linux, npm ci also installs the right Node.\n',
  );
  process.exitCode = 1;
}
