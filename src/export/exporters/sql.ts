import type { Entity, Field } from '../../model/ast/entities.ts';
import type { Rule } from '../../model/ast/rules.ts';
import type { Model } from '../../model/model.ts';
import { asComments, type Exported, type Exporter, type Loss, oneLine } from '../exporter.ts';
import { lossesOf } from '../losses.ts';
import { saysDefault, sqlColumn } from '../sql/column.ts';
import { quotedName, quotedText } from '../sql/quoted.ts';

/**
 * Exports the entities as Postgres tables, for people who store the data elsewhere. `ninefold
 * serve` stores its own data differently, with additional columns and triggers.
 */
export const sql: Exporter = {
  name: 'sql',
  summary: 'The entities as tables: CREATE TABLE for Postgres.',
  file: 'schema.sql',
  withLosses: asComments('--'),
  export(model): Exported {
    const tables = model.entities.map((entity) => table(model, entity));
    const parts = [
      `-- The entities of “${oneLine(model.name)}”.`,
      [...new Set(tables.flatMap(({ before }) => before))].join('\n'),
      ...tables.map(({ create }) => create),
      ...model.entities.flatMap((entity) => references(entity)),
      ...model.entities.flatMap((entity) => memberTables(entity)),
      ...model.entities.flatMap((entity) => comments(entity)),
      ...model.rules.filter(isPlainUnique).map(uniqueConstraint),
    ];
    return { text: `${parts.filter((part) => part !== '').join('\n\n')}\n`, losses: left(model) };
  },
};

/** Columns that every record has. */
const builtIn: Readonly<Record<string, string>> = {
  id: '"id" uuid PRIMARY KEY',
  createdAt: '"createdAt" timestamptz NOT NULL DEFAULT now()',
  updatedAt: '"updatedAt" timestamptz NOT NULL DEFAULT now()',
};

function table(model: Model, entity: Entity): { readonly create: string; readonly before: readonly string[] } {
  const columns = ownFields(entity).flatMap((field) => {
    const column = sqlColumn(model, field);
    return column === null ? [] : [column];
  });
  const lines = [...Object.values(builtIn), ...columns.map(({ definition }) => definition)];
  return {
    create: `CREATE TABLE ${quotedName(entity.name.text)} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);`,
    before: columns.flatMap(({ before }) => before),
  };
}

const ownFields = (entity: Entity): readonly Field[] => entity.fields.filter(({ builtIn }) => !builtIn);

/**
 * Adds the references after all tables exist, because tables may refer to each other in a circle.
 */
function references(entity: Entity): string[] {
  return ownFields(entity).flatMap((field) => {
    if (field.type.kind !== 'relation' || field.computed !== null) return [];
    const action = { restrict: '', cascade: ' ON DELETE CASCADE', clear: ' ON DELETE SET NULL' }[field.type.onDelete];
    return [
      `ALTER TABLE ${quotedName(entity.name.text)} ADD FOREIGN KEY (${quotedName(field.name.text)}) REFERENCES ${quotedName(field.type.entity.text)} ("id")${action};`,
    ];
  });
}

/** A list of records becomes a join table, named after the field. */
function memberTables(entity: Entity): string[] {
  return ownFields(entity).flatMap((field) => {
    if (field.type.kind !== 'members' || field.computed !== null) return [];
    const column = (name: string, of: string): string =>
      `  ${quotedName(name)} uuid NOT NULL REFERENCES ${quotedName(of)} ("id") ON DELETE CASCADE`;
    const [owner, member] = ['record', 'member'];
    return [
      `CREATE TABLE ${quotedName(`${entity.name.text}.${field.name.text}`)} (\n${[
        column(owner, entity.name.text),
        column(member, field.type.entity.text),
        `  PRIMARY KEY (${quotedName(owner)}, ${quotedName(member)})`,
      ].join(',\n')}\n);`,
    ];
  });
}

function comments(entity: Entity): string[] {
  const name = quotedName(entity.name.text);
  return [
    ...(entity.description === '' ? [] : [`COMMENT ON TABLE ${name} IS ${quotedText(entity.description)};`]),
    ...ownFields(entity)
      .filter(
        (field) =>
          field.description !== '' && field.computed === null && !['inverse', 'members', 'rows', 'unknown'].includes(field.type.kind),
      )
      .map((field) => `COMMENT ON COLUMN ${name}.${quotedName(field.name.text)} IS ${quotedText(field.description)};`),
  ];
}

type UniqueRule = Rule & { readonly must: { readonly kind: 'unique' } };

const isPlainUnique = (rule: Rule): rule is UniqueRule => rule.must.kind === 'unique' && rule.must.where === null;

const uniqueConstraint = ({ entity, must, name }: UniqueRule): string =>
  `ALTER TABLE ${quotedName(entity.text)} ADD CONSTRAINT ${quotedName(name.text)} UNIQUE (${must.fields.map(({ text }) => quotedName(text)).join(', ')});`;

function left(model: Model): Loss[] {
  const rules = new Set(model.rules.filter(isPlainUnique).map(({ span }) => span));
  const fields = model.entities.flatMap((entity) =>
    ownFields(entity).flatMap((field): Loss[] => {
      const name = `${entity.name.text}.${field.name.text}`;
      if (field.computed !== null) return [];
      if (field.type.kind === 'inverse')
        return [
          {
            span: field.span,
            message: `The list ${name} is not exported: it is the other side of ${field.type.entity.text}.${field.type.by.text}.`,
          },
        ];
      if (field.type.kind === 'rows' || field.type.kind === 'unknown')
        return [{ span: field.span, message: `The field ${name} is not exported: no column stores it.` }];
      return saysDefault(model, field)
        ? []
        : [{ span: field.span, message: `The default of ${name} is not exported: the product calculates it.` }];
    }),
  );
  return [
    ...fields,
    ...lossesOf(model, [
      ...(['people', 'scenarios', 'screens', 'computed fields', 'chosen records', 'examples', 'former names', 'transitions'] as const),
      ...([
        'rules',
        'invariants',
        'roles',
        'account',
        'permissions',
        'calls',
        'views',
        'services',
        'errors',
        'messages',
        'constants',
      ] as const),
    ]).filter(({ span }) => !rules.has(span)),
  ];
}
