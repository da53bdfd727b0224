import type { TextEdit } from '../../base/text-edit.ts';
import { errorAdded } from '../../check/added-rows.ts';
import { ownErrors } from '../../check/analysis/access.ts';
import type { Model } from '../../model/model.ts';
import { toConstantName } from '../../model/reading/cell-forms.ts';
import { cellOf } from './row-edits.ts';

/**
 * The error of a rule or a guard: its name, and the edits that add its row to section 8 if
 * necessary.
 */
export interface RefusalError {
  readonly name: string;
  readonly row: (model: Model) => readonly TextEdit[];
}

/**
 * Returns the error with this message: an existing one from section 8, or a new one named after
 * `about`. `field`: where it is shown; null: at no particular field.
 */
export function refusalOf(model: Model, message: string, about: string, field: string | null): RefusalError {
  const text = message.trim();
  const known = model.errors.find((one) => cellOf(model, one, 'Message') === text);
  if (known !== undefined) return { name: known.name.text, row: () => [] };
  const taken = new Set([...ownErrors, ...model.errors.map(({ name }) => name.text), ...model.constants.map(({ name }) => name.text)]);
  const words = toConstantName(about.normalize('NFD').replace(/\p{Mark}/gu, '')).replace(/[^A-Z0-9_]/gu, '');
  const base = /^[A-Z]/.test(words) ? words.slice(0, 40).replace(/_[^_]*$/, (cut) => (words.length > 40 ? '' : cut)) : 'REFUSED';
  let name = base;
  for (let number = 2; taken.has(name) || name.length < 2; number++) name = `${base}_${number}`;
  return {
    name,
    row: (current) => errorAdded(current, name, text, field === null ? 'toast' : `at ${field}`)[0]?.edits ?? [],
  };
}
