import type { Entity } from '../../model/ast/entities.ts';

/** Returns a warning that names the confidential data in a copy; empty if there is none. */
export function secretWords(entities: readonly Entity[], more: readonly string[]): string {
  const named = (kind: string): string[] =>
    entities.flatMap(({ name, fields }) =>
      fields.flatMap((field) => (field.type.kind === kind ? [`${name.text}.${field.name.text}`] : [])),
    );
  const secrets = named('secret');
  const all = [...more, ...(secrets.length === 0 ? [] : [`the secrets of ${secrets.join(', ')}`])];
  const last = all.at(-1);
  if (last === undefined) return '';
  return `It contains ${all.length === 1 ? last : `${all.slice(0, -1).join(', ')} and ${last}`}: protect it like the database.`;
}

export const holdsPasswords = (entities: readonly Entity[]): boolean =>
  entities.some(({ fields }) => fields.some(({ type }) => type.kind === 'password'));
