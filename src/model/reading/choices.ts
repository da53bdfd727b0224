import type { Expression } from '../../expression/expression.ts';
import type { FieldType } from '../ast/entities.ts';
import type { Phrase } from './phrase.ts';
import type { Reading } from './reading.ts';

/** Splits ``Membership where `org == self.org` `` into the type and the condition after `where`. */
export function splitWhere(written: Phrase): { readonly type: Phrase; readonly where: Phrase | null } {
  // A formula in place of a type, which may have a “where” of its own.
  const found = written.text.startsWith('=') ? null : written.find(/\s+where\s+/g);
  if (found === null) return { type: written, where: null };
  const rest = written.slice(found.index + found[0].length);
  const onDelete = rest.find(/\s+on\s+delete\b/gi);
  if (onDelete === null) return { type: written.slice(0, found.index), where: rest };
  const end = written.text.length - (rest.text.length - onDelete.index);
  return { type: written.without(found.index, end), where: rest.slice(0, onDelete.index) };
}

/**
 * The condition on records that may be chosen; null: any. `entity`: the owner of the field or
 * event.
 */
export function readChoices(
  reading: Reading,
  written: Phrase,
  type: FieldType,
  entity: string,
  section: number,
  title: string,
): Expression | null {
  const { where } = splitWhere(written.plain());
  if (where === null) return null;
  if (type.kind !== 'relation' && type.kind !== 'members') {
    const message = `Only a relation, or a list of records, says “where”: which records may be chosen. ${title} is neither.`;
    reading.notes.misread(section, where.span, 'unknown-value', message);
    return null;
  }
  const place = { self: entity, row: type.entity.text };
  return reading.expression(where.source(), place, section, `what may be chosen for ${title}`, { kind: 'boolean' });
}
