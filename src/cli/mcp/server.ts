import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { version } from '../../base/version.ts';
import type { ExitCode } from '../command.ts';
import type { Machine } from '../machine.ts';
import type { Tool } from './tools.ts';

/** Serves the Model Context Protocol until the client closes its end. */
export function serve(
  tools: readonly Tool[],
  { input, output }: NonNullable<Machine['streams']>,
  failed: (error: Error) => void,
): Promise<ExitCode> {
  // Calls run one after another, because two edits of one file must not overtake each other.
  let turn: Promise<unknown> = Promise.resolve();
  const make = (): McpServer => {
    const server = new McpServer({ name: 'ninefold', version }, { instructions });
    for (const { name, description, input: schema, readOnly, run } of tools) {
      server.registerTool(
        name,
        {
          description,
          inputSchema: fromJsonSchema<Record<string, unknown>>(schema),
          annotations: { readOnlyHint: readOnly, destructiveHint: !readOnly, openWorldHint: false },
        },
        async (given) => {
          const done = turn.then(() => run(given));
          turn = done.catch(() => undefined);
          const { text, failed: isError } = await done;
          return { content: [{ type: 'text', text }], ...(isError ? { isError } : {}) };
        },
      );
    }
    return server;
  };
  return new Promise((done) => {
    const handle = serveStdio(make, { transport: new StdioServerTransport(input as never, output as never), onerror: failed });
    input.once('end', () => void turn.then(() => handle.close()).then(() => done(0)));
  });
}

const instructions =
  'A specification in nine sections that runs as a product. Read the document, look at findings and questions, change it row by row with edit_rows (plan_change first shows what an edit does), then run the scenarios.';
