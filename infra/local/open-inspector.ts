import inspector from 'node:inspector';
import { SettingsError } from './services/kit/settings-file.ts';

/**
 * Opens a port for debuggers on 127.0.0.1: the one that Node was given (`--inspect-port`), else 9229. Node prints the
 * address on stderr. An editor that starts the process has opened a port before: then there is nothing to do.
 *
 * @throws SettingsError when the port is in use.
 */
export function openInspector(): void {
  if (inspector.url() !== undefined) return;
  inspector.open();
  if (inspector.url() !== undefined) return;
  throw new SettingsError(
    `--inspect: port ${process.debugPort} is in use. Stop the other debugged process, or use another port: NODE_OPTIONS=--inspect-port=9230 npm start -- --inspect`,
  );
}
