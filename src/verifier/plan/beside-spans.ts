import { type SideOfSpan, sidesOfSpan } from '../values/spans.ts';
import type { Planned } from './planned.ts';
import { type Made, otherMade, type PlanParts, recordOf, storedValue } from './situations.ts';

/**
 * Requests whose span, of which a `no overlap` rule speaks, lies beside that of another record:
 * with the same values of the other fields that the rule compares.
 */
export function besideSpansOf(
  parts: PlanParts,
  planned: Planned,
  made: Made,
  sides: readonly SideOfSpan[] = sidesOfSpan,
): readonly Planned[] {
  const { model, oracle, inputs } = parts;
  const given = inputs.of(planned.call).filter(({ place, sought, field }) => place === 'body' && sought === null && field !== null);
  return model.rules.flatMap(({ entity: { text: entity }, must }): readonly Planned[] => {
    if (must.kind !== 'no-overlap') return [];
    const inputOf = (field: string): string | null =>
      given.find((one) => one.field?.entity === entity && one.field.name.text === field)?.name ?? null;
    const [start, end] = [must.start.text, must.end.text];
    if (inputOf(start) === null) return [];
    const other = otherMade(planned, entity, made, (one) =>
      [start, end].every((field) => (storedValue(model, oracle, recordOf(parts, made, one), [field]) ?? null) !== null),
    );
    if (other === undefined) return [];
    const same = must.per.flatMap(({ text }) => {
      const name = inputOf(text);
      return name === null || planned.handles.has(name) ? [] : [[name, text] as const];
    });
    const ends = [
      [inputOf(start), start],
      [inputOf(end), end],
    ] as const;
    return sides.map((how) => ({ ...planned, mutation: { kind: 'beside', how, handle: other, ends, same } }));
  });
}
