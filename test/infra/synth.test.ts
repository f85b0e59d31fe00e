import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FUNCTIONS } from '../../shared/contracts/names.ts';
import { synthStack } from '../../infra/synth.ts';
import { FIXTURE_FUNCTIONS, WATCHES_JSON } from './synthesised.ts';

let outdir: string;
beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'bellwether-synth-'));
});
afterAll(() => rm(outdir, { recursive: true, force: true }));

describe('synthStack', () => {
  it('writes a template, and the code of each function where the assets file says', async () => {
    const order = { stage: 'dev', watchesJson: WATCHES_JSON, functions: FIXTURE_FUNCTIONS };
    const { stackName, template, assets } = await synthStack({ ...order, outdir });
    expect(stackName).toBe('bellwether-dev');
    const { Resources } = JSON.parse(await readFile(template, 'utf8'));
    const { files } = JSON.parse(await readFile(join(assets, `${stackName}.assets.json`), 'utf8'));
    const functions = Object.values<any>(Resources).filter(
      ({ Type, Properties }) => Type === 'AWS::Lambda::Function' && Properties.Environment,
    );
    // Without the pollers: the watches read neither feeds nor the archive.
    expect(functions).toHaveLength(Object.keys(FUNCTIONS).length - 2);
    for (const { Properties } of functions) {
      const { source } = files[Properties.Code.S3Key.replace('.zip', '')];
      await access(join(assets, source.path, 'index.mjs'));
    }
    const [apply] = functions.filter(({ Properties }) => Properties.Environment.Variables.SCHEDULE_GROUP);
    const { source } = files[apply.Properties.Code.S3Key.replace('.zip', '')];
    expect(await readFile(join(assets, source.path, 'watches.json'), 'utf8')).toBe(WATCHES_JSON);
  });

  it('refuses watches that the function could not read', async () => {
    const watchesJson = '{"watches":[{}],"channels":[]}';
    await expect(synthStack({ stage: 'dev', watchesJson, outdir })).rejects.toThrow(/watches/);
  });
});
