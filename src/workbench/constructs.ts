import type { TextEdit } from '../base/text-edit.ts';
import { writeIn } from '../check/asking/write.ts';
import type { Entity } from '../model/ast/entities.ts';
import type { Model } from '../model/model.ts';
import { lineEndOf, tableText } from '../syntax/edit-table.ts';

/** A construct of the notation, ready to be inserted. */
export interface Construct {
  readonly title: string;
  /** One line of example text that fits the document. */
  readonly example: string;
  /**
   * Returns the edits, or why the construct cannot be inserted now. `cursor` is an offset in the
   * model's text.
   */
  insert(cursor: number): { readonly edits: readonly TextEdit[] } | { readonly problem: string };
}

/** Returns every part of a screen and every kind of table, with names from the document. */
export function constructsOf(model: Model): readonly Construct[] {
  const entity = model.entities.find(({ fields }) => fields.length > 0);
  const parts = entity === undefined ? [] : partsAbout(model, entity);
  return [...parts.map(([title, bullet]) => partOf(model, title, bullet)), ...tablesOf(model, entity).map((one) => tableOf(model, one))];
}

const ofKind = ({ fields }: Entity, ...kinds: readonly string[]): string | undefined =>
  fields.find(({ type }) => kinds.includes(type.kind))?.name.text;

/** The parts of section 2. Parts that need a field of some type are included only if one exists. */
function partsAbout(model: Model, entity: Entity): [string, string][] {
  const name = entity.name.text;
  const shown = entity.fields.filter(({ type }) => type.kind !== 'password' && type.kind !== 'secret').slice(0, 4);
  const fields = shown.map((field) => field.name.text).join(', ');
  const settableFields = entity.fields.filter(({ settable }) => settable).map((field) => field.name.text);
  const by = ofKind(entity, 'state', 'enum', 'relation');
  const day = ofKind(entity, 'date', 'datetime');
  const [event] = model.machines
    .filter((one) => one.entity === name)
    .flatMap(({ transitions }) => transitions.map(({ trigger }) => trigger));
  const screen = model.screens.find(({ assumed, parameters }) => !assumed && parameters.length === 0)?.name.text;
  const found: (readonly [string, string | undefined])[] = [
    ['list', `list of ${name}: ${fields}`],
    ['cards', `cards of ${name}: ${fields}`],
    ['board', by && `board of ${name} by ${by}: ${fields}`],
    ['calendar', day && `calendar of ${name} by ${day}`],
    ['chart', by && `chart of count of ${name} by ${by} as bar`],
    ['figure', `figure "${name}": \`size(${name})\``],
    ['form to create', settableFields.length > 0 ? `form to create ${name}: ${settableFields.join(', ')}` : undefined],
    ['details', `details: ${fields}`],
    ['form to edit', settableFields.length > 0 ? `form to edit: ${settableFields.join(', ')}` : undefined],
    ['buttons', event?.kind === 'event' ? `buttons: ${event.name.text}, delete` : 'buttons: delete'],
    ['timeline', `timeline of ${name}`],
    ['link', screen && `link "${screen}": ${screen}`],
    ['text', 'text: Words for the reader.'],
    ['print', 'print'],
    ['sign-in form', 'sign-in form'],
    ['sign-up form', 'sign-up form'],
    ['tabs', 'tabs'],
    ['section', 'section "Title"'],
    ['columns', 'columns'],
  ];
  return found.flatMap(([title, bullet]): [string, string][] => (bullet ? [[title, bullet]] : []));
}

/** Inserts a bullet on a line of its own below the cursor's bullet. */
function partOf(model: Model, title: string, bullet: string): Construct {
  return {
    title: `a ${title} on a screen`,
    example: bullet,
    insert(cursor) {
      const { text, sections } = model.tree;
      const section = sections.find(({ span }) => span.from <= cursor && cursor <= span.to);
      const heading = section?.blocks.findLast((block) => block.kind === 'heading' && block.span.from <= cursor);
      if (section?.number !== 2 || heading === undefined) return { problem: 'Put the cursor below a screen’s heading in section 2.' };
      const lineEnd = lineEndOf(text);
      const list = section.blocks.find(({ kind, span }) => kind === 'bullets' && span.from <= cursor && cursor <= span.to);
      if (list?.kind !== 'bullets')
        return { edits: [{ from: heading.span.to, to: heading.span.to, insert: `${lineEnd}${lineEnd}- ${bullet}` }] };
      // After the outermost bullet at the cursor, including nested ones.
      const at = list.items.findLast(({ span }) => span.from <= cursor)?.span.to ?? list.span.to;
      const end = at - (/\s*$/.exec(text.slice(0, at))?.[0].length ?? 0);
      return { edits: [{ from: end, to: end, insert: `${lineEnd}- ${bullet}` }] };
    },
  };
}

interface TableConstruct {
  readonly title: string;
  readonly section: number;
  /** A heading above the table, such as `### Scenario: …`. */
  readonly heading?: string;
  readonly header: readonly string[];
  readonly row: readonly string[];
}

/** The tables that a section can contain, each with a row of holes. */
function tablesOf(model: Model, entity: Entity | undefined): readonly TableConstruct[] {
  const name = entity?.name.text ?? 'Thing';
  const free = (wanted: string, taken: readonly string[]): string => {
    for (let number = 1; ; number++) {
      const one = number === 1 ? wanted : `${wanted}${number}`;
      if (!taken.includes(one)) return one;
    }
  };
  const thing = free(
    'Thing',
    model.entities.map((one) => one.name.text),
  );
  const constant = free(
    'LIMIT',
    model.constants.map((one) => one.name.text),
  );
  const error = free(
    'REFUSED',
    model.errors.map((one) => one.name.text),
  );
  const scenario = free(
    'what happens',
    model.scenarios.map(({ title }) => title),
  );
  const screen = free(
    'New screen',
    model.screens.map((one) => one.name.text),
  );
  return [
    { title: 'people and their wishes', section: 1, header: ['Person', 'Wants to', 'So that'], row: ['someone', '?', '?'] },
    {
      title: 'a scenario',
      section: 1,
      heading: `### Scenario: ${scenario}`,
      header: ['As', 'Do', 'Expect'],
      row: ['nobody', '`wait days(1)`', ''],
    },
    {
      title: 'a screen',
      section: 2,
      header: ['Screen', 'Route', 'About', 'Roles', 'Description'],
      row: [screen, `/${screen.toLowerCase().replaceAll(' ', '-')}`, '', '', ''],
    },
    {
      title: 'an entity',
      section: 3,
      heading: `### ${thing}`,
      header: ['Field', 'Type', 'Required', 'Unique', 'Default', 'Computed', 'Description'],
      row: ['name', 'text', 'yes', '', '', '', 'label'],
    },
    { title: 'a rule', section: 5, header: ['Rule', 'On', 'Must hold', 'Error'], row: ['what must hold', name, '?', ''] },
    { title: 'an error', section: 8, header: ['Error', 'Status', 'Message', 'Shown'], row: [error, '422', 'Say why.', 'toast'] },
    { title: 'a constant', section: 9, header: ['Constant', 'Value', 'Unit', 'Description'], row: [constant, '?', '', ''] },
  ];
}

/** Appends a table to its section; several tables of one kind are combined. */
const tableOf = (model: Model, { title, section, heading, header, row }: TableConstruct): Construct => ({
  title: `${title} (section ${section})`,
  example: `${header.join(' | ')}`,
  insert: () => ({ edits: writeIn(model, section, `${heading === undefined ? '' : `${heading}\n\n`}${tableText(header, [row])}`) }),
});
