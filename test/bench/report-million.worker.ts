import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { dayRollupSchema } from '../../shared/store/reports.ts';
import { DAY, HOUR } from '../../shared/domain/time/instant.ts';
import { daysBefore } from '../../shared/domain/reports/period.ts';
import { type ReportPorts, writeReport } from '../../shared/use-cases/reports/write-report.ts';
import { rollUpForReport } from '../../shared/use-cases/reports/roll-up-days.ts';
import { findingItemSchema } from '../../shared/store/findings/finding-item.ts';
import { aWatch, NOON } from '../ports/examples.ts';
import { memoryStore } from '../store/memory-store.ts';
import { reportPorts } from '../shared/use-cases/report-bench.ts';
import { END, findingOf, PLAN } from './report-findings.ts';

const scenario = process.argv[2] ?? 'spread';
const TOTAL = 1_000_000;
/** Days on which anything was found, and how many findings on each. */
const DAYS = scenario === 'week' ? 7 : scenario === 'small' ? 40 : 400;
const PER_DAY = Math.ceil(TOTAL / (scenario === 'small' ? 400 : DAYS));
/** Items of a page of 1 MB: a finding with its snippet weighs about 2.5 KB. */
const PER_PAGE = 400;
const ITEM_KILOBYTES = 2.5;

const PERIOD = daysBefore(NOON, PLAN);
let reads = 0;

const store = memoryStore();
await store.definitions.putWatch(aWatch({ brand: 'acme' }));
const { ports: plain, files } = reportPorts(store);
const parts = new Map<string, { day: string; foundDay: string; bytes: Uint8Array }>();
const ports: ReportPorts = {
  ...plain,
  findings: {
    ...plain.findings,
    async *foundOn(_watchId, day) {
      const from = Date.parse(`${day}T00:00:00Z`);
      const holds = from < END && from >= END - DAYS * DAY;
      for (let n = 0; n < (holds ? PER_DAY : 0); n += PER_PAGE) {
        const page = Array.from({ length: Math.min(PER_PAGE, PER_DAY - n) }, (_, index) =>
          findingOf(n + index, { day: from, perDay: PER_DAY }),
        );
        reads += (page.length * ITEM_KILOBYTES) / 4 / 2;
        // Parsed as every read is.
        yield page.map((item) => ({ ...item, ...findingItemSchema.parse(item) }));
      }
    },
    foundBefore: async () => new Set(),
  },
  // As the table keeps them: deflated, and parsed when they are read.
  rollups: {
    ...plain.rollups,
    put: async (_scope, { day, foundDay, rollup }) =>
      void parts.set(`${day} ${foundDay}`, { day, foundDay, bytes: deflateRawSync(JSON.stringify(rollup)) }),
    async *read(_scope, { first, last }) {
      for (const { day, foundDay, bytes } of parts.values()) {
        if (day < first || day > last) continue;
        reads += bytes.length / 1_024 / 4;
        yield {
          day,
          foundDay,
          rollup: dayRollupSchema.parse(JSON.parse(inflateRawSync(bytes).toString('utf8'))),
        };
      }
    },
  },
};

let most = 0;
const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
const deadline = Number.MAX_SAFE_INTEGER;
const before = performance.now();
const watches = await store.definitions.watches();
await rollUpForReport(PLAN, { from: '2026-11-05', watches, ports, deadline });
const rolledUp = performance.now();
const readsToRollUp = reads;
reads = 0;
const outcome = await writeReport({ plan: PLAN, period: PERIOD, notify: true }, ports, {
  deadline: NOON + HOUR,
});
const written = performance.now();
clearInterval(watching);
process.send?.({
  rollUpSeconds: (rolledUp - before) / 1_000,
  reportSeconds: (written - rolledUp) / 1_000,
  megabytes: Math.max(most, process.memoryUsage().rss) / 1_048_576,
  readsToRollUp,
  readsToReport: reads,
  articles: outcome.status === 'written' ? outcome.articles : 0,
  pageKilobytes: ([...files].find(([name]) => name.endsWith('.html'))?.[1].body.length ?? 0) / 1_024,
});
