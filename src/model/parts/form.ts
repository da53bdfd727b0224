import type { Span } from '../../base/span.ts';
import type { Expression } from '../../expression/expression.ts';
import { lineEndOf } from '../../syntax/edit-table.ts';
import type { Name } from '../ast/common.ts';
import type { FormField } from '../ast/screens.ts';
import { formFields } from '../reading/default-fields.ts';
import { noteUnknownOption } from '../reading/listing.ts';
import {
  atColon,
  type ContentOf,
  entityUse,
  fieldsOr,
  fieldUse,
  optionOf,
  type PartPlace,
  type PartReader,
  type PartWords,
  scopeOf,
  screensSection,
} from '../reading/part.ts';
import type { Phrase } from '../reading/phrase.ts';
import { formOptions } from '../vocabulary.ts';

/**
 * `form to create E: fields`, `form to edit [x]: fields`; options: `with {…}`, `then open SCREEN`
 */
export const form: PartReader<'form'> = {
  begins: /^form\s+to\s+(?=(?:create|edit)\b)/i,
  read(words, place) {
    const purpose = /^create\b/i.test(words.rest.text) ? 'create' : 'edit';
    const inline = words.rest.find(/\s+with\s+(?=\{)/g);
    const rest = inline === null ? words.rest : words.rest.slice(0, inline.index);
    const preset = inline === null ? null : words.rest.slice(inline.index + inline[0].length);
    if (preset !== null) notePreset(place, words, rest, preset);
    const { head, tail } = atColon(rest.slice(purpose.length));
    return purpose === 'create' ? readCreate(words, place, head, tail, preset) : readEdit(words, place, head, tail, preset);
  },
};

/** Reports `with {…}` behind the fields, where it is read as if nested. */
function notePreset({ reading }: PartPlace, { bullet }: PartWords, rest: Phrase, preset: Phrase): void {
  const { text } = reading.tree;
  const [from, to] = [rest.span.to, bullet.content.to];
  const indent = ' '.repeat(bullet.span.from - text.lastIndexOf('\n', bullet.span.from - 1) + 1);
  const end = lineEndOf(text);
  const message = `What a form presets is nested in its bullet: “- with ${preset.text}”.`;
  const insert = `${text.slice(preset.span.to, to)}${end}${indent}- with ${preset.text}`;
  const title = `Nest “with ${preset.text}”`;
  reading.notes.misreads.push({
    section: screensSection,
    span: { from, to: preset.span.to },
    code: 'near-miss',
    message,
    certain: true,
    suggestions: [{ title, insert, span: { from, to } }],
  });
}

function readCreate(
  words: PartWords,
  place: PartPlace,
  head: Phrase,
  tail: Phrase | null,
  preset: Phrase | null,
): ContentOf<'form'> | string {
  if (head.empty || /\s/.test(head.text)) return 'Write the name of an entity after “form to create”: “form to create Ticket: subject”.';
  const entity = entityUse(place, head);
  return {
    kind: 'form',
    purpose: 'create',
    entity,
    target: null,
    fields: fieldsOfForm(place, tail, entity.text, entity.span),
    ...readOptions(words, place, entity.text, preset),
  };
}

function readEdit(words: PartWords, place: PartPlace, head: Phrase, tail: Phrase | null, preset: Phrase | null): ContentOf<'form'> {
  const target = head.empty
    ? null
    : place.reading.expression(head.source(), scopeOf(place), screensSection, `what the form of ${place.screen} edits`);
  const entity = target === null ? place.about : target.type.kind === 'record' ? target.type.entity : null;
  const span = head.empty ? words.bullet.content : head.span;
  return {
    kind: 'form',
    purpose: 'edit',
    entity: entity === null ? null : { text: entity, span },
    target,
    fields: fieldsOfForm(place, tail, entity, span),
    ...readOptions(words, place, entity, preset),
  };
}

function fieldsOfForm(place: PartPlace, tail: Phrase | null, entity: string | null, span: Span): FormField[] {
  if (tail === null || tail.empty)
    return fieldsOr(place, null, entity, span, formFields).map((use) => ({ ...use, when: null, lines: null }));
  return tail.split().flatMap((part) => (part.empty ? [] : [formField(place, part, entity)]));
}

/** Reads ``starts when `…` ``, ``starts (when `…`)`` or `lines (text, price)`. */
function formField(place: PartPlace, phrase: Phrase, entity: string | null): FormField {
  const condition = conditionOf(phrase);
  const head = condition?.head ?? phrase;
  const open = head.text.endsWith(')') ? head.find(/\s*\(/g) : null;
  const name = (open === null ? head : head.slice(0, open.index)).name();
  const use = fieldUse(place, name, entity);
  const when =
    condition === null
      ? null
      : place.reading.expression(
          condition.when.source(),
          { self: entity, bound: place.bound },
          screensSection,
          `when the form of ${place.screen} asks for ${name.text}`,
          { kind: 'boolean' },
        );
  const type =
    entity === null ? undefined : place.reading.entities.get(entity)?.fields.find((field) => field.name.text === name.text)?.type;
  const line = type?.kind === 'inverse' ? type : null;
  if (open === null && line === null) return { ...use, when, lines: null };
  const of = line?.entity.text ?? null;
  const inside = open === null ? null : head.slice(open.index + open[0].length, head.text.length - 1);
  const own = fieldsOr(place, inside, of, name.span, (lines) => formFields(lines).filter((field) => field !== line?.by.text));
  return { ...use, when, lines: { entity: of, fields: own } };
}

/**
 * Splits off the condition at the end of a field, with or without parentheses; null: no condition.
 */
function conditionOf(phrase: Phrase): { readonly head: Phrase; readonly when: Phrase } | null {
  const found = phrase.find(/\s+\(?when\s+/g);
  if (found === null) return null;
  const inBrackets = found[0].trim().startsWith('(');
  if (inBrackets && !phrase.text.endsWith(')')) return null;
  const when = phrase.slice(found.index + found[0].length, phrase.text.length - (inBrackets ? 1 : 0));
  return { head: phrase.slice(0, found.index), when };
}

function readOptions(
  words: PartWords,
  place: PartPlace,
  entity: string | null,
  preset: Phrase | null,
): { with: Expression | null; then: Name | null } {
  const presets = (phrase: Phrase): Expression =>
    place.reading.values(phrase.source(), scopeOf(place), screensSection, `the values that the form of ${place.screen} presets`, entity);
  const found: { with: Expression | null; then: Name | null } = { with: preset === null ? null : presets(preset), then: null };
  for (const child of words.bullet.children) {
    const option = optionOf(child, formOptions);
    if (option === null) noteUnknownOption(place, child, formOptions, 'a form');
    else if (option.word === 'with') found.with = presets(option.rest);
    else if (!option.rest.empty) {
      found.then = option.rest.name();
      place.reading.refer('screen', found.then, screensSection);
    }
  }
  return found;
}
