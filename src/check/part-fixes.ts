import type { Fix } from '../base/finding.ts';
import type { Part, Screen } from '../model/ast/screens.ts';
import type { Model } from '../model/model.ts';
import { lineEndOf } from '../syntax/edit-table.ts';
import type { Survey } from './analysis/survey.ts';
import { inserted } from './row-fixes.ts';

/** One more field in a form that lists its fields. */
export function fieldAsked(model: Model, part: Part, field: string): readonly Fix[] {
  const last = part.kind === 'form' ? part.fields.at(-1) : undefined;
  if (part.kind !== 'form' || last === undefined || last.when !== null || last.lines !== null) return [];
  const { to } = last.name.span;
  const end = model.tree.text[to] === '`' ? to + 1 : to;
  return inserted(end, `, ${field}`, `Ask for ${field} in the form`);
}

/** A field in the first form for its entity. */
export function askedSomewhere(model: Model, survey: Survey, entity: string, field: string): readonly Fix[] {
  const form = survey.parts().find(({ part }) => part.kind === 'form' && part.entity?.text === entity && part.fields.length > 0);
  return form === undefined ? [] : fieldAsked(model, form.part, field);
}

/** An event among the buttons of the screen about its entity. */
export function buttonAdded(model: Model, survey: Survey, entity: string, event: string): readonly Fix[] {
  const screen = survey.screens().find(({ about, assumed }) => about?.text === entity && !assumed);
  if (screen === undefined) return [];
  const title = `Put a button “${event}” on the screen ${screen.name.text}`;
  const buttons = screen.parts.find((part) => part.kind === 'buttons' && part.when === null && part.roles.length === 0);
  const last = buttons?.kind === 'buttons' ? buttons.events.at(-1) : undefined;
  if (last !== undefined) return inserted(last.span.to, `, ${event}`, title);
  return partAdded(model, screen, `- buttons: ${event}`, title);
}

function partAdded(model: Model, { parts }: Screen, bullet: string, title: string): readonly Fix[] {
  const end = parts.at(-1)?.span.to;
  if (end === undefined) return [];
  const block = model.tree.sections
    .flatMap(({ blocks }) => blocks)
    .find(({ kind, span }) => kind === 'bullets' && span.from < end && end <= span.to);
  if (block === undefined) return [];
  return inserted(block.span.to, `${lineEndOf(model.tree.text)}${bullet}`, title);
}
