import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ACCOUNT, REGION } from '../../../infra/local/aws/local-account.ts';
import { freePort } from '../checks/vendor-table.ts';
import { installPython } from '../tools/install.ts';

/** How long moto may take to start, and how often to look, in milliseconds. */
const START = 60_000;
const LOOK = 100;

/**
 * Starts moto, another project's stand-in for AWS, on a free port.
 *
 * @throws Unavailable without Python or without the network.
 */
export async function startMoto(): Promise<{ url: string; stop: () => void }> {
  const commands = await installPython('moto');
  const port = await freePort();
  const child = spawn(join(commands, 'moto_server'), ['-H', '127.0.0.1', '-p', String(port)], {
    env: { ...process.env, MOTO_ACCOUNT_ID: ACCOUNT, AWS_DEFAULT_REGION: REGION },
    stdio: 'ignore',
  });
  const stop = (): void => {
    child.kill();
  };
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; waited < START && child.exitCode === null; waited += LOOK) {
    const answer = await fetch(`${url}/moto-api/data.json`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return { url, stop };
    await pause(LOOK);
  }
  stop();
  throw new Error(`moto did not answer within ${START / 1_000} s`);
}
