import { plural } from '../../base/plural.ts';
import { toPath, toWords } from '../reading/cell-forms.ts';
import { detailFields, filterFields, formFields, rowFields, searchFields } from '../reading/default-fields.ts';
import type { EntityDraft } from '../reading/drafts.ts';
import type { Reading } from '../reading/reading.ts';

/** The bullets assumed for a screen, written as the document would write them. */

const fields = (names: readonly string[]): string => (names.length === 0 ? '' : `: ${names.join(', ')}`);
const option = (word: string, names: readonly string[]): string[] => (names.length === 0 ? [] : [`  - ${word} ${names.join(', ')}`]);

export function listBullets(entity: EntityDraft, open: string | null): string[] {
  return [
    `- list of ${entity.name.text}${fields(rowFields(entity))}`,
    ...option('search', searchFields(entity)),
    ...option('filter', filterFields(entity)),
    ...(open === null ? [] : [`  - open ${open}`]),
  ];
}

export function createBullets(entity: EntityDraft, then: string | null): string[] {
  return [`- form to create ${entity.name.text}${fields(formFields(entity))}`, ...(then === null ? [] : [`  - then open ${then}`])];
}

export function detailBullets(reading: Reading, entity: EntityDraft): string[] {
  const shown = detailFields(entity);
  const events = [...reading.names.all('event', entity.name.text)];
  const asked = formFields(entity);
  return [
    shown.length === 0 ? '- details' : `- details: ${shown.join(', ')}`,
    `- buttons: ${[...events, 'delete'].join(', ')}`,
    ...(asked.length === 0 ? [] : [`- form to edit: ${asked.join(', ')}`]),
  ];
}

/**
 * Guesses from its name alone what a screen shows (sign-in, sign-up, an entity's list, …); null if
 * the name suggests nothing.
 */
export function bulletsByName(reading: Reading, name: string): { readonly bullets: string[]; readonly shows: string } | null {
  const words = name.toLowerCase();
  if (/^(sign|log) ?-?in$/.test(words)) return { bullets: ['- sign-in form'], shows: 'the form to sign in' };
  if (/^(sign ?-?up|register|registration)$/.test(words)) return { bullets: ['- sign-up form'], shows: 'the form to sign up' };
  for (const entity of reading.entities.values()) {
    const one = toWords(entity.name.text).toLowerCase();
    if (words === `new ${one}`) return { bullets: createBullets(entity, null), shows: `a form to create ${entity.name.text}` };
    if (words === plural(one) || words === one) return { bullets: listBullets(entity, null), shows: `a list of ${entity.name.text}` };
  }
  return null;
}

/**
 * The route of an entity's assumed screen: `/tickets`, or `/admin/tickets` if the document has
 * screens of its own.
 */
export const routeOf = (entity: string, admin: boolean): string => `${admin ? '/admin' : ''}/${toPath(plural(toWords(entity)))}`;
