/** `2026-01-05T09-00-00Z.snapshot`: by the moment (milliseconds since the epoch), so that names sort by age. */
export const snapshotName = (now: number): string =>
  `${new Date(now)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}.snapshot`;

/** `helpdesk.data/snapshots` beside the data in a folder; `helpdesk.snapshots` beside the document where the data is on a server. */
export const snapshotFolder = (document: string, dataFolder: string | null): string =>
  dataFolder === null ? `${document.replace(/\.[^./\\]+$/, '')}.snapshots` : `${dataFolder}/snapshots`;
