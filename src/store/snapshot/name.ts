/**
 * A file name like `2026-01-05T09-00-00Z.snapshot`, from milliseconds since the epoch; names sort
 * by age.
 */
export const snapshotName = (now: number): string =>
  `${new Date(now)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}.snapshot`;

/**
 * The folder for snapshots: `helpdesk.data/snapshots` in the data folder, or `helpdesk.snapshots`
 * next to the document if the data is on a server.
 */
export const snapshotFolder = (document: string, dataFolder: string | null): string =>
  dataFolder === null ? `${document.replace(/\.[^./\\]+$/, '')}.snapshots` : `${dataFolder}/snapshots`;
