import { singular } from '../../base/plural.ts';
import type { Model } from '../../model/model.ts';
import { isLowerCaseWords } from '../../model/reading/cell-forms.ts';
import { nameMeant } from '../../model/reading/name-meant.ts';
import { tableText } from '../../syntax/edit-table.ts';
import { crud, type Granted, meant, permissionRows } from './convert-table.ts';

/** A longer line is prose. */
const longest = 300;

interface Right extends Granted {
  readonly entity: string;
}

const subject =
  /^(?:an? |the |all |any |every )?([\p{L}][\p{L} -]{0,40}?)s?\s+(?:can|may|are allowed to|is allowed to)\s+(?:also\s+|only\s+)?(.+?)\.?$/iu;
const every = /^(?:everything|anything|all(?: of it)?|all (?:records|data|things))$/i;
const ofTheirOwn = /^(?:(?:their|his|her|its) )?own\s+/i;
const ofAll = /^(?:(?:the|all|any|an?|other|new)\s+)+/i;

/**
 * The tables of section 6 for lines such as “Members can read everything, create votes and edit
 * their own proposals”; null: one of them says something else. `end`: the document's line end.
 */
export function convertPermissions(model: Model, lines: readonly string[], end: string): string | null {
  if (model.entities.length === 0) return null;
  const people = lines.map((line) => {
    const [, who = '', what = ''] = line.length > longest ? [] : (subject.exec(line) ?? []);
    const role = singular(who.trim().toLowerCase());
    const rights = isLowerCaseWords(role) ? rightsIn(model, what) : null;
    return rights === null ? null : { role: role === 'guest' || role === 'anyone' ? 'visitor' : role, rights };
  });
  const read = people.filter((one) => one !== null);
  const names = [...new Set(read.map(({ role }) => role))];
  if (read.length < lines.length || names.length < read.length) return null;
  const rows = model.entities.flatMap(({ name: { text } }) =>
    permissionRows(
      model,
      text,
      read.map(({ rights }) => rights.filter(({ entity }) => entity === text)),
    ),
  );
  const roles = names.map((role) => [role, role === 'visitor' ? '`me == null`' : '?']);
  return [tableText(['Role', 'Is'], roles, end), '', tableText(['Permission', ...names], rows, end)].join(end);
}

/** `create proposals and votes, edit their own proposals`; null: it says something else. */
function rightsIn(model: Model, text: string): readonly Right[] | null {
  const names = model.entities.map(({ name }) => name.text);
  const found: Right[] = [];
  let operations: string[] = [];
  let isOpen = false;
  for (const piece of text.split(/\s*,\s*(?:and\s+)?|\s+(?:and|or)\s+/i)) {
    const [word = '', ...rest] = piece.trim().split(/\s+/);
    const operation = /^(?:do|manage)$/i.test(word) ? 'everything' : meant(word.toLowerCase());
    // “create, edit and delete votes”: verbs before their object belong together.
    if (operation !== undefined) operations = isOpen ? [...operations, operation] : [operation];
    const words = (operation === undefined ? [word, ...rest] : rest).join(' ');
    isOpen = words === '';
    if (isOpen) continue;
    const own = ofTheirOwn.test(words);
    const object = words.replace(ofTheirOwn, '').replace(ofAll, '');
    const one = nameMeant(names, object);
    const entities = every.test(words) ? names : one === null ? null : [one];
    if (entities === null || operations.length === 0) return null;
    const all = operations.includes('everything') ? crud : operations;
    found.push(...entities.flatMap((entity) => all.map((each) => ({ operation: each, entity, own }))));
  }
  return isOpen || found.length === 0 ? null : found;
}
