#!/usr/bin/env node
// The only file that an older Node reads: everything else is loaded once the version is known to be good.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 19)) {
  const { main } = await import('./main.ts');
  const { systemWorld } = await import('./system-world.ts');
  process.exitCode = await main(process.argv.slice(2), systemWorld());
} else {
  process.stderr.write(
    `bellwether needs Node 22.19 or newer, this is ${process.versions.node}.\n` +
      'Run it as npx bellwether in the folder of the project, after npm ci: that brings a Node along on Linux.\n',
  );
  process.exitCode = 1;
}
