import type { Command } from '../command.ts';
import { ask } from '../commands/ask.ts';
import { check } from '../commands/check.ts';
import { explain } from '../commands/explain.ts';
import { test } from '../commands/test.ts';
import { who } from '../commands/who.ts';
import { readDocuments, writeDocument } from '../documents.ts';
import type { Machine } from '../machine.ts';
import { EditRefused, type RowEdit, withEdits } from './edit-rows.ts';
import { planOf } from './plan.ts';

/** A tool for agents. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The tool changes no file. */
  readonly readOnly: boolean;
  run(args: Readonly<Record<string, unknown>>): Promise<Answer>;
}

export interface Answer {
  readonly text: string;
  readonly failed: boolean;
}

/** Limits for one call, in characters and edits. */
export const bounds = { text: 20_000, edits: 100, answer: 200_000, document: 2_000_000 } as const;

/**
 * Returns the tools for the named documents; they read and write no other file. `host` provides the
 * files.
 */
export function toolsFor(files: readonly string[], host: Machine): readonly Tool[] {
  const file = { type: 'string', enum: files, description: 'One of the documents that this server was started with' };
  const text = (description: string, maxLength: number = bounds.text) => ({ type: 'string', maxLength, description });
  const line = { type: 'integer', minimum: 1, description: 'The line number of a table row, from 1, as in read_document' };
  const row = text('The line’s text as read, without its number; the edit is refused if it has changed since');
  const command = (
    name: string,
    description: string,
    of: Command,
    more: Readonly<Record<string, unknown>>,
    argsOf: (given: Given) => readonly string[],
    required: readonly string[] = ['file'],
  ): Tool => ({
    name,
    description,
    readOnly: true,
    input: input({ ...(required.includes('file') ? { file } : {}), ...more }, required),
    run: (given) => runCommand(of, argsOf(asTexts(given)), files, host),
  });
  const edits = {
    type: 'array',
    minItems: 1,
    maxItems: bounds.edits,
    description: 'Done together: all of them, or none. Lines are those before the edits.',
    items: {
      oneOf: [
        input({ action: { const: 'set' }, line, row, column: text('The header of the column'), value: text('The text of the cell') }, [
          'action',
          'line',
          'row',
          'column',
          'value',
        ]),
        input(
          {
            action: { const: 'insert' },
            line,
            row,
            cells: {
              type: 'object',
              maxProperties: 50,
              additionalProperties: text('A cell, by the header of its column'),
              description: 'The cells of a new row below that line',
            },
          },
          ['action', 'line', 'row', 'cells'],
        ),
        input({ action: { const: 'delete' }, line, row }, ['action', 'line', 'row']),
        input(
          {
            action: { const: 'append' },
            section: { type: 'integer', minimum: 1, maximum: 9 },
            markdown: text('Markdown for the end of the section: a heading, a table, prose'),
          },
          ['action', 'section', 'markdown'],
        ),
      ],
    },
  };
  return [
    {
      name: 'read_document',
      description: 'The text of a document, each line with its number. A section (1 to 9) limits it.',
      readOnly: true,
      input: input({ file, section: { type: 'integer', minimum: 1, maximum: 9 } }, ['file']),
      run: async (given) => {
        const read = await readText(String(given['file']), files, host);
        return 'failed' in read ? read : answer(numbered(read.document, typeof given['section'] === 'number' ? given['section'] : null));
      },
    },
    command('findings', 'Errors, warnings and holes of a document, with their places and fixes.', check, {}, ({ file: name = '' }) => [
      '--format',
      'json',
      '--',
      name,
    ]),
    command(
      'explain',
      'What a rule reports, why, and how to fix it. The code is that of a finding.',
      explain,
      { code: text('The code of a finding', 100) },
      ({ code = '' }) => ['--', code],
      ['code'],
    ),
    command('questions', 'What a document leaves undecided, numbered, with the choices to answer with.', ask, {}, ({ file: name = '' }) => [
      '--format',
      'json',
      '--',
      name,
    ]),
    {
      ...command(
        'answer',
        'Writes the answer to a question into the document. The number is the one that the tool questions lists.',
        ask,
        {},
        () => [],
      ),
      readOnly: false,
      input: input(
        {
          file,
          number: { type: 'integer', minimum: 1 },
          answer: text('The number of a choice, `2: TEXT` for a choice that takes text, or just text'),
        },
        ['file', 'number', 'answer'],
      ),
      run: ({ file: name, number, answer: words }) =>
        runCommand(ask, ['--format', 'json', '--answer', `${Number(number)}=${String(words)}`, '--', String(name)], files, host),
    },
    command(
      'run_scenarios',
      'Runs the scenarios of section 1, each in a fresh product, and says which rows fail and why.',
      test,
      {},
      ({ file: name = '' }) => ['--format', 'json', '--', name],
    ),
    command(
      'who_may',
      'Who may do something, which row says so, and what to change to allow it.',
      who,
      {
        operation: text('create, read, update, delete or an event', 200),
        target: text('ENTITY or ENTITY.field', 200),
        person: text('An example, a role or nobody', 200),
      },
      ({ file: name = '', operation = '', target = '', person }) => [
        '--format',
        'json',
        '--',
        name,
        operation,
        target,
        ...(person === undefined ? [] : [person]),
      ],
      ['file', 'operation', 'target'],
    ),
    {
      name: 'plan_change',
      description: 'What edits would do, without writing them: to existing data (tried with the example records) and to the findings.',
      readOnly: true,
      input: input({ file, edits }, ['file', 'edits']),
      run: (given) => edited(given, files, host, false),
    },
    {
      name: 'edit_rows',
      description: 'Changes rows of tables by their line, or appends Markdown to a section. Returns what plan_change returns.',
      readOnly: false,
      input: input({ file, edits }, ['file', 'edits']),
      run: (given) => edited(given, files, host, true),
    },
  ];
}

