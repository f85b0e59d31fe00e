#!/usr/bin/env node
// What `npm create bellwether FOLDER` runs: it copies the template, which needs the package `bellwether` of the same version.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const [folder = '', ...others] = process.argv.slice(2);
const target = resolve(folder);
const isFree = !existsSync(target) || readdirSync(target).every((name) => name === '.git');

if (folder === '' || folder.startsWith('-') || others.length > 0) {
  fail('Name one new folder: npm create bellwether my-news');
} else if (!isFree) {
  fail(`${folder} is not empty. Nothing was written. Name a new folder.`);
} else {
  mkdirSync(target, { recursive: true });
  cpSync(join(import.meta.dirname, 'template'), target, { recursive: true });
  // npm never publishes a file of this name, and folders with a dot are easily missed in the template.
  renameSync(join(target, 'gitignore'), join(target, '.gitignore'));
  mkdirSync(join(target, '.github'));
  renameSync(join(target, 'workflows'), join(target, '.github', 'workflows'));
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));
  const manifest = join(target, 'package.json');
  const name = basename(target).toLowerCase().replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, '') || 'news';
  const text = readFileSync(manifest, 'utf8').replace('"NAME"', JSON.stringify(name)).replace('"VERSION"', JSON.stringify(version));
  writeFileSync(manifest, text);
  process.stdout.write(`${folder} is written. Next:

  cd ${folder}
  npm install
  npm start

Its README says how to watch your own company, and how to deploy it.
`);
}

function fail(reason) {
  process.stderr.write(`create-bellwether: ${reason}\n`);
  process.exitCode = 1;
}
