import type { Fix } from '../../base/finding.ts';
import type { Span } from '../../base/span.ts';
import type { Field } from '../../model/ast/entities.ts';
import type { Model } from '../../model/model.ts';
import { toWords } from '../../model/reading/cell-forms.ts';
import { suggestedType } from '../asking/types.ts';
import { replaceBy } from '../fixes.ts';
import type { ModelFacts } from './survey.ts';
import { type UnknownName, unknownNames } from './unknown-names.ts';

/** A field that seems to have been renamed where it is declared only. */
export interface RenamedField {
  readonly field: Field;
  /** All places that use the former name. */
  readonly places: readonly Span[];
  /** Renames the uses, or the declaration. */
  readonly fix: readonly Fix[];
}

/**
 * For each first use of an entity's only undeclared name: the field that it probably is now, the
 * only one that nothing uses. One use alone is rather a slip.
 */
export function renamedFields(model: Model, survey: ModelFacts): ReadonlyMap<number, RenamedField> {
  const missing = new Map<string, UnknownName[]>();
  const note = (entity: string, name: UnknownName): void => {
    missing.set(entity, [...(missing.get(entity) ?? []), name]);
  };
  for (const name of unknownNames(model, survey, 'field', 'undefined-field')) if (name.within !== null) note(name.within, name);
  for (const name of unknownNames(model, survey, null, 'undefined-name')) {
    if (name.fieldOf !== null) note(name.fieldOf, name);
  }
  const found = new Map<number, RenamedField>();
  for (const [entity, uses] of missing) {
    const [name = '', ...others] = new Set(uses.map((use) => use.name));
    const [field, ...more] = unusedFields(model, entity);
    if (uses.length < 2 || others.length > 0 || field === undefined || more.length > 0 || !fits(name, field)) continue;
    const places = [...uses.map(({ span }) => span), ...exampleColumns(model, entity, name)].sort((a, b) => a.from - b.from);
    const edits = places.map((span) => ({ ...span, insert: field.name.text }));
    const fix = [
      { title: `Write “${field.name.text}” in all ${places.length} places`, edits },
      ...replaceBy(field.name.span, [name]).map((back) => ({ ...back, title: `Call the field “${name}” again` })),
    ];
    found.set(uses[0]?.span.from ?? 0, { field, places, fix });
  }
  return found;
}

/** Headers of the entity's examples. One that names no field is prose, and not reported. */
function exampleColumns({ tree }: Model, entity: string, name: string): readonly Span[] {
  let heading = '';
  return (tree.sections.find(({ number }) => number === 3)?.blocks ?? []).flatMap((block) => {
    if (block.kind === 'heading') heading = block.text.trim();
    const isExamples = block.kind === 'table' && heading === entity && block.header.cells[0]?.text.trim() === 'Example';
    return isExamples ? block.header.cells.filter(({ text }) => text.trim() === name).map(({ span }) => span) : [];
  });
}

function unusedFields(model: Model, entity: string): readonly Field[] {
  const used = new Set(
    model.references.flatMap(({ kind, within, text, found }) => (found && kind === 'field' && within === entity ? [text] : [])),
  );
  const fields = model.entities.find(({ name }) => name.text === entity)?.fields ?? [];
  return fields.filter(({ name, builtIn }) => !builtIn && !used.has(name.text));
}

/** Whether the type is what the name suggests, as `dueDate` does. Most names suggest nothing. */
function fits(name: string, { type }: Field): boolean {
  const suggested = suggestedType(toWords(name));
  return suggested === 'text' || suggested === type.kind;
}
