import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import { messageOf } from '../settings-file.ts';
import type { ArticleRecord, CorpusArticle } from './article-record.ts';
import { CorpusError } from './read-lines.ts';

/** Reads the record of an article from its line. */
type ReadRecord = (line: string, id: string) => ArticleRecord;

/**
 * Articles whose records are kept as the lines that held them, outside of the memory. To read a record takes about 30
 * µs. The record that was read or packed last is at hand.
 */
export function packArticles(
  readRecord: ReadRecord,
): (article: CorpusArticle, line: Buffer) => CorpusArticle {
  const lines = openTextStore();
  let last: { article: PackedArticle; record: ArticleRecord } | undefined;
  const recordOf = (article: PackedArticle) => {
    if (last?.article !== article)
      last = { article, record: readRecord(lines.read(article.line), article.id) };
    return last.record;
  };
  return (article, line) => {
    const packed = new PackedArticle(article, lines.add(line), recordOf);
    last = { article: packed, record: article.record };
    return packed;
  };
}

/** A class, so that all articles share the function that reads a record. */
class PackedArticle implements CorpusArticle {
  readonly kind = 'article';
  readonly id: string;
  readonly publishedAt: Instant;
  readonly parsedAt: Instant;
  readonly visibleAt: Instant;
  readonly line: TextPlace;
  readonly #recordOf: (article: PackedArticle) => ArticleRecord;

  constructor(
    { id, publishedAt, parsedAt, visibleAt }: CorpusArticle,
    line: TextPlace,
    recordOf: (article: PackedArticle) => ArticleRecord,
  ) {
    this.id = id;
    this.publishedAt = publishedAt;
    this.parsedAt = parsedAt;
    this.visibleAt = visibleAt;
    this.line = line;
    this.#recordOf = recordOf;
  }

  get record(): ArticleRecord {
    return this.#recordOf(this);
  }
}

/** Texts that are kept outside of the memory, to be read one by one. */
interface TextStore {
  /** Adds a text in UTF-8. */
  add(bytes: Uint8Array): TextPlace;
  read(place: TextPlace): string;
}

/** Where a text begins, and its length in bytes. */
interface TextPlace {
  at: number;
  length: number;
}

/** Closes the file of a store that nobody uses any more. */
const unused = new FinalizationRegistry<number>((file) => closeSync(file));

/** In bytes. What fits into the first block never leaves the memory. */
const BLOCK = 4 * 1024 * 1024;

/**
 * Opens an empty store. Full blocks go to a file in the folder for temporary files. It has no name any more, so it
 * ends with the process, and nobody else can open it.
 *
 * Adding throws CorpusError when the folder is full.
 */
export function openTextStore(): TextStore {
  const block = Buffer.allocUnsafeSlow(BLOCK);
  let file: number | undefined;
  /** Bytes in the file and in the block. */
  let written = 0;
  let used = 0;
  let copy = Buffer.allocUnsafeSlow(64 * 1024);
  const write = (bytes: Uint8Array) => {
    if (file === undefined) unused.register(store, (file = openUnnamed()));
    for (let done = 0; done < bytes.length; )
      done += writeSync(file, bytes, done, bytes.length - done, written + done);
    written += bytes.length;
  };
  const keep = (bytes: Uint8Array) => {
    try {
      write(bytes);
    } catch (cause) {
      const reason = `the folder for temporary files cannot keep the corpus (${messageOf(cause)})`;
      throw new CorpusError(`${tmpdir()}: ${reason}. Set TMPDIR to a folder with more room`, {
        reason,
        cause,
      });
    }
  };
  const store: TextStore = {
    add(bytes) {
      if (used + bytes.length > BLOCK) {
        keep(block.subarray(0, used));
        used = 0;
      }
      const place = { at: written + used, length: bytes.length };
      if (bytes.length > BLOCK) keep(bytes);
      else block.set(bytes, used);
      used += bytes.length > BLOCK ? 0 : bytes.length;
      return place;
    },
    read({ at, length }) {
      if (at >= written || file === undefined)
        return block.toString('utf8', at - written, at - written + length);
      if (copy.length < length) copy = Buffer.allocUnsafeSlow(2 * length);
      for (let done = 0; done < length; ) {
        const count = readSync(file, copy, done, length - done, at + done);
        if (count === 0)
          throw new Error('The file of the corpus in the folder for temporary files is shorter than it was.');
        done += count;
      }
      return copy.toString('utf8', 0, length);
    },
  };
  return store;
}

/** Opens a file that its owner alone can read, and takes its name away. */
function openUnnamed(): number {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-corpus-'));
  const file = openSync(join(folder, 'lines'), 'wx+', 0o600);
  rmSync(folder, { recursive: true });
  return file;
}
