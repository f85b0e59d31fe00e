#!/usr/bin/env node
// The only file that an older Node reads: everything else is loaded after the version check. It is JavaScript, because Node compiles it
// before a cache is named: to load what reads TypeScript would take each command 0.08 s of processor time.

import process from 'node:process';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 19)) {
  const { enableCompileCache } = await import('node:module');
  // Modules that a command has loaded once need not be compiled again: that is most of the time of a short command.
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
  const { loadProgram } = await import('./bundled/load-program.ts');
  const { module, done } = await loadProgram('commands');
  process.exitCode = await module.runProgram(process.argv.slice(2));
  await done();
} else {
  process.stderr.write(
    `bellwether needs Node 22.19 or newer. This is Node ${process.versions.node}.\n` +
      'Run npm ci in the project folder, then npx bellwether. On Linux, npm ci also installs the right Node.\n',
  );
  process.exitCode = 1;
}
