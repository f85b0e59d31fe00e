import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { destroyCommand } from './destroy-command.ts';

/** Removes a stack. The CDK of the working folder deletes it last, after the command has asked. */
export const destroy = destroyCommand(deleteStack, process.env['STAGE'] ?? 'dev');

async function deleteStack(stage: string): Promise<number> {
  const cdk = createRequire(`${process.cwd()}/package.json`).resolve('aws-cdk/bin/cdk');
  const args = [cdk, 'destroy', '--all', '--force', '-c', `stage=${stage}`];
  const [code]: unknown[] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');
  return typeof code === 'number' ? code : 1;
}
