import type { IncomingHttpHeaders } from 'node:http';
import { Busboy } from '@fastify/busboy';
import { RequestRefused } from './refusal.ts';

export interface UploadedFile {
  /** The name of the form field. */
  field: string;
  filename: string;
  contentType: string;
  bytes: Buffer;
}

export interface MultipartForm {
  /** Text fields; of one name sent twice the last counts. */
  fields: ReadonlyMap<string, string>;
  files: readonly UploadedFile[];
}

/**
 * Reads multipart/form-data.
 *
 * @throws RequestRefused 400 when the body or its content type is something else.
 */
export async function parseMultipart(headers: IncomingHttpHeaders, body: Buffer): Promise<MultipartForm> {
  const contentType = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(contentType)) {
    throw new RequestRefused(400, 'The body must be multipart/form-data');
  }
  const fields = new Map<string, string>();
  const files: UploadedFile[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const parser = new Busboy({
        headers: { ...headers, 'content-type': contentType },
        limits: { parts: 1_000 },
      });
      parser.on('field', (name, value) => fields.set(name, value));
      parser.on('file', (field, stream, filename, _encoding, type) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('error', reject);
        stream.on('end', () => {
          files.push({ field, filename, contentType: type, bytes: Buffer.concat(chunks) });
        });
      });
      parser.on('finish', resolve);
      parser.on('error', reject);
      parser.end(body);
    });
  } catch {
    throw new RequestRefused(400, 'The multipart body is broken');
  }
  return { fields, files };
}
