import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/** The accepted encodings, best first. */
export const ACCEPTED_ENCODINGS = 'br, gzip';

const DECODERS: Readonly<
  Record<string, (bytes: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  identity: (bytes) => Promise.resolve(bytes),
};

/** An answer above the client's limit, compressed or not. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** An answer in another encoding. */
export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding';
}

/** A body: how it was packed, and how large it may be, in bytes. */
interface Body {
  encoding: string;
  limit: number;
}

/** Reads a whole body as UTF-8, as `readBytes` does. */
export async function readBody(chunks: AsyncIterable<Uint8Array>, body: Body): Promise<string> {
  return (await readBytes(chunks, body)).toString('utf8');
}

/**
 * Reads a whole body and decompresses it. Throws the errors of the stream (a cut body) and of the decoder (a
 * compressed body that is cut or damaged), {@link BodyTooLarge} or {@link UnknownEncoding}.
 */
export async function readBytes(
  chunks: AsyncIterable<Uint8Array>,
  { encoding, limit }: Body,
): Promise<Buffer> {
  const packed = await collect(chunks, limit);
  const steps = encoding
    .toLowerCase()
    .split(',')
    .map((step) => step.trim());
  let bytes = packed;
  for (const step of steps.toReversed()) {
    if (step !== '' && bytes.length > 0) bytes = await unpack(bytes, { step, limit });
  }
  return bytes;
}

async function collect(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) throw new BodyTooLarge();
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

async function unpack(bytes: Buffer, { step, limit }: { step: string; limit: number }): Promise<Buffer> {
  const decode = Object.hasOwn(DECODERS, step) ? DECODERS[step] : undefined;
  if (!decode) throw new UnknownEncoding(step);
  try {
    return await decode(bytes, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) throw new BodyTooLarge();
    throw error;
  }
}
