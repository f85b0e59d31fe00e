import { globSync, readFileSync } from 'node:fs';

/** Pages that lead a reader through commands. */
export const PAGES = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')];

/** `bellwether` commands of a page within code: the words that follow the name. */
export function commandsOf(page: string): string[] {
  const code = [...readFileSync(page, 'utf8').matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g)];
  return code.flatMap(([, block, span]) =>
    [...(block ?? span ?? '').matchAll(/\bnpx bellwether ([a-z][^#\n]*)/g)].map(([, words = '']) =>
      words.trim(),
    ),
  );
}
