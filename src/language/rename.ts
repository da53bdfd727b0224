import type { Finding } from '../base/finding.ts';
import type { Span } from '../base/span.ts';
import { applyEdits, type TextEdit } from '../base/text-edit.ts';
import { checkModel } from '../check/check.ts';
import type { Model } from '../model/model.ts';
import { readModel } from '../model/read.ts';
import { capital } from '../model/reading/cell-forms.ts';
import { occurrenceAt, occurrencesOf, placesOf } from './names/occurrences.ts';
import { isAnswer, whyFixed, whyNot } from './new-name.ts';
import { type NamedThing, titleOf } from './symbol.ts';

export type Rename =
  | { readonly ok: true; readonly thing: NamedThing; readonly edits: readonly TextEdit[] }
  /** A full sentence. */
  | { readonly ok: false; readonly why: string };

export type Renameable = { readonly ok: true; readonly span: Span; readonly text: string } | { readonly ok: false; readonly why: string };

/** Whether the name at an offset can be renamed, with its span or the reason. */
export function prepareRename(model: Model, offset: number): Renameable {
  const name = occurrenceAt(model, offset);
  if (name === null) return { ok: false, why: 'There is no declared name here.' };
  const why = whyFixed(model, name);
  return why === null ? { ok: true, span: name.span, text: name.text } : { ok: false, why };
}

/**
 * The edits that rename the thing at an offset everywhere. Reads the resulting text first and
 * refuses a rename that would introduce an error or change the meaning of a name.
 */
export function renameAt(model: Model, offset: number, to: string): Rename {
  const thing = occurrenceAt(model, offset);
  if (thing === null) return { ok: false, why: 'There is no declared name here.' };
  const name = to.trim();
  const why = whyFixed(model, thing) ?? whyNot(model, thing, name);
  if (why !== null) return { ok: false, why };
  const edits = editsOf(model, thing, name);
  const trouble = troubleOf(model, thing, name, edits);
  return trouble === null ? { ok: true, thing, edits } : { ok: false, why: trouble };
}

function editsOf(model: Model, thing: NamedThing, name: string): TextEdit[] {
  const edits = new Map<number, TextEdit>();
  for (const one of called(model, thing)) {
    const insert = name + one.text.slice(thing.text.length);
    for (const { span } of placesOf(model, one)) edits.set(span.from, { ...span, insert });
  }
  return [...edits.values()];
}

/**
 * The things renamed together: the event of an answer, and the one for a missing answer that is
 * named after it.
 */
function called(model: Model, thing: NamedThing): readonly NamedThing[] {
  return isAnswer(model, thing) ? [thing, { ...thing, text: `${thing.text} failed` }] : [thing];
}

function troubleOf(model: Model, thing: NamedThing, name: string, edits: readonly TextEdit[]): string | null {
  const after = readModel(applyEdits(model.tree.text, edits));
  const fresh = newError(checkModel(model), checkModel(after));
  if (fresh !== null) return `${capital(titleOf(thing))} cannot be called “${name}”: then there would be a mistake. ${fresh.message}`;
  const places = called(after, renamed(after, thing, name, edits)).flatMap((one) => placesOf(after, one)).length;
  if (places === edits.length && occurrencesOf(after).length === occurrencesOf(model).length) return null;
  return `${capital(titleOf(thing))} cannot be called “${name}”: in some places that name means something else already.`;
}

/**
 * The thing in the new text. A bound name is identified by its place, which earlier edits shift.
 */
function renamed(after: Model, thing: NamedThing, name: string, edits: readonly TextEdit[]): NamedThing {
  if (thing.kind !== 'name') return { ...thing, text: name };
  const first = Math.min(...edits.map((edit) => edit.from));
  return occurrencesOf(after).find((one) => one.span.from === first && one.text === name) ?? { ...thing, text: name };
}

/** The first error that did not exist before, by code. */
function newError(before: readonly Finding[], after: readonly Finding[]): Finding | null {
  const counts = new Map<string, number>();
  for (const { code, severity } of before) if (severity === 'error') counts.set(code, (counts.get(code) ?? 0) + 1);
  for (const finding of after) {
    if (finding.severity !== 'error') continue;
    const left = (counts.get(finding.code) ?? 0) - 1;
    if (left < 0) return finding;
    counts.set(finding.code, left);
  }
  return null;
}
