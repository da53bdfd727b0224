import type { Entity } from '../../../model/ast/entities.ts';
import type { Model } from '../../../model/model.ts';
import { isIdentifier, isPascalCase } from '../../../model/reading/cell-forms.ts';
import { plainKinds } from '../../../model/types/index.ts';

/** Returns the problem with the name of a new field, or null. */
export function fieldMistake(entity: Entity, name: string): string | null {
  if (name === '') return 'Enter a name.';
  if (!isIdentifier(name)) return 'Use letters, digits and _ without spaces, such as “dueDate”, and no word reserved in expressions.';
  const same = [...entity.byName.keys()].find((other) => other.toLowerCase() === name.toLowerCase());
  return same === undefined ? null : `${entity.name.text} already has a field “${same}”.`;
}

/** Returns the problem with the name of a new entity, or null. */
export function entityMistake(model: Model, name: string): string | null {
  if (name === '') return 'Enter a name.';
  if (!isPascalCase(name)) return 'Use PascalCase: a capital first and no spaces, such as “SupportTicket”.';
  const same = model.entities.find((other) => other.name.text.toLowerCase() === name.toLowerCase());
  return same === undefined ? null : `An entity “${same.name.text}” already exists.`;
}

/** The contents of the Type cell that can be listed. */
export const typeSuggestions = (model: Model): readonly string[] => [
  ...plainKinds,
  'enum ',
  'list of text',
  ...model.entities.flatMap(({ name }) => [name.text, `list of ${name.text}`]),
];

/**
 * Returns the default name of a field that refers to the entity: `supportTicket` for SupportTicket.
 */
export const fieldNameOf = (entity: string): string => entity.charAt(0).toLowerCase() + entity.slice(1);
