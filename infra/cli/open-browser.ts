import { spawn } from 'node:child_process';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser of the desktop, where there is one; the command does not wait for it. */
export function openBrowser(address: string): void {
  const [program, ...before] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...before, address], { stdio: 'ignore', detached: true });
  // No desktop: the address has been printed.
  child.on('error', () => undefined);
  child.unref();
}
