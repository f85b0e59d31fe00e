import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compileWatches } from '../infra/watches-file/compile-watches.ts';
import { findStage, stageNames } from '../infra/stages/find-stage.ts';
import create from '../infra/create/package.json' with { type: 'json' };
import template from '../infra/create/template/package.json' with { type: 'json' };
import project from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');
const TEMPLATE = join(ROOT, 'infra/create/template');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('the package', () => {
  it('depends on each package that its code imports', () => {
    // Code that only a clone runs: the bundler, the checks of the CDK, and what the bundler puts in.
    const apart = ['infra/app.ts', 'infra/package/**', 'infra/bundle/bundle-functions.ts'];
    const files = globSync('{infra,shared,functions}/**/*.ts', { cwd: ROOT, exclude: apart });
    const imported = files.flatMap((file) =>
      [
        ...read(file).matchAll(
          /(?:from|import\(|import|require\(import\.meta\.url\)\()\s*'([a-z@][\w@./-]*)'/g,
        ),
      ]
        .map(([, name = '']) => name)
        .filter((name) => !name.startsWith('node:'))
        .map((name) =>
          name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/'),
        ),
    );
    const types = ['aws-lambda'];
    const named = [...Object.keys(project.dependencies), ...Object.keys(project.peerDependencies), ...types];
    expect([...new Set(imported)].filter((name) => !named.includes(name))).toEqual([]);
    expect(imported.length).toBeGreaterThan(300);
  });

  it('finds its files in a way that holds on Windows: not by the pathname of a URL, nor by the import of a bare path', () => {
    const files = globSync('{infra,shared,functions}/**/*.{ts,mjs}', { cwd: ROOT });
    const odd = /import\.meta\.url\)\.pathname|\bimport\((?:join|resolve)\(/;
    expect(files.filter((file) => odd.test(read(file)))).toEqual([]);
  });

  it('has no script that needs a certain shell', () => {
    const odd = Object.entries(project.scripts).filter(([, script]) =>
      /^\w+=|[;'$]|(?<!&)&(?!&)/.test(script),
    );
    expect(odd).toEqual([]);
  });
});

describe('create-bellwether', () => {
  it('makes a repository of the same version', () => {
    expect([create.version, create.engines]).toEqual([project.version, project.engines]);
    const { 'aws-cdk': cdk, 'aws-cdk-lib': library, constructs } = template.devDependencies;
    const dev = project.devDependencies;
    expect([cdk, library, constructs]).toEqual([
      `^${dev['aws-cdk']}`,
      `^${dev['aws-cdk-lib']}`,
      `^${dev.constructs}`,
    ]);
  });

  it('writes watches and stages that are valid', () => {
    const file = 'watches.yaml';
    const text = readFileSync(join(TEMPLATE, file), 'utf8');
    expect(compileWatches(text, { file, now: 0 })).toMatchObject({ ok: true, warnings: [] });
    const stages = join(TEMPLATE, 'stages');
    expect(stageNames(stages).map((name) => findStage(name, stages).keeps_data)).toEqual([false, true]);
  });

  it('writes a workflow with the actions of this project, which signs in without a stored key', () => {
    const text = readFileSync(join(TEMPLATE, 'workflows/bellwether.yml'), 'utf8');
    const { permissions } = parse(text);
    expect(permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    const own = read('.github/workflows/ci.yml') + read('.github/workflows/replay.yml');
    const actions = [...text.matchAll(/uses: (\S+ # \S+)/g)].map(([, action = '']) => action);
    expect(actions.length).toBe(4);
    expect(actions.filter((action) => !own.includes(action))).toEqual([]);
    expect(text).not.toMatch(/secrets\./);
  });
});

describe('the image', () => {
  if (spawnSync('docker', ['--version']).status !== 0)
    process.stderr.write(
      'SKIPPED: the image is not built, without Docker. Its files are read and checked.\n',
    );

  it('runs what npm start runs, not as root, on a root file system that is read-only', () => {
    const lines = read('Dockerfile').split('\n');
    const stages = lines.filter((line) => line.startsWith('FROM '));
    expect(stages).toEqual(['FROM node:24-slim AS build', 'FROM node:24-slim']);
    const last = lines.slice(lines.lastIndexOf('FROM node:24-slim'));
    expect(last).toContain('USER node');
    const command = last.findLast((line) => line.startsWith('CMD ')) ?? '';
    expect(JSON.parse(command.slice(4)).join(' ')).toBe(project.scripts.start);
    expect(last.join('\n')).toMatch(/HEALTHCHECK .* CMD \["node", "infra\/cli\/bellwether.mjs", "status"\]/);
    expect(parse(read('compose.yaml')).services.bellwether).toMatchObject({
      read_only: true,
      network_mode: 'host',
      volumes: ['state:/app/.local', './watches.yaml:/app/watches.yaml:ro'],
    });
  });
});
