import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  compileStage,
  findStage,
  stackNameOf,
  StageError,
  stageFileOf,
  stageNames,
} from '../../../infra/stages/find-stage.ts';
import { printProblems } from '../../../infra/watches-file/compile-watches.ts';

it('lists the stages of the project, and the one that was probably meant', () => {
  expect(stageNames()).toEqual(['dev', 'prod']);
  expect(() => findStage('prd')).toThrow(
    new StageError('there is no stage "prd"; use dev or prod (did you mean prod?)'),
  );
});

it('reads a file by its problems, each with its line', () => {
  expect(() => stageFileOf('keep_data: true\n', 'infra/stages/x.yaml')).toThrow(
    /^infra\/stages\/x\.yaml has problems:\n.*x\.yaml:1:1: error: keep_data: Unknown key "keep_data"/s,
  );
});

it('names a stack by its stage, as before where no prefix is given', () => {
  expect([stackNameOf('prod'), stackNameOf('prod', 'press')]).toEqual(['bellwether-prod', 'press-prod']);
});

const DEV = readFileSync(new URL('../../../infra/stages/dev.yaml', import.meta.url), 'utf8');

/** What the author of a stage reads: dev with more lines at its end, which begin at line 21. */
function said(lines: string, text = `${DEV}${lines}\n`): string[] {
  const compiled = compileStage(text, 'trial.yaml');
  return compiled.ok ? [] : printProblems(compiled.problems, 'error').trimEnd().split('\n');
}
const LAST = DEV.split('\n').length;

describe('the file of a stage with a mistake', () => {
  it('gets the name of a key that was probably meant', () => {
    expect(said('alarm: lean')).toEqual([
      `trial.yaml:${LAST}:1: error: alarm: Unknown key "alarm"`,
      '    hint:     did you mean alarms?',
    ]);
    expect(said('services: { new: none }')).toEqual([
      `trial.yaml:${LAST}:13: error: services.new: Unknown key "new"`,
      '    expected: news, events, extraction, extraction_prefix, extraction_organization or world',
      '    hint:     did you mean news?',
    ]);
  });

  it('gets the line, what is possible, what it has and what to do', () => {
    expect(said('table_class: few')).toEqual([
      `trial.yaml:${LAST}:14: error: table_class: Invalid choice "few"`,
      '    expected: standard or infrequent-access',
      '    found:    few',
      '    hint:     write standard or infrequent-access',
    ]);
    expect(said('log_level: warn')).toEqual([
      `trial.yaml:${LAST}:12: error: log_level: Invalid log level "warn"`,
      '    expected: debug or info',
      '    found:    warn',
      '    hint:     write info: at a higher level Lambda drops the lines that metrics and alarms are made of',
    ]);
    expect(said('', DEV.replace('log_retention_days: 7', 'log_retention_days: 8'))[0]).toBe(
      'trial.yaml:4:21: error: log_retention_days: Invalid number of days "8"',
    );
    expect(said('', DEV.replace(', decide: 2', ''))[0]).toContain(
      'concurrency.decide: The key "decide" is missing',
    );
  });

  it.each([
    ['an alias of a key', 'customer_key: arn:aws:kms:eu-west-1:111122223333:alias/press', 'key ARN'],
    ['a boundary that is no policy', 'permissions_boundary: arn:aws:iam::111122223333:role/x', 'policy ARN'],
    ['a network that is a name', 'reachable_networks: [intranet]', 'network'],
    ['a network with too many bits', 'reachable_networks: [10.0.0.0/33]', 'network'],
    ['a domain with its scheme', 'domain: { name: "https://a.example.com", certificate: x }', 'domain name'],
    ['an address without https', 'services: { news: http://news.example.com }', 'address'],
    ['an address with a slash at its end', 'services: { news: https://news.example.com/ }', 'address'],
    ['a prefix that CloudFormation refuses', 'name_prefix: press_office', 'name prefix'],
    ['a region that is none', 'region: europe', 'region'],
    ['a function that is turned off', 'reserved_concurrency: { pages: 0 }', 'number is too small'],
    ['a model without an address', 'models: { own: { name: x } }', 'either bedrock or url'],
    ['a model without a name', 'models: { own: { url: https://m.example.com/v1 } }', 'has a name there'],
    [
      'a model that is not encrypted',
      'models: { own: { url: http://m.example.com/v1, name: x } }',
      'not encrypted',
    ],
    [
      'a profile without its regions',
      'models: { own: { bedrock: eu.example.small-v1:0 } }',
      'several regions',
    ],
    ['a tag with a sign that AWS refuses', 'tags: { team: "a;b" }', 'tag'],
  ])('is refused for %s', (_why, line, what) => {
    expect(said(line)[0]).toContain(what);
  });

  it('that is not YAML gets the place where it ends to be', () => {
    expect(said('region: [')[0]).toMatch(/^trial\.yaml:\d+:\d+: error: /);
    expect(said('', '')[0]).toContain('The file is empty');
  });
});

it('takes what it has today, and fills in nothing', () => {
  expect(compileStage(DEV, 'dev.yaml')).toMatchObject({ ok: true, file: { keeps_data: false } });
  expect(said('')).toEqual([]);
});
