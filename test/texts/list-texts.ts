import { allTexts } from './find-texts.ts';

// npm run texts: every text that a person may read, by file, and how many there are.
const texts = allTexts();
for (const [file, found] of Map.groupBy(texts, (text) => text.file)) {
  process.stdout.write(`\n${file}\n`);
  for (const { line, text } of found)
    process.stdout.write(`  ${line}  ${text.replaceAll(/\s+/g, ' ').trim()}\n`);
}
process.stdout.write(`\n${texts.length} texts\n`);