type Given = Readonly<Record<string, string | undefined>>;

const asTexts = (given: Readonly<Record<string, unknown>>): Given =>
  Object.fromEntries(Object.entries(given).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])));

const input = (properties: Readonly<Record<string, unknown>>, required: readonly string[]): Readonly<Record<string, unknown>> => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const answer = (text: string): Answer => ({
  text: text.length <= bounds.answer ? text : `${text.slice(0, bounds.answer)}\n… cut off: ${text.length - bounds.answer} more characters`,
  failed: false,
});
const failure = (text: string): Answer => ({ text, failed: true });

/** Runs a command as a person would, limited to the named documents. */
async function runCommand(command: Command, args: readonly string[], files: readonly string[], host: Machine): Promise<Answer> {
  let output = '';
  let errors = '';
  const confined: Machine = {
    ...host,
    color: false,
    interactive: false,
    readFile: (path) => (files.includes(path) ? host.readFile(path) : Promise.resolve({ kind: 'denied' })),
    writeFile: (path, bytes) =>
      files.includes(path) ? host.writeFile(path, bytes) : Promise.resolve('it is not one of the documents of this server'),
    write: (text) => {
      output += text;
    },
    writeError: (text) => {
      errors += text;
    },
  };
  const code = await command.run(args, confined, []);
  return code === 2 || output === '' ? failure(errors || output) : answer(output);
}

type Read = { readonly document: string; readonly write: (text: string) => Promise<string | null> } | Answer;

async function readText(name: string, files: readonly string[], host: Machine): Promise<Read> {
  if (!files.includes(name)) return failure(`“${name}” is not one of the documents of this server: ${files.join(', ')}.`);
  let errors = '';
  const quiet: Machine = { ...host, writeError: (text) => void (errors += text) };
  const [found] = (await readDocuments([name], quiet)) ?? [];
  if (found === undefined) return failure(errors);
  return { document: found.text, write: async (text) => ((await writeDocument(found, text, quiet)) ? null : errors) };
}

async function edited(given: Readonly<Record<string, unknown>>, files: readonly string[], host: Machine, write: boolean): Promise<Answer> {
  const read = await readText(String(given['file']), files, host);
  if ('failed' in read) return read;
  try {
    // The arguments were validated against the schema.
    const changed = withEdits(read.document, given['edits'] as readonly RowEdit[]);
    if (changed.length > bounds.document) return failure(`The document would be too large: at most ${bounds.document} characters.`);
    const plan = planOf(read.document, changed);
    const problem = write ? await read.write(changed) : null;
    return problem === null ? answer(JSON.stringify({ written: write, ...plan }, null, 2)) : failure(problem);
  } catch (error) {
    if (error instanceof EditRefused) return failure(error.message);
    throw error;
  }
}

/** `12: | a | b |`. */
function numbered(text: string, section: number | null): string {
  const lines = text.split('\n').map((words, index) => ({ number: index + 1, words: words.replace(/\r$/, '') }));
  const starts = lines.filter(({ words }) => /^## /.test(words));
  const at = starts.findIndex(({ words }) => section !== null && new RegExp(`^## ${section}\\b`).test(words));
  const from = section === null ? 1 : (starts[at]?.number ?? lines.length + 1);
  const to = section === null || at < 0 ? lines.length + 1 : (starts[at + 1]?.number ?? lines.length + 1);
  const shown = lines.filter(({ number }) => number >= from && number < to);
  return shown.length === 0
    ? `Section ${section} is not in the document.`
    : shown.map(({ number, words }) => `${number}: ${words}`).join('\n');
}
