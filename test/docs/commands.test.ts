import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../../infra/cli/main.ts';
import { stageFrom } from '../../infra/stages/read-stage.ts';

/** Pages that lead a reader through commands. That their npm scripts and files exist: test/repository.test.ts, test/architecture.test.ts. */
const PAGES = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')];

/** `bellwether` commands of a page within code: the words that follow the name. */
function commandsOf(page: string): string[][] {
  const code = [...readFileSync(page, 'utf8').matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g)];
  return code.flatMap(([, block, span]) =>
    [...(block ?? span ?? '').matchAll(/\bnpx bellwether ([a-z][^#\n]*)/g)].map(([, words = '']) =>
      words.trim().split(/\s+/),
    ),
  );
}

it.each(PAGES)('%s names only commands, and options of them, that exist', async (page) => {
  const wrong: string[] = [];
  for (const [name = '', ...words] of commandsOf(page)) {
    const entry = COMMANDS[name];
    const options = entry === undefined ? undefined : Object.keys((await entry[1]()).options);
    const given = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
    if (options === undefined || given.some((one) => one !== 'help' && !options.includes(one)))
      wrong.push([name, ...words].join(' '));
  }
  expect(wrong).toEqual([]);
});

it('the stage of the walkthrough without services is valid, and needs no key', () => {
  const page = readFileSync('docs/aws/feeds-and-world-news.md', 'utf8');
  const [, watches = '', stage = ''] =
    /```yaml\n([\s\S]*?)```[\s\S]*?```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  expect(Object.keys(parse(watches).watches)).toEqual(['my-company-world']);
  const lines = stage.replaceAll(/^ {3}/gm, '');
  const file = `${readFileSync('infra/stages/dev.yaml', 'utf8')}${lines}`;
  expect(() => stageFrom(file, 'dev')).not.toThrow();
});
