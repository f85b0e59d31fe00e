import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readWatches } from '../../infra/watches-file/compile-watches.ts';
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

/** The examples of stages in the documents: nothing deploys them. */
const EXAMPLES = 'docs/aws/stages';

/**
 * Every stage of the project as it would be deployed, and the examples of the documents, in a folder that `dispose`
 * removes. The examples do not use all services: they have only searches to run.
 */
export async function synthesiseStages(): Promise<{
  stages: SynthesisedStage[];
  examples: SynthesisedStage[];
  dispose: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-verify-'));
  const watchesJson = readWatches('watches.yaml');
  const all = async (stages: string, json: string): Promise<SynthesisedStage[]> => {
    const made: SynthesisedStage[] = [];
    for (const file of globSync(`${stages}/*.yaml`, { cwd: ROOT }).toSorted()) {
      const stage = basename(file, '.yaml');
      const order = { stage, stages: join(ROOT, stages), watchesJson: json, outdir: join(folder, stage) };
      const { template: path, stackName, assets } = await synthStack(order);
      made.push({ stage, stackName, file: path, template: JSON.parse(await readFile(path, 'utf8')), assets });
    }
    return made;
  };
  return {
    stages: await all('infra/stages', watchesJson),
    examples: await all(EXAMPLES, searchesOf(watchesJson)),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}

function searchesOf(watchesJson: string): string {
  const desired = JSON.parse(watchesJson);
  return JSON.stringify({
    ...desired,
    watches: desired.watches.filter(({ kind }: any) => kind === 'search'),
  });
}
