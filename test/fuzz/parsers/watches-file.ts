import { readFileSync } from 'node:fs';
import { compileWatches, printProblems } from '../../../infra/watches-file/compile-watches.ts';
import { readCompanies } from '../../../infra/watches-file/fill-watchlists.ts';
import { stageFrom } from '../../../infra/stages/read-stage.ts';
import { StageError } from '../../../infra/stages/find-stage.ts';
import {
  durationSchema,
  timeOfDaySchema,
  zoneSchema,
} from '../../../shared/contracts/watches-file/schema/values.ts';
import { nextSlot, parseSchedule, ScheduleError } from '../../../shared/domain/time/schedule.ts';
import type { Parser } from '../parser.ts';

const NOW = Date.UTC(2026, 10, 21);
const fileOf = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

/** Small files of each kind: a change then hits something that counts. */
const WATCHES = [
  `channels: { desk: { email: [a@acme.example], sms: ["+33600000000"], https: [https://hooks.acme.example/x] } }
operators: { email: [o@acme.example] }
watches:
  acme-news:
    kind: search
    query: { q: '"Acme Corp" NOT (comics OR "road runner") AND NEAR("a b", c, 5)', lang: [en, fr] }
    schedule: rate(15 minutes)
    severity: warning
    alert: { when: story, channel: desk }
`,
  `operators: { email: [o@acme.example], https: [https://a.b.example/?x#y] }
brands: { acme: { name: Acme, watches: [a] } }
channels: { desk: { email: [a@acme.example], timezone: Europe/Paris, quiet_hours: { from: "22:00", to: "07:00", except: critical } } }
watches:
  a: { kind: volume, query: { q: acme }, schedule: cron(0 8 ? * MON-FRI *), alert: { when: spike, channel: desk } }
  b:
    kind: events
    query: { event_type: layoff, additional_filters: { 'layoff.company_name': Acme } }
    schedule: rate(1 day)
    alert: { when: finding, channel: desk }
`,
  `watchlists: { suppliers: { file: suppliers.csv } }
operators: { email: [o@acme.example] }
channels: { desk: { brief: cron(0 8 * * ? *), email: [a@acme.example] } }
watches:
  c:
    kind: extraction
    query: { query: Layoffs at banks, watchlist: suppliers }
    schedule: at(2026-12-01T08:00:00)
    alert: { when: finding, channel: desk }
`,
];

const CSV = [
  'name,id,domain,description,alternative_names,key_persons\nAcme Corp,a1,acme.example,"Makes ""pumps"", and more",Acme;ACME,Jane Doe\n',
  'name;domain\nAcme;acme.example\nGlobex;globex.example\n',
  '\ufeffName\tAlternative names\r\nAcme\tA; B\r\n\r\n"Glo\nbex"\tC\r\n',
];

function compile(text: string, csv = CSV[0]): void {
  const compiled = compileWatches(text, { file: 'watches.yaml', now: NOW, readBeside: () => csv });
  printProblems(compiled.ok ? compiled.warnings : compiled.problems, 'error');
}

const inWatch = (line: (long: string) => string) => (long: string) =>
  WATCHES[0]!.replace(/ {4}severity.*/, () => line(long));

export const watchesFileParsers: readonly Parser[] = [
  {
    name: 'watches-file',
    form: 'text',
    seeds: [...WATCHES, fileOf('watches.yaml').slice(0, 4_000)],
    share: 1,
    read: (text) => compile(text),
    pieces: ['a.', '"', '[', ': ', '- ', '\n  ', 'a b ', '( ', 'x\n'],
    around: [
      (long) => long,
      (long) =>
        `operators: { https: [${JSON.stringify(`https://${long}`)}], email: [${JSON.stringify(`a@${long}`)}] }\nwatches: {}\n`,
      inWatch((long) => `    severity: ${JSON.stringify(long)}`),
      inWatch((long) => `    ${JSON.stringify(long)}: 1`),
      inWatch((long) => `    timezone: |\n      ${long.replaceAll('\n', '\n      ')}`),
      (long) => WATCHES[0]!.replace(/q: '.*?'/, () => `q: ${JSON.stringify(long)}`),
      (long) => WATCHES[0]!.replace('rate(15 minutes)', () => JSON.stringify(`cron(${long})`)),
    ],
  },
  {
    name: 'watchlist-csv',
    form: 'text',
    seeds: CSV,
    share: 5,
    read: (text) => void readCompanies(text, 'suppliers.csv'),
    pieces: [...Array.from(',;"\n \t'), 'a;', ';;', '""', 'a\n', '\r', ' -', 'a,b\n'],
    around: [
      (long) => long,
      (long) => `name,domain\n${long}`,
      (long) => `name,alternative_names\nAcme,"${long}"\n`,
      (long) => `name,"${long}"\n`,
    ],
  },
  {
    name: 'watchlist-in-file',
    form: 'text',
    seeds: CSV,
    share: 1,
    read: (text) => compile(WATCHES[2]!, text),
  },
  {
    name: 'schedules',
    form: 'text',
    seeds: [
      'rate(15 minutes)',
      'rate(1 day)',
      'cron(0 8 ? * MON-FRI *)',
      'cron(0/15 8-17 1,15 JAN-DEC ? 2026-2030)',
      'cron(0 0 L * ? *)',
      'cron(0 0 ? * 6#3 *)',
      'at(2026-12-01T08:00:00)',
    ],
    read: (text) => {
      const schedule = parseSchedule(text, 'Europe/Paris');
      nextSlot(schedule, { after: NOW, start: NOW });
    },
    refuses: [ScheduleError],
    pieces: [...Array.from(' ,-/*(1L?'), 'rate(', '1,', '1-', 'MON,'],
    around: [
      (long) => long,
      (long) => `cron(${long})`,
      (long) => `rate(${long})`,
      (long) => `rate(1${long}day)`,
      (long) => `cron(0 8 ${long} * ? *)`,
    ],
  },
  {
    name: 'durations',
    form: 'text',
    seeds: ['15m', '24h', '7d', '90s', '08:30', 'Europe/Paris', 'UTC'],
    share: 2,
    read: (text) => {
      durationSchema({ min: '1m', max: '30d' }).safeParse(text);
      timeOfDaySchema.safeParse(text);
      zoneSchema.safeParse(text);
    },
  },
  {
    name: 'stage-files',
    form: 'text',
    seeds: [fileOf('infra/stages/dev.yaml'), fileOf('infra/stages/prod.yaml')],
    share: 2,
    read: (text) => stageFrom(text, 'dev'),
    refuses: [StageError],
    timeless: 'a developer writes the file, and a library reads it whole',
  },
];
