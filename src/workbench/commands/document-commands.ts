import { examples } from '../documents/examples.ts';
import type { Workbench } from '../state/workbench.ts';
import { commandsOf, type WorkbenchCommand } from './workbench-command.ts';

const command = commandsOf('document');
const another = commandsOf('open');

/** Commands for the open document, and for opening others. */
export function documentCommands(workbench: Workbench): readonly WorkbenchCommand[] {
  const { id } = workbench.open.get();
  const documents = workbench.documents.get();
  const folder = workbench.folder.get();
  const current = documents.find((document) => document.id === id);
  return [
    command('New: blank document', () => void workbench.newDocument('blank'), { also: 'create' }),
    command('New: blank document, guided', () => void workbench.newDocument('questions'), { also: 'create' }),
    ...examples.map((example) =>
      command(`New: copy of ${example.name}`, () => void workbench.newDocument({ example }), { also: 'create example duplicate' }),
    ),
    command('Open from disk…', () => void workbench.openFromDisk(), { also: 'file load' }),
    command('Import…', () => workbench.importing.set({ text: '', name: '' }), { also: 'csv sql openapi table new' }),
    ...(workbench.folders ? [command('Open folder…', () => void workbench.openFolder(), { also: 'directory disk' })] : []),
    command('Save to disk', () => void workbench.saveToDisk(false), { keys: 'Ctrl S', also: 'file download' }),
    command('Save to disk as…', () => void workbench.saveToDisk(true), { also: 'file download' }),
    command('Export all documents', () => void workbench.exportEverything(), {
      also: 'archive zip download',
      unavailable: workbench.countOwn() > 0 ? undefined : 'You have no documents of your own yet.',
    }),
    command('Share: copy link', () => void workbench.copyLink(), { also: 'url' }),
    command('Share: copy link with data', () => void workbench.copyLink('with data'), { also: 'url snapshot' }),
    command('Publish…', () => workbench.publishing.set(true), { also: 'build deploy site zip html serve share export' }),
    command('History…', () => workbench.historyShown.set(true), { also: 'versions diff compare restore' }),
    ...(current?.example
      ? [
          command('Reset to original', workbench.revert, {
            also: 'revert reset example',
            unavailable: current.changed ? undefined : 'You haven’t changed this example.',
          }),
        ]
      : [command(`Delete “${current?.name ?? 'the document'}”`, () => workbench.remove(id), { also: 'remove' })]),
    ...(folder?.files ?? []).map(({ path }) =>
      another(path, () => void workbench.openFromFolder(path), { key: `file ${path}`, also: 'open file', hint: `in ${folder?.name}` }),
    ),
    ...documents
      .filter((document) => document.id !== id)
      .map((document) =>
        another(document.name, () => workbench.openDocument(document.id), {
          key: document.id,
          also: 'open document',
          hint: document.example ? 'example' : 'in this browser',
        }),
      ),
  ];
}
