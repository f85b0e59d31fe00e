// What `npm run destroy` runs. The CDK deletes the stack last, after the command has asked.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { destroyCommand } from './destroy-command.ts';
import { runCommand } from '../main.ts';
import { systemWorld } from '../system-world.ts';

async function deleteStack(stage: string): Promise<number> {
  const args = ['destroy', '--all', '--force', '-c', `stage=${stage}`];
  const [code]: unknown[] = await once(spawn('cdk', args, { stdio: 'inherit' }), 'close');
  return typeof code === 'number' ? code : 1;
}

process.exitCode = await runCommand(destroyCommand(deleteStack), process.argv.slice(2), systemWorld());
