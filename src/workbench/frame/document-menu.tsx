import { Button } from '../../ui/button.tsx';
import { IconChevronDown, IconPlus } from '../../ui/icons.ts';
import { IconDownload, IconFile, IconHistory, IconLink, IconRefresh, IconTrash, IconUpload } from '../../ui/late-icons.ts';
import { Menu, MenuGroup, MenuItem, MenuRadios, MenuSeparator, MenuSub } from '../../ui/overlay/menu.tsx';
import type { DocumentEntry } from '../documents/document-store.ts';
import { examples } from '../documents/examples.ts';
import { useObservable } from '../state/use-observable.ts';
import styles from './document-menu.module.css';
import { useOpenDocument, useWorkbench } from './workbench-context.ts';

function Entry({ entry }: { readonly entry: DocumentEntry }) {
  const example = examples.find(({ id }) => id === entry.id);
  return (
    <span className={styles['entry']}>
      <span className={styles['entryName']}>{entry.name}</span>
      <span className={styles['entryNote']}>{entry.changed ? 'changed' : (example?.about ?? '')}</span>
    </span>
  );
}

/** Rendered only while the menu is open, so that the count is current. */
function ExportEverything() {
  const workbench = useWorkbench();
  return (
    <MenuItem
      icon={<IconDownload size={16} />}
      unavailable={workbench.countOwn() > 0 ? undefined : 'You have no documents of your own yet.'}
      onSelect={() => void workbench.exportEverything()}
    >
      Export all documents
    </MenuItem>
  );
}

/** The menu with the document's name and all commands for documents. */
export function DocumentMenu() {
  const workbench = useWorkbench();
  const document = useOpenDocument();
  const documents = useObservable(workbench.documents);
  const folder = useObservable(workbench.folder);
  const analysis = useObservable(document.analysis);
  const current = documents.find(({ id }) => id === document.id);
  const name = analysis?.model.name || current?.name || 'Untitled';
  const items = (list: readonly DocumentEntry[]) => list.map((entry) => ({ value: entry.id, label: <Entry entry={entry} /> }));
  const given = documents.filter((entry) => entry.example);
  const own = documents.filter((entry) => !entry.example);
  return (
    <Menu
      onOpenChange={(open) => open && workbench.refresh()}
      trigger={
        <Button variant="ghost" data-tour="document" className={styles['trigger'] ?? ''} aria-label={`Document: ${name}`}>
          <span className={styles['title']}>{name}</span>
          <IconChevronDown size={14} />
        </Button>
      }
    >
      <MenuGroup label="Examples">
        <MenuRadios value={document.id} onChange={workbench.openDocument} items={items(given)} />
      </MenuGroup>
      {own.length > 0 ? (
        <MenuGroup label="In this browser">
          <MenuRadios value={document.id} onChange={workbench.openDocument} items={items(own)} />
        </MenuGroup>
      ) : null}
      <MenuSeparator />
      <MenuSub icon={<IconPlus size={16} />} label="New">
        <MenuItem onSelect={() => void workbench.newDocument('blank')}>Blank document</MenuItem>
        <MenuItem onSelect={() => void workbench.newDocument('questions')}>Blank document, guided</MenuItem>
        <MenuGroup label="Copy of an example">
          {examples.map((example) => (
            <MenuItem key={example.id} onSelect={() => void workbench.newDocument({ example })}>
              {example.name}
            </MenuItem>
          ))}
        </MenuGroup>
      </MenuSub>
      <MenuItem icon={<IconUpload size={16} />} onSelect={() => void workbench.openFromDisk()}>
        Open from disk…
      </MenuItem>
      <MenuItem icon={<IconUpload size={16} />} onSelect={() => workbench.importing.set({ text: '', name: '' })}>
        Import…
      </MenuItem>
      {workbench.folders ? (
        <MenuItem icon={<IconFile size={16} />} onSelect={() => void workbench.openFolder()}>
          Open folder…
        </MenuItem>
      ) : null}
      {folder === null || folder.files.length === 0 ? null : (
        <MenuSub icon={<IconFile size={16} />} label={`In ${folder.name}`}>
          {folder.files.map(({ path }) => (
            <MenuItem key={path} onSelect={() => void workbench.openFromFolder(path)}>
              {path}
            </MenuItem>
          ))}
        </MenuSub>
      )}
      <MenuItem icon={<IconDownload size={16} />} onSelect={() => void workbench.saveToDisk(false)}>
        Save to disk
      </MenuItem>
      <MenuItem icon={<IconFile size={16} />} onSelect={() => void workbench.saveToDisk(true)}>
        Save to disk as…
      </MenuItem>
      <ExportEverything />
      <MenuSeparator />
      <MenuItem icon={<IconLink size={16} />} onSelect={() => void workbench.copyLink()}>
        Copy share link
      </MenuItem>
      <MenuItem icon={<IconUpload size={16} />} onSelect={() => workbench.publishing.set(true)}>
        Publish…
      </MenuItem>
      <MenuItem icon={<IconHistory size={16} />} onSelect={() => workbench.historyShown.set(true)}>
        History…
      </MenuItem>
      {current?.example ? (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<IconRefresh size={16} />}
            unavailable={current.changed ? undefined : 'You haven’t changed this example.'}
            onSelect={workbench.revert}
          >
            Reset to original
          </MenuItem>
        </>
      ) : (
        <>
          <MenuSeparator />
          <MenuItem icon={<IconTrash size={16} />} danger onSelect={() => workbench.remove(document.id)}>
            Delete “{name}”
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
