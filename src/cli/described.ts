import type { Command } from './command.ts';

/** What help says about each command, in its order. Kept apart from the commands, so that help loads none of them. */
export const described = {
  check: {
    name: 'check',
    usage: 'check FILE… [--format text|json|sarif|junit|github] [--fix] [--baseline FILE [--write-baseline]] [--max-warnings N] [--watch]',
    summary: 'Says what a document leaves open and what is wrong with it.',
  },
  ask: {
    name: 'ask',
    usage: 'ask FILE [--format text|json] [--answer N=TEXT]…',
    summary: 'Asks what a document leaves to be decided, and writes the answers into it.',
  },
  test: {
    name: 'test',
    usage: 'test FILE… [--format text|json|junit] [--coverage] [--watch]',
    summary: 'Runs the scenarios of a document, each in a fresh product.',
  },
  who: {
    name: 'who',
    usage: 'who FILE OPERATION ENTITY[.FIELD] [PERSON] [--format text|json]',
    summary:
      'Says who may do something and why; for a person of the examples to which records, and what would have to change in the document.',
  },
  explain: {
    name: 'explain',
    usage: 'explain CODE',
    summary: 'Prints the page of a rule: what it reports, why, and what to do.',
  },
  fmt: {
    name: 'fmt',
    usage: 'fmt FILE… [--check]',
    summary: 'Aligns the tables of a document and changes nothing else.',
  },
  export: {
    name: 'export',
    usage: 'export openapi|citus FILE [--out DIR] [--by …]',
    summary: 'Writes the document in another form, and says what that form has no words for.',
  },
  build: {
    name: 'build',
    usage: 'build FILE --out DIR [--base PATH] [--theme FILE] [--components FILE]… | build FILE --single-file [--out FILE] …',
    summary: 'Writes the product as files for any web server, or as one page, with the data in the browser.',
  },
  serve: {
    name: 'serve',
    usage:
      'serve FILE [--port N] [--host ADDRESS] [--data DIR | --database URL [--replica URL]… | --memory] [--processes N] [--snapshots DIR|no] [--examples yes|no] [--screens yes|no] [--describe yes|no] [--cors ORIGIN]… [--allow-host NAME]… [--proxies N] [--requests-per-minute N] [--throttle on|off] [--streams N,N,N] [--uploads N,N,N] [--metrics-port N] [--grace SECONDS] [--log all|errors]',
    summary: 'Runs the document as a service: its calls over HTTP, with the data in Postgres.',
  },
  data: {
    name: 'data',
    usage: 'data export|import|snapshot|restore|change FILE … [--data DIR | --database URL]',
    summary: 'Takes a product’s data out and in, keeps snapshots of it, and brings it along to a changed document.',
  },
  lsp: {
    name: 'lsp',
    usage: 'lsp',
    summary: 'Answers an editor over its standard input and output (Language Server Protocol).',
  },
  help: {
    name: 'help',
    usage: 'help [COMMAND]',
    summary: 'Says which commands there are and how each is called.',
  },
} as const satisfies Readonly<Record<string, Pick<Command, 'name' | 'usage' | 'summary'>>>;
