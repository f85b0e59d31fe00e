import { execFile } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../long-form.ts';
import cdk from '../../cdk.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..', '..');

let outdir: string;
beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'bellwether-app-'));
});
afterAll(() => rm(outdir, { recursive: true, force: true }));

/** Runs the app as the CDK's command does. */
const runApp = (context: Record<string, string>) =>
  promisify(execFile)(process.execPath, ['infra/app.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      CDK_OUTDIR: outdir,
      CDK_CONTEXT_JSON: JSON.stringify({ ...cdk.context, ...context }),
    },
  });

// It bundles all functions once more. In the short form `functions.test.ts` uses the bundles, `synth.test.ts` makes a
// stack in this process, and `find-stage.test.ts` refuses a stage.
describe.runIf(isLong)('the app', () => {
  it('synthesises the stage it is asked for from the watches of the project, without a key, an address or an account', async () => {
    const { stdout, stderr } = await runApp({ stage: 'prod' });
    expect(stdout + stderr).toBe('');
    await access(join(outdir, 'bellwether-prod.template.json'));
  });

  it('refuses a stage that it does not know', async () => {
    await expect(runApp({ stage: 'live' })).rejects.toThrow('there is no stage "live"; use dev or prod');
  });
});
