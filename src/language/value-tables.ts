import type { Span } from '../base/span.ts';
import type { Field } from '../model/ast/entities.ts';
import { fieldOf } from '../model/lookup.ts';
import type { Model } from '../model/model.ts';
import { headingPhrase } from '../model/reading/headings.ts';
import type { Table } from '../syntax/tree.ts';

/** The values of a field of type `enum …` or of a list of it; empty for any other type. */
export const valuesOf = ({ type }: Field): readonly string[] => {
  const of = type.kind === 'list' ? type.of : type;
  return of.kind === 'enum' ? of.values.map(({ text }) => text) : [];
};

/** The tables `Value`, under `#### field` of an entity or under `### Entity.field`. */
export function valueTables(model: Model): readonly { readonly field: Field; readonly table: Table }[] {
  const found: { field: Field; table: Table }[] = [];
  let [entity, below] = ['', ''];
  for (const block of model.tree.sections.find(({ number }) => number === 3)?.blocks ?? []) {
    if (block.kind === 'heading') {
      const words = headingPhrase(block).text;
      if (block.level <= 3) [entity = '', below = ''] = words.split('.', 2);
      else below = words;
    } else if (block.kind === 'table' && block.header.cells[0]?.text.trim().toLowerCase() === 'value') {
      const field = fieldOf(model, entity, below);
      if (field !== undefined) found.push({ field, table: block });
    }
  }
  return found;
}

/** The enum value at an offset: in a field's type, in a table `Value` or in a table `Word`. */
export function valueAt(model: Model, offset: number): { readonly field: Field; readonly value: string; readonly span: Span } | null {
  const at = ({ from, to }: Span): boolean => from <= offset && offset <= to;
  for (const field of model.entities.flatMap(({ fields }) => fields)) {
    const of = field.type.kind === 'list' ? field.type.of : field.type;
    const named = of.kind === 'enum' ? of.values.find(({ span }) => at(span)) : undefined;
    if (named !== undefined) return { field, value: named.text, span: named.span };
  }
  for (const { field, table } of valueTables(model)) {
    const cell = table.rows.map(({ cells }) => cells[0]).find((one) => one !== undefined && at(one.span));
    const value = valuesOf(field).find((one) => one === cell?.text.trim());
    if (cell !== undefined && value !== undefined) return { field, value, span: cell.span };
  }
  const word = model.words.find(({ span, quoted }) => !quoted && at(span));
  const [entity = '', name = '', ...rest] = word?.name.split('.') ?? [];
  const field = fieldOf(model, entity, name);
  const value = rest.join('.');
  return word !== undefined && field !== undefined && valuesOf(field).includes(value) ? { field, value, span: word.span } : null;
}
