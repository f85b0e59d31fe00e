import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from '../outcome.ts';
import { lastLines, runCommand } from '../tools/run-command.ts';

/** The folder of this version. */
export const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The version that people have deployed, from which an update starts. A release moves it. */
export const BEFORE = 'a854c290ef9ed1720d9bbba72a522f229c423b0d';

/** The version before in a folder of its own, and its synthesised stack. */
export interface Before {
  folder: string;
  stackName: string;
  template: any;
  assets: string;
  dispose: () => Promise<void>;
}

/** Types of a file below `node_modules` are not stripped, so the folder is a temporary one, with a link to the packages. */
export async function openBefore(stage: string): Promise<Before> {
  const home = await mkdtemp(join(tmpdir(), 'bellwether-before-'));
  const dispose = () => rm(home, { recursive: true, force: true });
  try {
    const folder = join(home, 'project');
    const archive = join(home, 'project.tar');
    const packed = await runCommand('git', ['archive', '--prefix=project/', '-o', archive, BEFORE], {
      cwd: ROOT,
    });
    if (packed.code !== 0)
      throw new Unavailable(`this copy of the project has no history: ${lastLines(packed, 1)}`);
    await runCommand('tar', ['-x', '-f', archive, '-C', home]);
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const assets = join(home, 'stack');
    const order = { stage, watchesJson: JSON.stringify({ watches: [], channels: [] }), outdir: assets };
    const script = `const { synthStack } = await import('./infra/synth.ts');
      console.log(JSON.stringify(await synthStack(${JSON.stringify(order)})));`;
    const made = await runCommand('node', ['--input-type=module', '-e', script], {
      cwd: folder,
      env: { CDK_VALIDATION: 'false' },
    });
    if (made.code !== 0) throw new Error(`The version before cannot be synthesised: ${lastLines(made)}`);
    const { stackName, template } = JSON.parse(made.stdout);
    return { folder, stackName, template: JSON.parse(await readFile(template, 'utf8')), assets, dispose };
  } catch (cause) {
    await dispose();
    throw cause;
  }
}
