import type { Command } from './command.ts';

/**
 * The help texts of the commands, in display order. They are separate from the commands, so that
 * help loads none of them.
 */
export const described = {
  check: {
    name: 'check',
    usage: 'check FILE… [--format text|json|sarif|junit|github] [--fix] [--baseline FILE [--write-baseline]] [--max-warnings N] [--watch]',
    summary: 'Checks a document for errors and gaps.',
  },
  ask: {
    name: 'ask',
    usage: 'ask FILE [--format text|json] [--answer N=TEXT]…',
    summary: 'Asks what a document leaves undecided and writes your answers into it.',
  },
  test: {
    name: 'test',
    usage: 'test FILE… [--format text|json|junit] [--coverage] [--watch] [--suggest [--seconds N]]',
    summary: 'Runs a document’s scenarios, each in a fresh product.',
  },
  explore: {
    name: 'explore',
    usage:
      'explore FILE… [--format text|json] [--records N|ENTITY=N]… [--start people|examples] [--create yes|no] [--seconds N] [--states N] [--who] [--ever CONDITION]',
    summary:
      'Tries everything that people can do in a small world and reports what can never happen, gets stuck or breaks what must always hold.',
  },
  diff: {
    name: 'diff',
    usage: 'diff OLD NEW [--records N] [--seconds N] [--format text|json]',
    summary: 'Lists what became possible or impossible between two versions of a document, with steps that show it.',
  },
  verify: {
    name: 'verify',
    usage:
      'verify FILE --against URL [--adapter FILE] [--people FILE] [--reset COMMAND|URL] [--learn] [--screens] [--proxy PORT] [--relay PORT] [--section N] [--only TEXT] [--format text|json|junit|html] [--budget N] [--seed TEXT] [--secret NAME=VARIABLE]… [--allow-host NAME]…',
    summary: 'Sends requests to an implementation of a document and reports which rows it breaks.',
  },
  who: {
    name: 'who',
    usage: 'who FILE OPERATION ENTITY[.FIELD] [PERSON] [--format text|json]',
    summary: 'Shows who may do something and why, on which example records, and what to change in the document to allow it.',
  },
  explain: {
    name: 'explain',
    usage: 'explain CODE',
    summary: 'Explains a rule: what it reports, why, and how to fix it.',
  },
  fmt: {
    name: 'fmt',
    usage: 'fmt FILE… [--check]',
    summary: 'Aligns a document’s tables and changes nothing else.',
  },
  export: {
    name: 'export',
    usage: 'export openapi|sql|xstate|mermaid|gherkin|json-schema|typescript|client|citus FILE [--out DIR] [--format text|json] [--by …]',
    summary: 'Converts a document to another format and lists what that format cannot express.',
  },
  import: {
    name: 'import',
    usage: 'import FILE [--from openapi|xstate|mermaid|gherkin|sql|csv|markdown|xlsx] [--out FILE | --into DOCUMENT] [--format text|json]',
    summary: 'Reads a file of another format into a document and lists what could not be carried over.',
  },
  build: {
    name: 'build',
    usage: 'build FILE --out DIR [--base PATH] [--theme FILE] [--components FILE]… | build FILE --single-file [--out FILE] …',
    summary: 'Builds the product as a static site or a single page that stores its data in the browser.',
  },
  serve: {
    name: 'serve',
    usage:
      'serve FILE [--port N] [--host ADDRESS] [--data DIR | --database URL [--replica URL]… | --memory] [--processes N] [--snapshots DIR|no] [--examples yes|no] [--screens yes|no] [--describe yes|no] [--cors ORIGIN]… [--allow-host NAME]… [--allow-private] [--proxies N] [--requests-per-minute N] [--throttle on|off] [--mail smtp://… --mail-from ADDRESS --url URL [--mail-reply-to ADDRESS]] [--operators ROLE]… [--oidc URL [--oidc-client ID] [--oidc-name NAME]] [--streams N,N,N] [--uploads N,N,N] [--files s3://BUCKET] [--file-space N,N] [--metrics-port N [--metrics-host ADDRESS]] [--grace SECONDS] [--log all|errors]',
    summary: 'Serves the product and its HTTP API with the data in Postgres.',
  },
  data: {
    name: 'data',
    usage: 'data export|import|snapshot|restore|change FILE … [--data DIR | --database URL]',
    summary: 'Exports, imports, snapshots and migrates a product’s data.',
  },
  jobs: {
    name: 'jobs',
    usage: 'jobs FILE [--all] [--show ID | --retry ID | --drop ID] [--data DIR | --database URL]',
    summary: 'Lists the mails and calls that wait or failed; shows, retries or drops one.',
  },
  accounts: {
    name: 'accounts',
    usage: 'accounts FILE --second-factor-off EMAIL | --sign-out EMAIL [--data DIR | --database URL]',
    summary: 'Helps people who cannot sign in: turns off a second factor, or ends all sessions.',
  },
  lsp: {
    name: 'lsp',
    usage: 'lsp',
    summary: 'Starts the language server for editors (Language Server Protocol over standard input and output).',
  },
  mcp: {
    name: 'mcp',
    usage: 'mcp FILE…',
    summary: 'Starts a server for agents that reads and edits the named documents (Model Context Protocol over standard input and output).',
  },
  help: {
    name: 'help',
    usage: 'help [COMMAND]',
    summary: 'Lists the commands, or shows the usage of one.',
  },
} as const satisfies Readonly<Record<string, Pick<Command, 'name' | 'usage' | 'summary'>>>;
