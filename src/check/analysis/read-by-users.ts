import { type Labelled, labelKey, quotedKey } from '../../model/ast/labels.ts';
import type { Part } from '../../model/ast/screens.ts';
import type { Model } from '../../model/model.ts';

/** Something of the document that users read. */
export interface ReadByUsers {
  /** As a row of the table Word would call it: `Ticket.status.open`, `"Nothing to do."`. */
  readonly word: string;
  /** Its own label in quotes, under which a row may give it as well; null: it has none. */
  readonly label: string | null;
}

/** The names and texts that users read, each once, in the order of the sections. */
export function readByUsers(model: Model): readonly ReadByUsers[] {
  const found = new Map<string, ReadByUsers>();
  const name = (kind: Labelled, ...path: readonly string[]): void => {
    const word = path.join('.');
    const label = model.labels.own.get(labelKey(kind, ...path));
    if (!found.has(word)) found.set(word, { word, label: label === undefined ? null : quotedKey(label.one) });
  };
  for (const screen of model.screens) {
    if (screen.assumed) continue;
    name('screen', screen.name.text);
    if (screen.group !== null) found.set(quotedKey(screen.group), { word: quotedKey(screen.group), label: null });
    for (const text of textsIn(screen.parts)) found.set(quotedKey(text), { word: quotedKey(text), label: null });
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
  }
  for (const error of model.errors) found.set(error.name.text, { word: error.name.text, label: quotedKey(messageOf(error)) });
  return [...found.values()];
}

export const messageOf = ({ message }: Model['errors'][number]): string =>
  message.map((part) => (part.kind === 'text' ? part.text : `{${part.name}}`)).join('');

/** The labels, titles and texts in parts. */
export function textsIn(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    const captions = part.caption === null ? [] : [part.caption];
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
