import type { Expression } from '../../expression/expression.ts';
import type { Name } from '../ast/common.ts';
import { formFields } from '../reading/default-fields.ts';
import { noteUnknownOption } from '../reading/listing.ts';
import {
  atColon,
  type ContentOf,
  entityUse,
  fieldsOr,
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
    const { head, tail } = atColon(words.rest.slice(purpose.length));
    return purpose === 'create' ? readCreate(words, place, head, tail) : readEdit(words, place, head, tail);
  },
};

function readCreate(words: PartWords, place: PartPlace, head: Phrase, tail: Phrase | null): ContentOf<'form'> | string {
  if (head.empty || /\s/.test(head.text)) return 'After “form to create” stands the name of an entity: “form to create Ticket: subject”.';
  const entity = entityUse(place, head);
  return {
    kind: 'form',
    purpose: 'create',
    entity,
    target: null,
    fields: fieldsOr(place, tail, entity.text, entity.span, formFields),
    ...readOptions(words, place, entity.text),
  };
}

function readEdit(words: PartWords, place: PartPlace, head: Phrase, tail: Phrase | null): ContentOf<'form'> {
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
    fields: fieldsOr(place, tail, entity, span, formFields),
    ...readOptions(words, place, entity),
  };
}

function readOptions(words: PartWords, place: PartPlace, entity: string | null): { with: Expression | null; then: Name | null } {
  const found: { with: Expression | null; then: Name | null } = { with: null, then: null };
  for (const child of words.bullet.children) {
    const option = optionOf(child, formOptions);
    if (option === null) noteUnknownOption(place, child, formOptions, 'a form');
    else if (option.word === 'with') {
      found.with = place.reading.values(
        option.rest.source(),
        scopeOf(place),
        screensSection,
        `the values that the form of ${place.screen} presets`,
        entity,
      );
    } else if (!option.rest.empty) {
      found.then = option.rest.name();
      place.reading.refer('screen', found.then, screensSection);
    }
  }
  return found;
}
