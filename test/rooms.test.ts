import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The folders of a layer, in their order: each may import those before it and itself. */
const ORDERS: Readonly<Record<string, readonly string[]>> = {
  'shared/domain': [
    'time',
    'lib',
    'query',
    'text',
    'findings',
    'feeds',
    'policies',
    'watches',
    'world',
    'services',
    'stories',
    'judging',
    'incidents',
    'alerts',
    'channels',
    'upstream',
    'runs',
    'counting',
    'usage',
    'extraction',
    'reports',
    'pages',
    'edits',
    'config',
  ],
  'shared/use-cases': [
    'ports',
    'feeds',
    'world',
    'alerts',
    'collect',
    'decide',
    'extraction',
    'deliver',
    'apply',
    'upstream',
    'reconcile',
    'explain',
    'reports',
    'pages',
    'sign-in',
    'forget',
  ],
};

/** A folder has at most so many files side by side, and up to `MOST_WITH_REASON` where its README says why. */
const MOST_FILES = 20;
const MOST_WITH_REASON = 30;

/** Who may import whom (design, rooms). The longest matching room of a file counts; a bare name is a package. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  'shared/domain': ['shared/domain', 'croner', 'fastest-levenshtein'],
  'shared/domain/lib/hash.ts': ['shared/domain', 'node:crypto'],
  'shared/domain/lib/in-parallel.ts': ['p-map', 'shared/domain'],
  'shared/domain/text/clean-text.ts': ['entities', 'shared/domain'],
  'shared/use-cases': ['shared/use-cases', 'shared/store/', 'shared/domain'],
  'shared/api': [
    'shared/api',
    'shared/use-cases',
    'shared/store/',
    'shared/contracts/',
    'shared/render/',
    'shared/domain',
    'package.json',
    'zod',
  ],
  'shared/store': ['shared/store', 'shared/domain', 'shared/contracts/', 'zod', 'node:zlib'],
  'shared/providers/http': [
    'shared/providers/http',
    'shared/domain',
    'shared/use-cases/ports/',
    'zod',
    'undici',
    'node:',
  ],
  'shared/providers/feeds': [
    'shared/providers/feeds',
    'shared/providers/http',
    'shared/domain',
    'shared/use-cases/ports/',
    'eld/extrasmall',
    'fast-xml-parser',
    'feedsmith',
    'undici',
    'zod',
    'node:',
  ],
  'shared/providers/sign-in': ['shared/domain', 'shared/use-cases/ports/', 'zod', 'oauth4webapi'],
  'shared/providers': [
    'shared/providers/http',
    'shared/domain',
    'shared/use-cases/ports/',
    'zod',
    'undici',
    'node:',
  ],
  'shared/aws': [
    'shared/aws',
    'shared/store/table.ts',
    'shared/domain',
    'shared/contracts',
    'shared/use-cases/ports/',
    '@aws-sdk/',
    '@smithy/node-http-handler',
    'zod',
    'node:',
  ],
  'shared/contracts': ['shared/contracts', 'shared/domain', 'fastest-levenshtein', 'zod'],
  'shared/render': ['shared/render', 'shared/domain', 'echarts', 'entities'],
  'shared/render/chat/template-form.ts': ['shared/render', 'shared/domain', 'liquidjs'],
  'shared/render/pages/feed-page.ts': ['shared/render', 'shared/domain', 'feedsmith'],
  'shared/render/report/report-spreadsheet.ts': [
    'shared/render',
    'shared/domain',
    'fflate',
    'write-excel-file',
  ],
  functions: [
    'functions/handler.ts',
    'functions/late-models.ts',
    'functions/open-delivery.ts',
    'functions/open-models.ts',
    'shared',
    '@middy/core',
    '@aws-lambda-powertools/',
    '@aws-sdk/',
    'aws-lambda',
    'zod',
    'node:',
  ],
  'infra/watches-file': [
    'infra/watches-file',
    'shared/contracts',
    'shared/domain',
    'shared/providers/http/public-address.ts',
    'shared/render/chat/template-form.ts',
    'csv-parse',
    'fast-xml-parser',
    'yaml',
    'zod',
    'node:',
  ],
  // The stack itself: neither the command line nor the local run, which use it.
  infra: [
    'infra/stack',
    'infra/synth.ts',
    'infra/constructs',
    'infra/bundle',
    'infra/stages',
    'infra/watches-file',
    'cdk.json',
    // A text of imports that the bundler puts in undici's place.
    'undici/lib/',
    'shared/contracts',
    'shared/domain',
    'aws-cdk-lib',
    'constructs',
    'cdk-nag',
    'esbuild',
    'yaml',
    'zod',
    'node:',
  ],
  'infra/local': [''],
  'infra/cli': [''],
};
const ROOMS = Object.keys(RULES).toSorted((a, b) => b.length - a.length);

const IMPORT =
  /^\s*(?:import|export)\b(?:[^'";]*?\bfrom\s*)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

interface Import {
  file: string;
  target: string;
}

const files = globSync('{shared,functions,infra}/**/*.ts').filter((file) => !file.endsWith('.d.ts'));
const imports = files.flatMap((file) => importsOf(file, readFileSync(file, 'utf8')));

