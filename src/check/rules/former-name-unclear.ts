import type { Entity, FormerName } from '../../model/ast/entities.ts';
import { machinesOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { rowDeleted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const formerNameUnclear = defineRule({
  code: 'former-name-unclear',
  severity: 'warning',
  section: 3,
  summary: 'A row of the table Was, Is, How that contradicts the document or another row.',
  messages: {
    present: '“{name}” is still declared, so this row has no effect. Remove the row, or rename “{name}”.',
    twice: 'Two rows rename “{name}”. The first row counts.',
    circle: '“{name}” leads back to itself: no row gives its present name.',
  },
  check(model, report) {
    for (const entity of model.entities) {
      const seen = new Set<string>();
      for (const row of entity.former) {
        const name = nameOf(row);
        if (isThere(model, entity, row)) report({ message: 'present', at: row, fix: rowDeleted(model, 'Was', row.span), data: { name } });
        else if (seen.has(name)) report({ message: 'twice', at: row, fix: rowDeleted(model, 'Was', row.span), data: { name } });
        else if (isCircular(entity, row)) report({ message: 'circle', at: row, fix: rowDeleted(model, 'Was', row.span), data: { name } });
        seen.add(name);
      }
    }
  },
});

const nameOf = ({ field, value }: Pick<FormerName, 'field' | 'value'>): string => (value === null ? field : `${field}.${value}`);

function isThere(model: Model, entity: Entity, { field, value, is }: FormerName): boolean {
  if (is?.field === null) return model.entities.some(({ name }) => name.text === field);
  const type = entity.byName.get(field)?.type;
  if (value === null) return type !== undefined;
  const of = type?.kind === 'list' ? type.of : type;
  if (of?.kind === 'enum') return of.values.some(({ text }) => text === value);
  return machinesOf(model, entity.name.text).some(
    (machine) => machine.field === field && machine.states.some(({ name }) => name === value),
  );
}

function isCircular(entity: Entity, row: FormerName): boolean {
  const next = ({ is }: FormerName): FormerName | undefined =>
    entity.former.find((one) => is !== null && one.field === is.field && one.value === is.value);
  let at = next(row);
  for (let steps = 0; at !== undefined && steps < entity.former.length; steps++) {
    if (at === row) return true;
    at = next(at);
  }
  return false;
}
