import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Channel } from '../../shared/domain/channels/channel.ts';
import { silenceOf } from '../../shared/domain/channels/silence.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import { SEVERITIES, type Severity } from '../../shared/domain/watches/watch.ts';
import { putAlert } from '../../shared/use-cases/alerts/put-alerts.ts';
import { aChannel, anAlert, aWatch, NOON } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';

// The table of docs/watches.md, made by what puts and sends alerts. Every case is tried, and rows that agree are one.

const DOC = new URL('../../docs/watches.md', import.meta.url);
const WRITE = 'WRITE=1 npx vitest run test/flows/when-an-alert-is-sent.test.ts';

const brief = { brief: 'cron(0 8 * * ? *)' };
const hours = (except: Severity) => ({ quietHours: { from: '22:00', to: '07:00', except } });

/** What a channel and the time can say, in the order in which it counts. */
const DIMENSIONS = {
  'now and brief': {
    'no brief': {},
    'brief alone': brief,
    'now: warning': { ...brief, now: 'warning' },
    'now: critical': { ...brief, now: 'critical' },
  },
  'quiet hours': {
    'not now': {},
    'now, except critical': hours('critical'),
    'now, except warning': hours('warning'),
  },
  'storm cap': { free: {}, reached: { stormCap: 1 } },
} as const satisfies Record<string, Record<string, Case>>;

/** How the table calls what an alert waits for. */
const HELD: Readonly<Record<string, string>> = {
  'quiet-hours': 'morning',
  'storm-cap': 'next hour',
};

type Case = Partial<Channel> & { silence?: true };
const NAMES = Object.keys(DIMENSIONS) as (keyof typeof DIMENSIONS)[];

/** What becomes of one alert. */
async function outcomeOf(given: Case, severity: Severity): Promise<string> {
  const { silence, ...own } = given;
  const channel = aChannel({ timezone: 'UTC', ...own });
  const now = own.quietHours ? NOON + 11 * HOUR : NOON;
  const bench = await workbench({ watches: [aWatch()], channels: [channel], now: now - 10 * MINUTE });
  const { ports, clock } = bench;
  if (own.stormCap !== undefined) {
    await putAlert(ports, anAlert(1, { severity: 'critical', createdAt: clock.now() }));
    await bench.deliver();
  }
  clock.at = now;
  const order = { matchers: { watch: ['acme-news'] }, owner: 'a', reason: 'b', endsAt: now + HOUR };
  if (silence) await ports.silences.put(silenceOf(order, now));
  const alert = anAlert(2, { severity, watchId: 'acme-news', createdAt: now });
  await putAlert(ports, alert);
  await bench.deliver();
  // A silence counts when an alert is due, also after its end.
  if (silence) clock.at += 2 * DAY;
  if (silence) await bench.deliver();
  const stored = await ports.alerts.get(alert.id);
  if (!stored) return 'not sent';
  const { state } = stored;
  if (state.state === 'notified') return '**at once**';
  if (state.state === 'silenced') return 'muted';
  if (state.state !== 'pending') return state.state;
  const { heldFor: held = 'later' } = state;
  return HELD[held] ?? held;
}

/** The rows below some choices: a dimension that makes no difference is `any`. */
async function rowsOf(chosen: readonly string[], given: Case): Promise<string[][]> {
  const name = NAMES[chosen.length];
  if (name === undefined)
    return [await Promise.all(SEVERITIES.map((severity) => outcomeOf(given, severity)))];
  const values = Object.entries<Case>(DIMENSIONS[name]);
  const below = await Promise.all(
    values.map(async ([value, own]) => ({
      value,
      rows: await rowsOf([...chosen, value], { ...given, ...own }),
    })),
  );
  const same = Map.groupBy(below, ({ rows }) => JSON.stringify(rows));
  return Array.from(same.values(), (group) => {
    const text = group.length === values.length ? 'any' : group.map(({ value }) => value).join(' or ');
    return (group[0]?.rows ?? []).map((row) => [text, ...row]);
  }).flat();
}

it(`the table of the docs says what becomes of an alert in every case (else: ${WRITE})`, async () => {
  const head = [...NAMES, ...SEVERITIES];
  const rows = await rowsOf([], {});
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  const table = `<!-- ${WRITE} -->\n\n${lines.join('\n')}\n\n<!-- end of the table -->`;
  const text = await readFile(DOC, 'utf8');
  const block =
    /<!-- WRITE=1 npx vitest run test\/flows\/when-an-alert-is-sent[^]*?<!-- end of the table -->/;
  if (process.env['WRITE'] === '1')
    await writeFile(
      DOC,
      text.replace(block, () => table),
    );
  expect(process.env['WRITE'] === '1' ? table : block.exec(text)?.[0]).toBe(table);
});

it('in each case what is below min_severity is not sent, a silence mutes the rest, and nothing else changes', async () => {
  const cases = NAMES.reduce<Case[]>(
    (all, name) =>
      all.flatMap((one) => Object.values<Case>(DIMENSIONS[name]).map((own) => ({ ...one, ...own }))),
    [{}],
  );
  expect(cases).toHaveLength(24);
  for (const given of cases)
    for (const [least, minSeverity] of SEVERITIES.entries())
      for (const [rank, severity] of SEVERITIES.entries()) {
        const usual = await outcomeOf(given, severity);
        const [below, sent] = [rank < least, { ...given, minSeverity }];
        expect(await outcomeOf(sent, severity)).toBe(below ? 'not sent' : usual);
        expect(await outcomeOf({ ...sent, silence: true }, severity)).toBe(below ? 'not sent' : 'muted');
      }
});

it('an alert that nothing holds is sent at once, and a silence comes before everything else', async () => {
  expect(await outcomeOf({}, 'info')).toBe('**at once**');
  expect(await outcomeOf({ silence: true, stormCap: 1 }, 'critical')).toBe('muted');
  expect(await outcomeOf({ minSeverity: 'critical', ...brief }, 'warning')).toBe('not sent');
});
