import type { Json } from '../../expression/values/json.ts';
import { sidesOfSpan } from '../values/spans.ts';
import type { Handle, Planned } from './planned.ts';
import { type Made, type PlanParts, recordOf, storedValue } from './situations.ts';

/**
 * Requests whose span, of which a `no overlap` rule speaks, lies beside that of another record:
 * with the same values of the other fields that the rule compares.
 */
export function besideSpansOf({ model, oracle, people, inputs }: PlanParts, planned: Planned, made: Made): readonly Planned[] {
  const about = new Set([...planned.handles.values()].map((one) => JSON.stringify(one)));
  const given = inputs.of(planned.call).filter(({ place, sought, field }) => place === 'body' && sought === null && field !== null);
  return model.rules.flatMap(({ entity: { text: entity }, must }): readonly Planned[] => {
    if (must.kind !== 'no-overlap') return [];
    const inputOf = (field: string): string | null =>
      given.find((one) => one.field?.entity === entity && one.field.name.text === field)?.name ?? null;
    const [start, end] = [must.start.text, must.end.text];
    if (inputOf(start) === null) return [];
    const other = (made.get(entity) ?? [])
      .map((_, ordinal): Handle => ({ kind: 'made', entity, ordinal }))
      .findLast((one) => {
        const value = (field: string): Json => storedValue(model, oracle, recordOf({ model, oracle, people }, made, one), [field]) ?? null;
        return !about.has(JSON.stringify(one)) && value(start) !== null && value(end) !== null;
      });
    if (other === undefined) return [];
    const same = must.per.flatMap(({ text }) => {
      const name = inputOf(text);
      return name === null || planned.handles.has(name) ? [] : [[name, text] as const];
    });
    const ends = [
      [inputOf(start), start],
      [inputOf(end), end],
    ] as const;
    return sidesOfSpan.map((how) => ({ ...planned, mutation: { kind: 'beside', how, handle: other, ends, same } }));
  });
}
