import { fieldsRead } from '../analysis/nodes.ts';
import type { ModelFacts } from '../analysis/survey.ts';
import { defineRule } from '../rule.ts';

export const computedCycle = defineRule({
  code: 'computed-cycle',
  severity: 'error',
  section: 3,
  summary: 'Computed fields that depend on each other.',
  messages: {
    cycle: '“{field}” is computed from itself: {way}. It can never be computed. Compute one of them from something else.',
  },
  check(model, report, survey) {
    for (const entity of model.entities) {
      for (const field of entity.fields) {
        if (field.computed === null) continue;
        const way = pathBack(survey, `${entity.name.text}.${field.name.text}`);
        if (way !== null) report({ message: 'cycle', at: field.computed, data: { field: field.name.text, way: way.join(' depends on ') } });
      }
    }
  },
});

/** The path from a computed field through the fields it reads back to itself, or null. */
function pathBack(survey: ModelFacts, start: string): string[] | null {
  const ways: { readonly at: string; readonly way: readonly string[] }[] = [{ at: start, way: [start] }];
  const seen = new Set<string>();
  for (const { at, way } of ways) {
    const [entity = '', name = ''] = at.split('.');
    const computed = survey.entity(entity)?.byName.get(name)?.computed ?? null;
    for (const next of computed === null ? [] : fieldsRead(computed)) {
      if (next === start) return [...way, start];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push({ at: next, way: [...way, next] });
    }
  }
  return null;
}
