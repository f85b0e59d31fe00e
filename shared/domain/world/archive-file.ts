import { type Instant, isoOf, MINUTE, type Window } from '../time/instant.ts';

/** The archive has two lines of files: articles in English, and articles that it has translated from 65 languages. */
export const STREAMS = ['english', 'translated'] as const;
export type Stream = (typeof STREAMS)[number];

/** A file of each stream for each quarter of an hour. */
export const SLOT = 15 * MINUTE;

/** A file of the archive: its stream, and the time in its name, which is when its quarter of an hour ends. */
export interface ArchiveFile {
  stream: Stream;
  slot: Instant;
}

/** The quarter of an hour that a file covers. */
export function spanOf({ slot }: ArchiveFile): Window {
  return { from: slot - SLOT, to: slot };
}

/** The latest file of a stream, as the archive lists it. */
export interface ListedFile extends ArchiveFile {
  /** Bytes of the packed file. */
  size: number;
  /** Hex digits. */
  md5: string;
}

const ENDINGS: Readonly<Record<Stream, string>> = {
  english: '.gkg.csv.zip',
  translated: '.translation.gkg.csv.zip',
};

/** Where the archive names the latest files of each stream. */
export const LISTS: Readonly<Record<Stream, string>> = {
  english: 'lastupdate.txt',
  translated: 'lastupdate-translation.txt',
};

/** The name of a file, without a folder: `20261128174500.gkg.csv.zip`. */
export function fileNameOf({ stream, slot }: ArchiveFile): string {
  return stampOf(slot) + ENDINGS[stream];
}

/** The file of a name; undefined for any other name. */
export function fileOf(name: string): ArchiveFile | undefined {
  const [, stamp = '', ending] = /^(\d{14})(\..+)$/.exec(name) ?? [];
  const stream = STREAMS.find((one) => ENDINGS[one] === ending);
  const slot = readStamp(stamp);
  return stream !== undefined && slot !== undefined && slot % SLOT === 0 ? { stream, slot } : undefined;
}

/**
 * The file that a list names: a line with size, MD5 and address for each kind of file. Of the address only the name
 * is read, so that files come from where the list is, over https, and from mirrors.
 */
export function readList(list: string): ListedFile | undefined {
  for (const line of list.split('\n')) {
    const [size = '', md5 = '', address = ''] = line.trim().split(/\s+/);
    const file = fileOf(address.slice(address.lastIndexOf('/') + 1));
    if (file && /^\d+$/.test(size)) return { ...file, size: Number(size), md5: md5.toLowerCase() };
  }
  return undefined;
}

/** `20261128174500` */
export function stampOf(at: Instant): string {
  return isoOf(at).replaceAll(/\D/g, '').slice(0, 14);
}

/** The time of 14 digits, in UTC; undefined where the calendar has no such time. */
export function readStamp(digits: string): Instant | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits)?.slice(1);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) || stampOf(at) !== digits ? undefined : at;
}

/** The files of a stream with names from one time on and before another one, oldest first. */
export function filesBetween(stream: Stream, { from, to }: { from: Instant; to: Instant }): ArchiveFile[] {
  const first = Math.ceil(from / SLOT) * SLOT;
  const count = Math.max(0, Math.ceil((to - first) / SLOT));
  return Array.from({ length: count }, (_, n) => ({ stream, slot: first + n * SLOT }));
}
