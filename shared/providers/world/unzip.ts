import { crc32, createInflateRaw } from 'node:zlib';

/** The head of the one entry of a zip file (APPNOTE 4.3.7). */
const HEAD = {
  signature: 0x04034b50,
  length: 30,
  flags: 6,
  method: 8,
  crc: 14,
  nameLength: 26,
  extraLength: 28,
};
/** Bit 3: the checksum is behind the content. */
const CRC_BEHIND = 8;
const DEFLATED = 8;
const BEHIND = 0x08074b50;
const CHUNK = 256 * 1024;
const LINE_END = 0x0a;

/** A zip file that ends early, or is none. */
export class CutZip extends Error {
  override readonly name = 'CutZip';
}

/**
 * The lines of the one file in a zip file, as bytes, unpacked a part at a time.
 *
 * @throws CutZip for what is no zip file, ends early, or has not its checksum. Lines before that were given.
 */
export async function* linesOf(zip: Buffer): AsyncGenerator<Uint8Array, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of unpacked(zip)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
      yield bytes.subarray(from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) yield rest;
}

async function* unpacked(zip: Buffer): AsyncGenerator<Buffer, void, undefined> {
  if (zip.length < HEAD.length || zip.readUInt32LE(0) !== HEAD.signature)
    throw new CutZip('It is no zip file.');
  if (zip.readUInt16LE(HEAD.method) !== DEFLATED)
    throw new CutZip('It is packed in a way that is not known.');
  const from = HEAD.length + zip.readUInt16LE(HEAD.nameLength) + zip.readUInt16LE(HEAD.extraLength);
  const inflate = createInflateRaw({ chunkSize: CHUNK });
  inflate.end(zip.subarray(from));
  let sum = 0;
  try {
    for await (const chunk of inflate) {
      if (!Buffer.isBuffer(chunk)) continue;
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (cause) {
    throw new CutZip('It ends early.', { cause });
  }
  if (sum !== checksumIn(zip, from + inflate.bytesWritten)) throw new CutZip('Its checksum is another one.');
}

function checksumIn(zip: Buffer, end: number): number | undefined {
  if ((zip.readUInt16LE(HEAD.flags) & CRC_BEHIND) === 0) return zip.readUInt32LE(HEAD.crc);
  if (zip.length < end + 8) return undefined;
  // The signature before it may be left out.
  return zip.readUInt32LE(end) === BEHIND ? zip.readUInt32LE(end + 4) : zip.readUInt32LE(end);
}
