import { sectionTitles } from '../model/ast/common.ts';
import { toConstantName } from '../model/reading/cell-forms.ts';
import { tableText } from '../syntax/edit-table.ts';
import type { Draft, DraftCall, DraftEntity, DraftMachine, DraftScenario, DraftScreen } from './draft.ts';

/**
 * Writes the draft as a document of nine sections. Sections without content are marked as not
 * shown.
 */
export function writeDraft(draft: Draft): string {
  const forms: readonly (readonly string[])[] = [
    [...people(draft), ...draft.scenarios.map(writeScenario)],
    draft.screens.length === 0 ? [] : [screens(draft.screens), ...draft.screens.map(parts)],
    draft.entities.flatMap(entity),
    draft.machines.map(machine),
    draft.rules.length === 0
      ? []
      : [
          table(
            ['Rule', 'On', 'Must hold'],
            draft.rules.map(({ name, on, must }) => [name, on, must]),
          ),
        ],
    [],
    draft.calls.length === 0 ? [] : [calls(draft.calls)],
    draft.errors.length === 0 ? [] : [errors(draft)],
    draft.constants.length === 0
      ? []
      : [
          table(
            ['Constant', 'Value', 'Unit'],
            draft.constants.map(({ name, value, unit }) => [name, value, unit]),
            ['Value'],
          ),
        ],
  ];
  const sections = sectionTitles.map((title, index) => {
    const blocks = [...(draft.prose.get(index + 1) ?? []), ...(forms[index] ?? [])];
    return `## ${index + 1}. ${title}\n\n${blocks.length === 0 ? `${title}: not shown.` : blocks.join('\n\n')}\n`;
  });
  return `# Specification: ${oneLine(draft.title) || 'Imported'}\n\n${sections.join('\n')}`;
}

/** Formats a table without empty columns; the first column always stays. */
function table(header: readonly string[], rows: readonly (readonly string[])[], needed: readonly string[] = []): string {
  const columns = header.flatMap((name, index) =>
    index === 0 || needed.includes(name) || rows.some((row) => (row[index] ?? '').trim() !== '') ? [index] : [],
  );
  return tableText(
    columns.map((index) => header[index] ?? ''),
    rows.map((row) => columns.map((index) => row[index] ?? '')),
  );
}

const yes = (value: boolean): string => (value ? 'yes' : '');
const code = (expression: string): string => (expression === '' ? '' : `\`${expression.replaceAll(/[\r\n]+/g, ' ').trim()}\``);

const people = ({ people: all }: Draft): string[] =>
  all.length === 0
    ? []
    : [
        table(
          ['Person', 'Wants to', 'So that'],
          all.map(({ person, wants, soThat }) => [person, wants, soThat]),
          ['Wants to'],
        ),
      ];

export function writeScenario({ title, rows, steps }: DraftScenario): string {
  const written = rows.map(({ as, does, expect }) => [as, code(does), expect]);
  return [
    `### Scenario: ${oneLine(title)}`,
    ...(steps.length === 0 ? [] : [steps.map((step) => `- ${proseLine(step)}`).join('\n')]),
    ...(written.length === 0 ? [] : [table(['As', 'Do', 'Expect'], written, ['Do', 'Expect'])]),
  ].join('\n\n');
}

const screens = (all: readonly DraftScreen[]): string =>
  table(
    ['Screen', 'Route', 'About'],
    all.map(({ name, route, about }) => [name, route, about]),
    ['Route'],
  );

const parts = ({ name, parts: bullets }: DraftScreen): string =>
  `### ${name}\n\n${bullets.map((part) => part.replace(/^ */, (blanks) => `${blanks}- `)).join('\n')}`;

function entity({ name, description, fields, examples }: DraftEntity): string[] {
  const columns = [...new Set(examples.flatMap(({ values }) => [...values.keys()]))];
  return [
    `### ${name}`,
    ...(description.trim() === '' ? [] : [proseLine(description)]),
    table(
      ['Field', 'Type', 'Required', 'Unique', 'Default', 'Description'],
      fields.map((field) => [field.name, field.type, yes(field.required), yes(field.unique), field.default, field.description]),
      ['Type'],
    ),
    ...(examples.length === 0
      ? []
      : [
          tableText(
            ['Example', ...columns],
            examples.map((one) => [one.name, ...columns.map((column) => one.values.get(column) ?? '')]),
          ),
        ]),
  ];
}

function machine({ entity: of, field, rows }: DraftMachine): string {
  const written = rows.map(({ from, event, to, guard, effect, description }) => [
    from.join(', '),
    event,
    to,
    code(guard),
    code(effect),
    description,
  ]);
  return `### ${of}.${field}\n\n${table(['From', 'Event', 'To', 'Guard', 'Effect', 'Description'], written, ['Event', 'To'])}`;
}

const calls = (all: readonly DraftCall[]): string =>
  table(
    ['Call', 'Takes', 'Does', 'Returns', 'Errors', 'Description'],
    all.map(({ call, takes, does, returns, errors: raised, description }) => [
      code(call),
      code(takes),
      does === '' ? 'not shown' : code(does),
      returns,
      raised.join(', '),
      description,
    ]),
    ['Does', 'Returns'],
  );

const errors = ({ errors: all }: Draft): string =>
  table(
    ['Error', 'Status', 'Message'],
    all.map(({ name, status, message }) => [toConstantName(name), String(status), message.replaceAll(/[{}]/g, '')]),
    ['Status', 'Message'],
  );

export const oneLine = (words: string): string => words.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** Formats text as one paragraph of prose, whatever characters it starts with. */
export const proseLine = (words: string): string =>
  oneLine(words)
    .replaceAll('<!--', '&lt;!--')
    .replace(/^(?=[#>|*+\-=~`]|\d+[.)])/, '\\');
