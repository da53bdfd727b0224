import type { TextEdit } from '../../base/text-edit.ts';
import { errorAdded } from '../../check/added-rows.ts';
import { ownErrors } from '../../check/analysis/access.ts';
import type { Model } from '../../model/model.ts';
import { toConstantName } from '../../model/reading/cell-forms.ts';
import { cellOf } from './row-edits.ts';

/** The error of a rule or a guard: its name, and the row of section 8 that it still needs. */
export interface Refusal {
  readonly name: string;
  readonly row: (model: Model) => readonly TextEdit[];
}

/**
 * The error that says `message`: the one that section 8 has, else a new one that is called after
 * `about`. `field`: where it is shown; null: nowhere in particular.
 */
export function refusalOf(model: Model, message: string, about: string, field: string | null): Refusal {
  const said = message.trim();
  const known = model.errors.find((one) => cellOf(model, one, 'Message') === said);
  if (known !== undefined) return { name: known.name.text, row: () => [] };
  const taken = new Set([...ownErrors, ...model.errors.map(({ name }) => name.text), ...model.constants.map(({ name }) => name.text)]);
  const words = toConstantName(about.normalize('NFD').replace(/\p{Mark}/gu, '')).replace(/[^A-Z0-9_]/gu, '');
  const base = /^[A-Z]/.test(words) ? words.slice(0, 40).replace(/_[^_]*$/, (cut) => (words.length > 40 ? '' : cut)) : 'REFUSED';
  let name = base;
  for (let number = 2; taken.has(name) || name.length < 2; number++) name = `${base}_${number}`;
  return {
    name,
    row: (current) => errorAdded(current, name, said, field === null ? 'toast' : `at ${field}`)[0]?.edits ?? [],
  };
}
