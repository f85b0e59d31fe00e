import * as z from 'zod';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const architecture = readFileSync('docs/architecture.md', 'utf8');

/** The room of a file in the diagram: a folder of `shared`, or the functions. */
function roomOf(path: string): string | undefined {
  return /^shared\/([^/]+)\//.exec(path)?.[1] ?? (path.startsWith('functions/') ? 'functions' : undefined);
}

function edgesOfCode(): string[] {
  const edges = globSync('{shared,functions}/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bfrom\s+['"](\.[^'"]+)['"]/g)].flatMap(([, path = '']) => {
      const [from, to] = [roomOf(file), roomOf(normalize(join(dirname(file), path)))];
      return from === undefined || to === undefined || from === to ? [] : [`${from} --> ${to}`];
    }),
  );
  return [...new Set(edges)].toSorted();
}

function edgesOfDiagram(): string[] {
  const diagram = /```mermaid\n([\s\S]*?)```/.exec(architecture)?.[1] ?? '';
  const lines = [...diagram.matchAll(/^ +(\S+) --> (.+)$/gm)];
  return lines
    .flatMap(([, from, targets = '']) => targets.split(' & ').map((to) => `${from} --> ${to}`))
    .toSorted();
}

describe('the architecture page', () => {
  it('shows exactly the imports between rooms that the code has', () => {
    expect(edgesOfDiagram()).toEqual(edgesOfCode());
  });

  it('describes every room', () => {
    const rooms = new Set(edgesOfCode().flatMap((edge) => edge.split(' --> ')));
    const missing = [...rooms].filter(
      (room) => !new RegExp(`^\\| \`(shared/)?${room}\``, 'm').test(architecture),
    );
    expect(missing).toEqual([]);
  });
});

describe('the docs', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')];

  it.each(pages)('%s names only files that exist', (page) => {
    const text = readFileSync(page, 'utf8');
    const named = [...text.matchAll(/`((?:shared|functions|infra|test|docs)\/[\w./-]*\w(?:\.\w+)?)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(pages)('%s links only to pages and sections that exist', (page) => {
    const text = readFileSync(page, 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => {
      const [path = '', section] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(target)) return true;
      return section !== undefined && !sectionsOf(readFileSync(target, 'utf8')).has(section);
    });
    expect(broken).toEqual([]);
  });
});

describe('one article', () => {
  it('is followed in a pipeline of at most 150 lines', () => {
    const lines = readFileSync('shared/use-cases/collect/pipeline.ts', 'utf8').split('\n').length - 1;
    expect(lines).toBeLessThanOrEqual(150);
  });

  it('passes no more files and lines than it does today, from the order of its watch to Publish', () => {
    const bench = spawnSync(process.execPath, ['test/bench/order-to-publish.bench.ts', '--json'], {
      encoding: 'utf8',
    });
    const figures = z
      .array(z.object({ unit: z.string(), value: z.number() }))
      .parse(JSON.parse(bench.stdout));
    const [files, , executed] = figures.map(({ value }) => value);
    expect(files).toBeLessThanOrEqual(95);
    expect(executed).toBeLessThanOrEqual(5_950);
  });
});

/** The anchors of a page, as the usual Markdown viewers make them of its headings. */
function sectionsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(/\s/g, '-'),
    ),
  );
}
