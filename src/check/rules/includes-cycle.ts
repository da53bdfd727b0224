import type { Role } from '../../model/facts/roles.ts';
import { defineRule } from '../rule.ts';

export const includesCycle = defineRule({
  code: 'includes-cycle',
  severity: 'error',
  section: 6,
  summary: 'Roles that include each other.',
  messages: {
    cycle: '{name} includes itself: {way}. What such a role may do cannot be told. Take one of the roles out of Includes.',
  },
  check(model, report) {
    for (const role of model.roles) {
      const way = wayBack(model.roles, role.name.text);
      const included = role.includes[0];
      if (way !== null && included !== undefined)
        report({ message: 'cycle', at: included, data: { name: role.name.text, way: way.join(' includes ') } });
    }
  },
});

/** From a role through what it includes back to itself, or null. */
function wayBack(roles: readonly Role[], start: string): string[] | null {
  const seen = new Set<string>();
  const walk = (name: string, way: readonly string[]): string[] | null => {
    for (const next of roles.find((role) => role.name.text === name)?.includes ?? []) {
      if (next.text === start) return [...way, start];
      if (seen.has(next.text)) continue;
      seen.add(next.text);
      const found = walk(next.text, [...way, next.text]);
      if (found !== null) return found;
    }
    return null;
  };
  return walk(start, [start]);
}
