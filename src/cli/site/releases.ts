import type { SiteFile } from '../../export/site/site.ts';
import type { Machine } from '../machine.ts';

/**
 * Stored in the site's folder: the hashed files of this release and the previous one, newest first.
 */
const list = 'releases.json';

/** Open pages still request files of the release that they came from. */
const kept = 2;

/**
 * Records the release that was just written, and removes the hashed files of all releases before
 * the previous one. Returns null, or why it cannot be recorded.
 */
export async function removeOldReleases(folder: string, files: readonly SiteFile[], host: Machine): Promise<string | null> {
  const path = `${folder}/${list}`;
  const now = files.flatMap((file) => (file.path.startsWith('assets/') ? [file.path] : [])).sort();
  const content = await host.readFile(path);
  const before = content.kind === 'file' ? readReleases(new TextDecoder().decode(content.bytes)) : [];
  // The same release does not count again.
  const others = before.filter((release) => JSON.stringify(release) !== JSON.stringify(now));
  const releases = [now, ...others].slice(0, kept);
  const used = new Set(releases.flat());
  for (const file of new Set(others.slice(kept - 1).flat())) if (!used.has(file)) await host.removeFile(`${folder}/${file}`);
  const why = await host.writeFile(path, new TextEncoder().encode(`${JSON.stringify(releases)}\n`));
  return why === null ? null : `${path}: cannot write this file (${why}).`;
}

/** Accepts only paths below assets/, so that nothing else is ever removed. */
function readReleases(text: string): readonly (readonly string[])[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The file is not ours or incomplete: no file is known to be old, so none is removed.
    return [];
  }
  if (!Array.isArray(json)) return [];
  return json
    .filter((release) => Array.isArray(release))
    .map((release) => release.filter((file): file is string => typeof file === 'string' && /^assets\/[\w.-]+$/.test(file)));
}
