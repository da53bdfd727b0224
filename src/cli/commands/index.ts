import type { Command } from '../command.ts';
import { described } from '../described.ts';

/** Loads a command by its name only when it runs, so that `ninefold help` starts quickly. */
const load: { readonly [Name in keyof typeof described]: () => Promise<Command> } = {
  check: async () => (await import('./check.ts')).check,
  ask: async () => (await import('./ask.ts')).ask,
  test: async () => (await import('./test.ts')).test,
  explore: async () => (await import('./explore.ts')).explore,
  diff: async () => (await import('./diff.ts')).diff,
  verify: async () => (await import('./verify.ts')).verify,
  who: async () => (await import('./who.ts')).who,
  explain: async () => (await import('./explain.ts')).explain,
  fmt: async () => (await import('./fmt.ts')).fmt,
  export: async () => (await import('./export.ts')).exportCommand,
  import: async () => (await import('./import.ts')).importCommand,
  build: async () => (await import('./build.ts')).build,
  serve: async () => (await import('./serve.ts')).serve,
  data: async () => (await import('./data.ts')).data,
  accounts: async () => (await import('./accounts.ts')).accounts,
  jobs: async () => (await import('./jobs.ts')).jobs,
  lsp: async () => (await import('./lsp.ts')).lsp,
  mcp: async () => (await import('./mcp.ts')).mcp,
  help: async () => (await import('./help.ts')).help,
};

/** Every command, in the order of help. A test keeps the list complete. */
export const commands: readonly Command[] = Object.values(described).map((description) => ({
  ...description,
  run: async (args, host, all) => (await load[description.name]()).run(args, host, all),
}));
