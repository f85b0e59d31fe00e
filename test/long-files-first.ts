import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take about three seconds or more, the longest first. At the end of a run one of them would keep one
 * worker busy alone. Four files without a stack follow the first: meanwhile that one synthesises the stack and bundles
 * the functions, and all others find both in the cache.
 */
export const LONG: readonly string[] = [
  'test/journeys/monitor.test.ts',
  'test/shared/render/pages/html-pages.test.ts',
  'test/shared/render/report/render-report.test.ts',
  'test/infra/cli/commands/preview.test.ts',
  'test/shared/use-cases/feeds/poll-feeds.test.ts',
  'test/journeys/one-start.test.ts',
  'test/infra/local/start.test.ts',
  'test/journeys/replay.test.ts',
  'test/infra/stages.test.ts',
  'test/infra/cli/stack.local.test.ts',
  'test/flows/poison-items.test.ts',
  'test/infra/functions.test.ts',
  'test/journeys/kill-and-restart.test.ts',
  'test/journeys/odd-answers.test.ts',
  'test/fuzz/linear.test.ts',
  'test/flows/events-corpus.test.ts',
  'test/infra/cli/stack/try-out.test.ts',
  'test/shared/use-cases/apply/apply-watches.test.ts',
  'test/infra/local/aws/start-machine.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/infra/stack.nag.test.ts',
  'test/infra/local/aws/functions/function-engine.test.ts',
  'test/flows/three-stages.test.ts',
  'test/flows/poll-days.test.ts',
  'test/flows/upstream-crash-points.test.ts',
  'test/flows/upstream-faults.test.ts',
  'test/infra/cli/commands/feeds.test.ts',
  'test/infra/bundle/bundle-functions.test.ts',
  'test/flows/throttled-run.test.ts',
  'test/journeys/drill.test.ts',
  'test/infra/local/aws/table/start-table-engine.test.ts',
  'test/infra/local/services/kit/end-with-npm.test.ts',
];

/**
 * Long files first, all others in random order: no file may depend on what another has left. The same seed and files
 * give the same order: `vitest run --sequence.seed N`.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    if (files.length > LONG.length)
      this.ctx.logger.log(`Order of the files: --sequence.seed ${sequence.seed}`);
    const placed = files.map((file) => {
      const path = relative(root, file.moduleId);
      const place = LONG.indexOf(path);
      const drawn = createHash('sha1').update(`${sequence.seed} ${path}`).digest('hex');
      return { file, place: place < 0 ? LONG.length : place, drawn };
    });
    return placed
      .toSorted((one, other) => one.place - other.place || (one.drawn < other.drawn ? -1 : 1))
      .map(({ file }) => file);
  }
}
