import { tmpdir } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { messageOf } from '../settings-file.ts';
import { CorpusError } from './read-lines.ts';

/** A database in a file without a name in the folder for temporary files. It ends with the process. */
export function openTemporaryFile(schema: string): DatabaseSync {
  const database = new DatabaseSync('');
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8000; ${schema}`);
  return database;
}

/** Runs a step that writes to a temporary file. @throws CorpusError when the folder has no room. */
export function writing<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (cause) {
    const reason = `the folder for temporary files cannot keep the corpus (${messageOf(cause)})`;
    throw new CorpusError(`${tmpdir()}: ${reason}. Set TMPDIR to a folder with more room`, { cause });
  }
}

/** Texts that are kept outside of the memory, by number. */
export function openTextFile() {
  const database = openTemporaryFile('CREATE TABLE texts (number INTEGER PRIMARY KEY, text TEXT); BEGIN');
  const insert = database.prepare('INSERT INTO texts (text) VALUES (?)');
  const select = database.prepare('SELECT text FROM texts WHERE number = ?');
  return {
    add: (text: string): number => Number(writing(() => insert.run(text)).lastInsertRowid),
    read: (number: number): string => String(select.get(number)?.['text']),
  };
}
