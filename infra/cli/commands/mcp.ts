import { command, needStack, OPTIONS, STACK_OPTIONS } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { toolsOf } from '../mcp/tools.ts';

/** Serves a stack to an assistant. */
export const mcp = command({
  usage: 'mcp [options]',
  about: `Gives an assistant tools to read a stack, by the Model Context Protocol on stdin and stdout (docs/api.md): search, stories, story,
alerts, findings, records, watches, status, silences, explain, preview, replay, report. With --allow-changes also silence, acknowledge and run.
Needs the package @modelcontextprotocol/server.`,
  options: {
    ...STACK_OPTIONS,
    watches: OPTIONS.watches,
    'allow-changes': { type: 'boolean', about: 'also give it tools that change something' },
  },
  async run({ values }, world) {
    const { watches: watchesFile = world.watchesFile } = values;
    const stack = await needStack(world, values);
    const tools = toolsOf({ allowChanges: values['allow-changes'] ?? false });
    const { serveStdio } = await loadServer(() => import('@modelcontextprotocol/server/stdio'));
    const { mcpServer } = await loadServer(() => import('../mcp/serve.ts'));
    // It lives until stdin ends.
    const { promise, resolve } = Promise.withResolvers<0>();
    process.stdin.once('end', () => resolve(0));
    serveStdio(() => mcpServer(tools, { stack, world: { ...world, watchesFile } }));
    return promise;
  },
});

async function loadServer<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch (cause) {
    throw new CliFailure('The package @modelcontextprotocol/server is not installed.', {
      hint: 'run npm install @modelcontextprotocol/server',
      cause,
    });
  }
}
