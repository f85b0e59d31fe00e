import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readWatches } from '../../infra/watches-file/read-watches.ts';
import { synthStack } from '../../infra/synth.ts';

export interface SynthesisedStage {
  stage: string;
  stackName: string;
  /** The path of the template, and the template itself. */
  file: string;
  template: any;
  /** The folder with the template's assets. */
  assets: string;
}

const ROOT = join(import.meta.dirname, '..', '..');

/** Every stage of the project as it would be deployed, in a folder that `dispose` removes. */
export async function synthesiseStages(): Promise<{
  stages: SynthesisedStage[];
  dispose: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-verify-'));
  const watchesJson = await readWatches('watches.yaml');
  const stages: SynthesisedStage[] = [];
  for (const file of globSync('infra/stages/*.yaml', { cwd: ROOT }).toSorted()) {
    const stage = basename(file, '.yaml');
    const made = await synthStack({ stage, watchesJson, outdir: join(folder, stage) });
    const template = JSON.parse(await readFile(made.template, 'utf8'));
    stages.push({ stage, stackName: made.stackName, file: made.template, template, assets: made.assets });
  }
  return { stages, dispose: () => rm(folder, { recursive: true, force: true }) };
}
