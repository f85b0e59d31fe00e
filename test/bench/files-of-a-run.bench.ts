import { type Profiler, Session } from 'node:inspector/promises';
import { MINUTE } from '../../shared/domain/time/instant.ts';
import { aFinding, aWatch } from '../ports/examples.ts';
import type { Publication } from '../ports/memory-services.ts';
import { workbench } from '../shared/use-cases/bench.ts';
import { printFigures } from './report.ts';

// How many files of the domain and of the use-cases a reader has to open to follow one article with one new story, from its
// run to its pending alert: those of which at least one function executes (V8's function coverage). Those of the domain that
// the repositories use are among them.

const corpus: Publication[] = [];
const watch = aWatch({ firstRun: 'tell', alert: { when: 'story', channel: 'press-team' } });
const bench = await workbench({ watches: [watch], corpus });
await bench.run();
bench.clock.at += 15 * MINUTE;
const at = bench.clock.at - 5 * MINUTE;
corpus.push({ finding: aFinding(1, { indexedAt: at, publishedAt: at }) });

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await session.post('Profiler.takePreciseCoverage');
const outcome = await bench.run();
const { result } = await session.post('Profiler.takePreciseCoverage');
if (outcome.new !== 1 || outcome.alerts !== 1) throw new Error('The run did not alert on its one article.');

const executed = (layer: string) =>
  result.filter(
    ({ url, functions }) =>
      url.includes(`/shared/${layer}/`) && !url.includes('/test/') && functions.some(hasRun),
  ).length;

/** A module's own code has run at its import; what counts is a function in it. */
function hasRun({ ranges: [range] }: Profiler.FunctionCoverage): boolean {
  return range !== undefined && range.startOffset > 0 && range.count > 0;
}

printFigures([
  {
    name: 'files of the domain that execute for one article',
    value: executed('domain'),
    unit: 'files',
    aim: 26,
  },
  {
    name: 'files of the use-cases that execute for one article',
    value: executed('use-cases'),
    unit: 'files',
    aim: 12,
  },
]);
