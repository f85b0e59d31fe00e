import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { openStateFolder } from '../../../../../../infra/local/services/kit/state-folder.ts';
import { heldClock, HOUR, openExtraction, SECOND, START } from '../open-extraction.ts';
import { KILL_ARTICLES, KILL_QUERY } from './kill-articles.ts';

const dir = mkdtempSync(join(tmpdir(), 'extraction-'));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('a process that is killed in the middle of a job', () => {
  it('leaves a folder in which another one ends the job with the same records', async () => {
    const script = new URL('./work-until-killed.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, dir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const told = JSON.parse(String(line));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(told).toMatchObject({ status: 'enriching', valid: 2 });

    const state = openStateFolder(dir);
    const clock = heldClock(START + 33 * SECOND);
    const second = await openExtraction({ articles: KILL_ARTICLES, state, clock });
    expect((await second.call('GET', `/svc/status/${told.id}`)).body.status).toBe('enriching');
    await clock.advance(HOUR);
    const { body } = await second.call('GET', `/svc/pull/${told.id}`);
    await second.close();
    state.close();

    const calm = await openExtraction({ articles: KILL_ARTICLES });
    const { body: expected } = await calm.call('GET', `/svc/pull/${await calm.finishedJob(KILL_QUERY)}`);
    await calm.close();
    expect(body.status).toBe('completed');
    expect(body.all_records.map((record: any) => record.enrichment)).toEqual(
      expected.all_records.map((record: any) => record.enrichment),
    );
    expect(body.all_records).toHaveLength(4);
  });
});
