/**
 * A module and all that it imports statically, and so on: what must be there before it runs.
 * @param {string} id
 * @param {{getModuleInfo(id: string): {importedIds: readonly string[]} | null}} modules
 * @param {Set<string>} [seen]
 * @returns {Set<string>}
 */
export function reachedFrom(id, modules, seen = new Set()) {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const next of modules.getModuleInfo(id)?.importedIds ?? []) reachedFrom(next, modules, seen);
  return seen;
}
