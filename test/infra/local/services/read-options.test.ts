import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../../infra/local/services/read-options.ts';

describe('the command line of the services', () => {
  it('takes every option, and several files behind --corpus', () => {
    const line =
      '--port 8080 --corpus a.ndjson b.ndjson --shift-to-now --corpus c.ndjson --now 2026-11-21T08:00:00Z';
    const more = '--data state --plan v3 --faults f.yaml --allow-loopback';
    expect(readOptions([...line.split(' '), ...more.split(' ')])).toEqual({
      help: false,
      port: 8_080,
      corpus: ['a.ndjson', 'c.ndjson', 'b.ndjson'],
      shiftToNow: true,
      strict: false,
      allowLoopback: true,
      now: Date.parse('2026-11-21T08:00:00Z'),
      data: 'state',
      plan: 'v3',
      faults: 'f.yaml',
    });
  });

  it.each([
    [['--port', 'x'], /Invalid port "x" for --port\. Write a whole number/],
    [['--port', '70000'], /"70000" for --port/],
    [['--colour'], /--colour/],
    [['--port'], /--port/],
    [['stray.ndjson'], /Unknown option "stray\.ndjson"/],
    [['--now', 'soon'], /Invalid time "soon" for --now\. Write a time/],
  ])('refuses %j by name', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
