import type { Command } from '../command.ts';
import { described } from '../described.ts';
import { misused } from '../misused.ts';

export const lsp: Command = {
  ...described.lsp,
  async run(args, host) {
    // Editors pass these arguments by convention: --stdio, --clientProcessId=….
    const unknown = args.find((word) => word !== '--stdio' && !word.startsWith('--clientProcessId'));
    if (unknown !== undefined) return misused(`Unknown argument “${unknown}”: the language server takes none.`, lsp, host);
    if (host.streams === undefined) return misused('The language server needs standard input and output.', lsp, host);
    // Only this command needs the protocol's package.
    const { serve } = await import('../lsp/server.ts');
    return serve(host.streams);
  },
};
