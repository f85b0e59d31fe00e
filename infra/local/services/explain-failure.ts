import { CorpusError } from './kit/corpus/read-lines.ts';
import { explainDisk } from './kit/state-folder.ts';
import { messageOf, SettingsError } from './kit/settings-file.ts';

/** Why the services did not start, for the user: what can be mended as one message, anything else with its trace. */
export function explainFailure(thrown: unknown): string {
  if (thrown instanceof SettingsError || thrown instanceof CorpusError) return thrown.message;
  const disk = explainDisk(thrown);
  if (disk !== undefined) return disk;
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE') {
    return 'The port is in use. Stop the process that uses it, or use --port 0 for any free port.';
  }
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown);
}
