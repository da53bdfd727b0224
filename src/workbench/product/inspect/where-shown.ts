import type { Span } from '../../../base/span.ts';
import type { Part } from '../../../engine/document/product-model.ts';
import type { Field } from '../../../model/ast/entities.ts';
import type { Screen } from '../../../model/ast/screens.ts';
import type { Model } from '../../../model/model.ts';
import { allParts, hasParts } from '../../../runtime/screen/part-lists.ts';

/** A screen on which a row of the document is visible. */
export interface Showing {
  readonly screen: Screen;
  /** Ranges that elements of the page refer to (`data-at`), in order of preference. */
  readonly at: readonly Span[];
}

/** Returns where the text at an offset is visible, the nearest first; empty if nowhere. */
export function whereShown(model: Model, place: number): readonly Showing[] {
  const within = ({ from, to }: Span): boolean => from <= place && place <= to;
  for (const screen of model.screens) {
    if (screen.assumed) continue;
    const parts = [...allParts(screen.parts)].filter(({ span }) => within(span));
    const innermost = parts.at(-1);
    if (innermost) return [{ screen, at: [innermost.span] }];
    if (lineWithin(model, screen.span, place)) return [{ screen, at: [headOf(screen)] }];
  }
  for (const machine of model.machines) {
    const row = machine.transitions.find(({ span }) => lineWithin(model, span, place));
    const field = model.entities.find(({ name }) => name.text === machine.entity)?.byName.get(machine.field);
    if (row) return partsFor(model, machine.entity, field ?? null).map(({ screen, at }) => ({ screen, at: [row.span, ...at] }));
    if (within(machine.span)) return partsFor(model, machine.entity, field ?? null);
  }
  for (const rule of model.rules) {
    if (!lineWithin(model, rule.span, place)) continue;
    const field = rule.field && model.entities.find(({ name }) => name.text === rule.entity.text)?.byName.get(rule.field.text);
    return partsFor(model, rule.entity.text, field ?? null, true);
  }
  for (const entity of model.entities) {
    if (!within(entity.span)) continue;
    const field = entity.fields.find(({ span }) => lineWithin(model, span, place)) ?? null;
    return partsFor(model, entity.name.text, field);
  }
  return [];
}

const headOf = (screen: Screen): Span => screen.heading ?? screen.name.span;

/**
 * True if the offset is on one of the lines of the span. The cursor may be before or after a row.
 */
function lineWithin({ tree: { text } }: Model, { from, to }: Span, place: number): boolean {
  const end = text.indexOf('\n', to);
  return text.lastIndexOf('\n', Math.max(0, from - 1)) + 1 <= place && place <= (end < 0 ? text.length : end);
}

/**
 * Returns screens with parts that show records of an entity, those that show the field first.
 * `asked` prefers forms to other parts.
 */
function partsFor(model: Model, entity: string, field: Field | null, asked = false): Showing[] {
  const found = model.screens.flatMap((screen) =>
    [...allParts(screen.parts)]
      .filter((part) => !hasParts(part) && entityOf(screen, part) === entity)
      .map((part) => {
        const shows = field !== null && 'fields' in part && part.fields.some(({ name }) => name.text === field.name.text);
        const rank = (shows ? 2 : 0) + (asked && part.kind === 'form' ? 1 : 0);
        return { screen, part, rank, at: field === null ? [part.span] : [field.name.span, part.span] };
      }),
  );
  const sorted = found.toSorted((a, b) => b.rank - a.rank);
  return sorted.map(({ screen, part, at }) => ({ screen, at: screen.assumed ? at.filter((span) => span !== part.span) : at }));
}

function entityOf(screen: Screen, part: Part): string | null {
  if ('entity' in part) return part.entity?.text ?? null;
  return part.kind === 'details' || part.kind === 'buttons' ? (screen.about?.text ?? null) : null;
}
