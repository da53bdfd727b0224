import type { Fix } from '../base/finding.ts';
import type { Span } from '../base/span.ts';
import type { FieldUse, Part, Screen } from '../model/ast/screens.ts';
import type { Model } from '../model/model.ts';
import { lineEndOf } from '../syntax/edit-table.ts';
import type { ModelFacts } from './analysis/survey.ts';
import { inserted, removeItem } from './row-fixes.ts';

/** Adds a field to a form that lists its fields. */
export function fieldAsked(model: Model, part: Part, field: string): readonly Fix[] {
  const last = part.kind === 'form' ? part.fields.at(-1) : undefined;
  if (part.kind !== 'form' || last === undefined || last.when !== null || last.lines !== null) return [];
  const { to } = last.name.span;
  const end = model.tree.text[to] === '`' ? to + 1 : to;
  return inserted(end, `, ${field}`, `Ask for ${field} in the form`);
}

/** Adds a field to the first form for its entity. */
export function addToForm(model: Model, survey: ModelFacts, entity: string, field: string): readonly Fix[] {
  const form = survey.parts().find(({ part }) => part.kind === 'form' && part.entity?.text === entity && part.fields.length > 0);
  return form === undefined ? [] : fieldAsked(model, form.part, field);
}

/** Adds an event to the buttons of the screen about its entity. */
export function buttonAdded(model: Model, survey: ModelFacts, entity: string, event: string): readonly Fix[] {
  const screen = survey.screens().find(({ about, assumed }) => about?.text === entity && !assumed);
  if (screen === undefined) return [];
  const title = `Put a button “${event}” on the screen ${screen.name.text}`;
  const buttons = screen.parts.find((part) => part.kind === 'buttons' && part.when === null && part.roles.length === 0);
  const last = buttons?.kind === 'buttons' ? buttons.events.at(-1) : undefined;
  if (last !== undefined) return inserted(last.span.to, `, ${event}`, title);
  return partAdded(model, screen, `- buttons: ${event}`, title);
}

/** Adds a part at the end of a screen. */
export function partAdded(model: Model, { parts }: Screen, bullet: string, title: string): readonly Fix[] {
  const end = parts.at(-1)?.span.to;
  if (end === undefined) return [];
  const block = model.tree.sections
    .flatMap(({ blocks }) => blocks)
    .find(({ kind, span }) => kind === 'bullets' && span.from < end && end <= span.to);
  if (block === undefined) return [];
  return inserted(block.span.to, `${lineEndOf(model.tree.text)}${bullet}`, title);
}

/** Removes a field from a part's list, if it is written without a title or condition. */
export function removeField(model: Model, { name }: FieldUse): readonly Fix[] {
  const behind = model.tree.text.slice(name.span.to);
  return /^`?[ \t]*(?:,|\r?\n|$)/.test(behind) ? removeItem(model, name.span, `Remove ${name.text}`) : [];
}

/** Adds a column to the first list or cards of an entity that name their columns. */
export function columnAdded(survey: ModelFacts, entity: string, field: string): readonly Fix[] {
  for (const { screen, part } of survey.parts()) {
    if ((part.kind !== 'list' && part.kind !== 'cards') || part.entity.text !== entity) continue;
    const last = part.fields.at(-1);
    if (last === undefined || last.title !== null || last.value !== null) continue;
    return inserted(last.name.span.to, `, ${field}`, `Show ${field} on ${screen.name.text}`);
  }
  return [];
}

/** Deletes the line of a part's option, if the line contains nothing else. */
export function optionDeleted({ tree: { text } }: Model, at: Span): readonly Fix[] {
  const from = text.lastIndexOf('\n', at.from - 1) + 1;
  const end = text.indexOf('\n', at.to);
  const line = text.slice(from, end === -1 ? text.length : end).trim();
  if (!/^[-*+] (open|sort|filter|search) [^\n]*$/.test(line)) return [];
  const edits = [{ from, to: end === -1 ? text.length : end + 1, insert: '' }];
  return [{ title: `Delete “${line.slice(2)}”`, edits }];
}
