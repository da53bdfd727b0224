import { removeItem } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const includesCycle = defineRule({
  code: 'includes-cycle',
  severity: 'error',
  section: 6,
  summary: 'Roles that include each other.',
  messages: {
    cycle: '{name} includes itself: {way}. The permissions of such a role cannot be determined. Remove one of the roles from Includes.',
  },
  check(model, report) {
    const includes = new Map<string, readonly string[]>();
    for (const { name, includes: names } of model.roles)
      if (!includes.has(name.text))
        includes.set(
          name.text,
          names.map(({ text }) => text),
        );
    for (const role of model.roles) {
      const way = role.includes.length === 0 ? null : cycleFrom(includes, role.name.text);
      const included = role.includes[0];
      if (way !== null && included !== undefined)
        report({
          message: 'cycle',
          at: included,
          fix: removeItem(model, included.span, `Remove ${included.text} from Includes`, true),
          data: { name: role.name.text, way: way.join(' includes ') },
        });
    }
  },
});

/** How many of the first roles of a long cycle the message names. */
const named = 10;

/**
 * The shortest path from a role through its included roles back to itself; null if there is none.
 */
function cycleFrom(includes: ReadonlyMap<string, readonly string[]>, start: string): string[] | null {
  const before = new Map([[start, start]]);
  // Iterating a Map also visits the entries added meanwhile.
  for (const role of before.keys()) {
    for (const next of includes.get(role) ?? []) {
      if (next === start) return pathBack(before, role, start);
      if (!before.has(next)) before.set(next, role);
    }
  }
  return null;
}

function pathBack(before: ReadonlyMap<string, string>, last: string, start: string): string[] {
  const way = [start];
  for (let role = last; role !== start; role = before.get(role) ?? start) way.push(role);
  way.push(start);
  way.reverse();
  return way.length <= named + 2 ? way : [...way.slice(0, named), '…', start];
}
