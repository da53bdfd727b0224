import { readArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { described } from '../described.ts';
import { readDocuments } from '../documents.ts';
import { misused } from '../misused.ts';
import { packageMissing } from '../optional-package.ts';

export const mcp: Command = {
  ...described.mcp,
  async run(args, host) {
    const read = readArguments(args, {});
    if (!read.ok) return misused(read.problem, mcp, host);
    // Report unreadable files now, before an agent tries to use them.
    if ((await readDocuments(read.names, host)) === null) return 2;
    if (host.streams === undefined) return misused('The server needs standard input and output.', mcp, host);
    const missing = packageMissing('@modelcontextprotocol/server', 'The server needs the SDK of the Model Context Protocol');
    if (missing !== null) {
      host.writeError(`${missing}\n`);
      return 2;
    }
    const { toolsFor } = await import('../mcp/tools.ts');
    const { serve } = await import('../mcp/server.ts');
    return serve(toolsFor([...new Set(read.names)], host), host.streams, ({ message }) => host.writeError(`${message}\n`));
  },
};
