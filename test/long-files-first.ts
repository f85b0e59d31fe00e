import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take about three seconds or more, the longest first. At the end of a run one of them would keep one
 * worker busy alone. Of each form the first synthesises the stack and bundles the functions: others find both in the
 * cache.
 */
export const LONG: readonly string[] = [
  'test/infra/local/start.test.ts',
  'test/infra/local/services/extraction/service.scenarios.test.ts',
  'test/infra/local/services/news/sample-corpus.test.ts',
  'test/flows/three-stages.test.ts',
  'test/flows/one-writer.test.ts',
  'test/texts.test.ts',
  'test/journeys/one-start.long.test.ts',
  'test/infra/cli/commands/preview.long.test.ts',
  'test/shared/use-cases/world/poll-world.days.long.test.ts',
  'test/journeys/monitor.long.test.ts',
  'test/shared/render/pages/html-pages.long.test.ts',
  'test/shared/use-cases/feeds/poll-feeds.long.test.ts',
  'test/infra/cli/stack.local.long.test.ts',
  'test/journeys/kill-and-restart.long.test.ts',
  'test/journeys/replay.long.test.ts',
  'test/flows/poison-items.long.test.ts',
  'test/infra/stages.long.test.ts',
  'test/infra/functions.long.test.ts',
  'test/flows/upstream-crash-points.long.test.ts',
  'test/flows/urgent-messages.long.test.ts',
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
