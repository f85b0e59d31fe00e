import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import dynalite from 'dynalite';
import { listenOnLoopback, readBody } from '../../listen-on-loopback.ts';
import { collectWhenIdle } from '../collect-when-idle.ts';
import { isFromOwnClient, type LocalCredentials, localCredentials } from '../local-account.ts';
import {
  closeEndedIterators,
  type IndexKeys,
  markInUse,
  readAhead,
  readAtOnce,
  refusalOf,
  repairIndexes,
} from './engine-repairs.ts';
import { type AllowStatement, deniedBy, type KeyedTable } from './is-allowed.ts';

/** What the table's thread is started with. */
export interface TableThreadStart {
  /** Folder of the store. */
  folder: string;
  indexKeys: IndexKeys;
  tables: readonly KeyedTable[];
  /** What each function may do, by its name. */
  permissions: Readonly<Record<string, readonly AllowStatement[]>>;
  /** What its clients sign with. */
  credentials: LocalCredentials;
}

/** DynamoDB takes requests of up to 16 MB. */
const BODY_LIMIT = 16 * 1024 * 1024;

/** The thread of the embedded table: its work would otherwise hold up everything else on the machine. */
const start: TableThreadStart = workerData;
localCredentials.credentials = start.credentials;
closeEndedIterators();
readAtOnce();
readAhead();
const use = markInUse(start.folder);
if (use.wasKilled) await repairIndexes(start.folder, Object.keys(start.indexKeys));
const table = dynalite({ path: start.folder, createTableMs: 0, deleteTableMs: 0 });
const used = collectWhenIdle();
const server = createServer((request, response) => {
  used();
  void handle(request, response);
});
const port = await listenOnLoopback(server);
parentPort?.on('message', () => {
  server.close();
  server.closeAllConnections();
  table.close(() => {
    use.ended();
    parentPort?.close();
  });
});
parentPort?.postMessage(port, []);

/** Reads a request, refuses what AWS would refuse, and passes any other one on to the table unchanged. */
async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isFromOwnClient(request.headers)) {
    return refuse(response, 'These are not the credentials of this stack', 'UnrecognizedClientException');
  }
  const body = await readBody(request, BODY_LIMIT).catch(() => undefined);
  if (body === undefined) return void response.destroy();
  const parsed = parse(body.toString('utf8'));
  const denied = denialOf(request, parsed);
  if (denied !== undefined) return refuse(response, denied, 'com.amazon.coral.service#AccessDeniedException');
  const refusal = refusalOf(parsed, start.indexKeys);
  if (refusal !== undefined)
    return refuse(response, refusal, 'com.amazon.coral.validate#ValidationException');
  const { method, url, headers } = request;
  table.emit('request', Object.assign(Readable.from([body]), { method, url, headers }), response);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Why the role of the calling function does not allow a request. The token of a session names the function. */
function denialOf({ headers }: IncomingMessage, body: unknown): string | undefined {
  const caller = headers['x-amz-security-token'];
  if (typeof caller !== 'string') return undefined;
  const [, operation = ''] = String(headers['x-amz-target']).split('.');
  return deniedBy(start.permissions[caller] ?? [], { operation, body, tables: start.tables });
}

function refuse(response: ServerResponse, message: string, type: string): void {
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: type, message }));
}
