import { type Labelled, labelKey, quotedKey } from '../../model/ast/labels.ts';
import { writtenText } from '../../model/ast/messages.ts';
import type { Part } from '../../model/ast/screens.ts';
import { constantOf, withoutFinal } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { timeUnits } from '../../model/vocabulary.ts';

/** A name or text of the document that users read. */
export interface ReadByUsers {
  /** Its name in a row of the table Word: `Ticket.status.open`, `"Nothing to do."`. */
  readonly word: string;
  /** Alternative names for the row: its own label in quotes, the plain name of an event. */
  readonly others: readonly string[];
}

/**
 * The items of `all` without a translation in a language, for which users read the document's own
 * text.
 */
export function missingIn(model: Model, language: string, all = readByUsers(model)): readonly ReadByUsers[] {
  const known = model.labels.words.get(language);
  return all.filter(({ word, others }) => ![word, ...others].some((one) => known?.has(one) === true));
}

/** The names and texts that users read, without duplicates, in order of the sections. */
export function readByUsers(model: Model): readonly ReadByUsers[] {
  const found = new Map<string, ReadByUsers>();
  const add = (word: string, others: readonly string[] = []): void => {
    if (!found.has(word)) found.set(word, { word, others });
  };
  const text = (words: string): void => add(quotedKey(words));
  const name = (kind: Labelled, ...path: readonly string[]): void => {
    const label = model.labels.own.get(labelKey(kind, ...path));
    add(path.join('.'), [...(label === undefined ? [] : [quotedKey(label.one)]), ...(kind === 'event' ? path.slice(-1) : [])]);
  };
  for (const screen of model.screens) {
    if (screen.assumed) continue;
    name('screen', screen.name.text);
    if (screen.group !== null) text(screen.group);
    for (const words of textsIn(screen.parts)) text(words);
  }
  for (const entity of model.entities) {
    name('entity', entity.name.text);
    for (const field of entity.fields) {
      if (field.builtIn) continue;
      name('field', entity.name.text, field.name.text);
      const type = field.type.kind === 'list' ? field.type.of : field.type;
      if (type.kind === 'enum') for (const value of type.values) name('value', entity.name.text, field.name.text, value.text);
    }
  }
  for (const machine of model.machines) {
    for (const state of machine.states) name('value', machine.entity, machine.field, state.name);
    for (const { trigger } of machine.transitions) if (trigger.kind === 'event') name('event', machine.entity, trigger.name.text);
    for (const words of timerTexts(machine)) text(words);
  }
  for (const error of model.errors) {
    add(error.name.text, [quotedKey(messageOf(error))]);
    for (const part of error.message) {
      const constant = part.kind === 'slot' ? constantOf(model, part.name) : null;
      if (constant?.unit != null && Object.hasOwn(timeUnits, constant.unit.trim().toLowerCase())) add(constant.unit.trim());
    }
  }
  for (const message of model.messages) {
    name('message', message.name.text);
    for (const written of [writtenText(message.subject), writtenText(message.text)]) if (written !== '') text(written);
  }
  return [...found.values()];
}

/** The texts that a record's activity shows for timers. */
export const timerTexts = ({ transitions }: Model['machines'][number]): string[] =>
  transitions.filter(({ trigger }) => trigger.kind !== 'event').flatMap(({ description }) => withoutFinal(description) || []);

export const messageOf = ({ message }: Model['errors'][number]): string =>
  message.map((part) => (part.kind === 'text' ? part.text : `{${part.name}}`)).join('');

/** The labels, titles and texts in these parts. */
export function textsIn(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    const titles = part.kind === 'form' || !('fields' in part) ? [] : part.fields.flatMap(({ title }) => title ?? []);
    const captions = [...(part.caption === null ? [] : [part.caption]), ...titles];
    switch (part.kind) {
      case 'button':
      case 'link':
      case 'figure':
        return [part.label];
      case 'text':
        return [part.markdown];
      case 'buttons':
        return [...(part.captions?.values() ?? [])];
      case 'section':
        return [part.title, ...textsIn(part.parts)];
      case 'columns':
      case 'tabs':
        return textsIn(part.parts);
      case 'list':
      case 'cards':
      case 'board':
      case 'calendar':
        return part.empty === null ? captions : [...captions, part.empty];
      default:
        return captions;
    }
  });
}
