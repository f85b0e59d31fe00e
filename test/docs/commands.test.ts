import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../../infra/cli/main.ts';
import { stageFrom } from '../../infra/stages/read-stage.ts';
import { stageFileSchema } from '../../infra/stages/stage-file.ts';
import { commandsOf, PAGES } from './pages.ts';

// That the npm scripts and files of pages exist: test/repository.test.ts, test/architecture.test.ts.

it.each(PAGES)('%s names only commands, and options of them, that exist', async (page) => {
  const wrong: string[] = [];
  for (const line of commandsOf(page)) {
    const [name = '', ...words] = line.split(/\s+/);
    const entry = COMMANDS[name];
    const options = entry === undefined ? undefined : Object.keys((await entry[1]()).options);
    const given = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
    if (options === undefined || given.some((one) => one !== 'help' && !options.includes(one)))
      wrong.push(line);
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

it('the page on stages names every key of the file of a stage', () => {
  const page = readFileSync('docs/stages.md', 'utf8');
  expect(Object.keys(stageFileSchema.shape).filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
});
