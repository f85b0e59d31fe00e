import { describe, expect, it } from 'vitest';
import { compileWatches } from '../../../../../infra/watches-file/compile-watches.ts';
import { NOON } from '../../../../ports/examples.ts';

function warningsOf(channels: string, watches: string): string[] {
  const compiled = compileWatches(
    `operators: { email: [oncall@acme.example] }
channels:
  press: { email: [a@acme.example] }
${channels}
watches:
${watches}
`,
    { file: 'watches.yaml', now: NOON },
  );
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.warnings.map(({ path, what }) => `${path}: ${what}`);
}
const watch = (rest: string) => `  acme: { kind: search, query: { q: Acme }, ${rest} }`;
const DUTY = '  duty: { sms: ["+33600000000"], min_severity: critical }';

describe('a channel that nobody reaches', () => {
  it('has a severity above all that its watches reach', () => {
    const both = watch('severity: warning, alert: { channels: [press, duty] }');
    expect(warningsOf(DUTY, both)).toEqual([
      'channels.duty.min_severity: Nobody reaches this channel: it takes critical and above, and its watches alert with warning at most',
    ]);
  });

  it('is reached as soon as a rule raises so far, or another watch is critical', () => {
    const raised = watch('alert: { channels: [press, duty] }, raise: [{ to: critical, outlets: 10 }]');
    expect(warningsOf(DUTY, raised)).toEqual([]);
    const other = '  b: { kind: search, query: { q: B }, severity: critical, alert: { channel: duty } }';
    expect(warningsOf(DUTY, `${watch('alert: { channels: [press, duty] }')}\n${other}`)).toEqual([]);
  });

  it('is not reached by a rule that never holds', () => {
    const raised = watch(
      'alert: { channels: [press, duty], when: finding }, raise: [{ to: critical, outlets: 10 }]',
    );
    expect(warningsOf(DUTY, raised)).toContainEqual(expect.stringContaining('Nobody reaches this channel'));
  });

  it('is said at the watch where that has no other channel', () => {
    expect(
      warningsOf(
        DUTY,
        `${watch('alert: { channel: duty }')}\n  b: { kind: search, query: { q: B }, alert: { channel: press } }`,
      ),
    ).toEqual([
      'watches.acme: This watch never alerts: its severity is info, and the channel "duty" takes critical and above',
    ]);
  });

  it('is named by no watch and by no report', () => {
    const own = watch('alert: { channel: press }, brand: acme');
    expect(warningsOf(DUTY, watch('alert: { channel: press }'))).toEqual([
      'channels.duty: No watch uses "duty", and no report: nobody reaches this channel',
    ]);
    const reports = `${own}\nbrands: { acme: { names: [Acme] } }\nreports: { weekly: { brand: acme, schedule: cron(0 8 ? * MON *), channel: duty } }`;
    expect(warningsOf(DUTY, reports)).toEqual([]);
  });
});

it('a transport of a channel may be out of reach alone', () => {
  const channel =
    '  team: { email: [a@acme.example], sms: { to: ["+33600000000"], min_severity: critical }, pagerduty: { key_secret: PAGER, min_severity: warning } }';
  const of = (part: string) =>
    `channels.team.${part}.min_severity: Nobody reaches ${part} of this channel: it takes ${part === 'sms' ? 'critical' : 'warning'} and above, and its watches alert with info at most`;
  const others = '\n  b: { kind: search, query: { q: B }, alert: { channel: press } }';
  expect(warningsOf(channel, `${watch('alert: { channel: team }')}${others}`)).toEqual([
    of('sms'),
    of('pagerduty'),
  ]);
});

it('a severity of e-mail, https or queue is warned of where nobody reaches it, and only there', () => {
  const channel =
    '  team: { email: { to: [a@acme.example], min_severity: warning }, slack: { webhook_secret: HOOK } }';
  const of = (severity: string) =>
    warningsOf(channel, watch(`severity: ${severity}, alert: { channels: [press, team] }`));
  expect(of('critical')).toEqual([]);
  expect(of('info')).toEqual([
    'channels.team.email.min_severity: Nobody reaches email of this channel: it takes warning and above, and its watches alert with info at most',
  ]);
});

it('a brief in which nothing can wait is warned of', () => {
  const channel = '  team: { email: [a@acme.example], now: info, brief: cron(0 8 ? * * *) }';
  expect(warningsOf(channel, watch('alert: { channels: [press, team] }'))).toEqual([
    'channels.team.now: The brief never holds an alert: `now: info` sends all of them at once',
  ]);
});