function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, from = '', dynamic]) => {
    const name = dynamic ?? from;
    return { file, target: name.startsWith('.') ? normalize(join(dirname(file), name)) : name };
  });
}

function roomOf(path: string): string | undefined {
  return ROOMS.find((room) => path === room || path.startsWith(`${room}/`));
}

function isAllowed({ file, target }: Import): boolean {
  const room = roomOf(file);
  if (room === undefined) return false;
  if (target.startsWith('test/')) return false;
  const own = room === 'shared/providers' ? file.split('/').slice(0, 3).join('/') : undefined;
  return [...(RULES[room] ?? []), ...(own === undefined ? [] : [own])].some((allowed) =>
    target.startsWith(allowed),
  );
}

function isAgainstOrder({ file, target }: Import): boolean {
  const layer = Object.keys(ORDERS).find((root) => file.startsWith(`${root}/`));
  if (layer === undefined || !target.startsWith(`${layer}/`)) return false;
  const place = (path: string) => ORDERS[layer]?.indexOf(path.split('/')[2] ?? '') ?? -1;
  return place(file) < 0 || place(target) < 0 || place(target) > place(file);
}

describe('the rooms', () => {
  it('import only what the table of the design lets them', () => {
    const wrong = imports
      .filter((one) => !isAllowed(one))
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('order the folders of a layer: each imports only those before it', () => {
    const wrong = imports.filter(isAgainstOrder).map(({ file, target }) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('hold no more files side by side than can be read at a glance, or a README says why', () => {
    const folders = Map.groupBy(files, (file) => dirname(file));
    const crowded = [...folders].filter(([folder, { length }]) => {
      const readme = join(folder, 'README.md');
      const most = existsSync(readme) ? MOST_WITH_REASON : MOST_FILES;
      return length > most;
    });
    expect(crowded.map(([folder, { length }]) => `${folder}: ${length} files`)).toEqual([]);
  });

  it('grow no circle, types included', () => {
    const graph = new Map(
      files.map((file) => [file, imports.filter((one) => one.file === file).map(({ target }) => target)]),
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (done.has(file) || path.includes(file)) return;
      for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('hold no branch for one machine in what runs in AWS', () => {
    const words = /\b(isLocal|IS_LOCAL|LOCALSTACK|localhost|127\.0\.0\.1)\b/;
    const found = files.filter(
      (file) => /^(shared|functions)\//.test(file) && words.test(readFileSync(file, 'utf8')),
    );
    expect(found).toEqual([]);
  });

  it('are read by this test: it finds imports of every form', () => {
    const text =
      "import a from './a.ts';\nimport type { B } from \"b\";\nexport * from '../c.ts';\nimport 'd';\nawait import('e');";
    expect(importsOf('shared/domain/x.ts', text).map(({ target }) => target)).toEqual([
      'shared/domain/a.ts',
      'b',
      'shared/c.ts',
      'd',
      'e',
    ]);
    expect(isAllowed({ file: 'shared/domain/x.ts', target: 'zod' })).toBe(false);
    expect(isAllowed({ file: 'shared/providers/news/x.ts', target: 'shared/providers/events/y.ts' })).toBe(
      false,
    );
    expect(isAgainstOrder({ file: 'shared/domain/time/x.ts', target: 'shared/domain/lib/y.ts' })).toBe(true);
    expect(isAgainstOrder({ file: 'shared/domain/lib/x.ts', target: 'shared/domain/time/y.ts' })).toBe(false);
    expect(isAgainstOrder({ file: 'shared/domain/x.ts', target: 'shared/domain/time/y.ts' })).toBe(true);
    expect(isAllowed({ file: 'functions/x.ts', target: 'functions/y.ts' })).toBe(false);
    expect(isAllowed({ file: 'functions/x.ts', target: 'functions/handler.ts' })).toBe(true);
    expect(isAllowed({ file: 'infra/stack.ts', target: 'infra/cli/main.ts' })).toBe(false);
    expect(isAllowed({ file: 'infra/watches-file/x.ts', target: 'infra/stack.ts' })).toBe(false);
  });
});
