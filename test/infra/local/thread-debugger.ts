import { SourceMap } from 'node:module';

/** A debugger's line to a process: commands there, notifications back, in the words of Node's inspector. */
export interface DebuggerLine {
  post(method: string, params?: object): Promise<any>;
  onNotification(listener: (notification: { method: string; params: any }) => void): void;
}

/** A worker thread of the process, under a debugger. */
export interface DebuggedThread {
  name: string;
  post(method: string, params?: object): Promise<any>;
  /** The sources of the function's code, as its map names them, once the code is loaded. */
  sources(): Promise<string[]>;
}

/** Takes the threads of a process under a debugger as they come: `onThread` gets each before it goes on. */
export async function debugThreads(
  line: DebuggerLine,
  onThread: (thread: DebuggedThread) => void,
): Promise<void> {
  const threads = new Map<string, (message: any) => void>();
  line.onNotification(({ method, params }) => {
    if (method === 'NodeWorker.receivedMessageFromWorker') {
      threads.get(params.sessionId)?.(JSON.parse(params.message));
    }
    if (method !== 'NodeWorker.attachedToWorker') return;
    const { sessionId, workerInfo } = params;
    const { thread, receive } = openThread(workerInfo.title, (message) =>
      line.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify(message) }),
    );
    threads.set(sessionId, receive);
    onThread(thread);
    void thread.post('Debugger.enable').then(() => thread.post('Runtime.runIfWaitingForDebugger'));
  });
  await line.post('NodeWorker.enable', { waitForDebuggerOnStart: true });
}

function openThread(title: string, send: (message: object) => Promise<unknown>) {
  const answers = new Map<number, (result: unknown) => void>();
  const loaded = Promise.withResolvers<SourceMap>();
  const post = (method: string, params: object = {}): Promise<any> => {
    const id = answers.size + 1;
    const { promise, resolve } = Promise.withResolvers();
    answers.set(id, resolve);
    void send({ id, method, params });
    return promise;
  };
  const receive = ({ id, result, method, params }: any): void => {
    if (id !== undefined) answers.get(id)?.(result);
    // A thread that is taken before it starts stops once at its first line.
    else if (method === 'Debugger.paused' && params.reason === 'Break on start') void post('Debugger.resume');
    // The code of a function carries its map in itself. Packages that other threads load have files of this name too.
    else if (method === 'Debugger.scriptParsed' && isMapped(params)) {
      loaded.resolve(sourceMapOf(params.sourceMapURL));
    }
  };
  const thread: DebuggedThread = {
    // `[worker 7] name`
    name: title.replace(/^\[.*?\] /, ''),
    post,
    sources: async () => {
      const { sourceRoot, sources } = (await loaded.promise).payload;
      return sources.map((source) => `${sourceRoot}${source}`);
    },
  };
  return { thread, receive };
}

function isMapped({ url, sourceMapURL }: { url: string; sourceMapURL?: string }): boolean {
  return url.endsWith('/index.mjs') && sourceMapURL?.startsWith('data:') === true;
}

/** A map that the code carries in itself. */
function sourceMapOf(address: string): SourceMap {
  const [, base64 = ''] = address.split('base64,');
  return new SourceMap(JSON.parse(Buffer.from(base64, 'base64').toString('utf8')));
}
