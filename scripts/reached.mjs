/**
 * A module and its static imports, recursively: everything that must load before it runs.
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

/**
 * Fails the build if its files import each other in a circle: some code might then run before the
 * code that it calls has loaded.
 * @returns {import('vite').Plugin}
 */
export const noCircles = () => ({
  name: 'no-circles',
  generateBundle(_options, bundle) {
    /** @param {string} file */
    const importedBy = (file) => (bundle[file]?.type === 'chunk' ? bundle[file].imports : []);
    const files = { getModuleInfo: (/** @type {string} */ file) => ({ importedIds: importedBy(file) }) };
    const circle = Object.keys(bundle).filter((file) => importedBy(file).some((next) => reachedFrom(next, files).has(file)));
    if (circle.length > 0) throw new Error(`files that import each other in a circle: ${circle.join(', ')}`);
  },
});
