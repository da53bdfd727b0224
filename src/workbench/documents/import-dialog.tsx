import { useState } from 'react';
import { NotReadable } from '../../import/draft.ts';
import { type Imported, importSpreadsheet, importText, mostCharacters, spreadsheet } from '../../import/import.ts';
import { importers } from '../../import/importers/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FileDrop } from '../../ui/form/file-drop.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import type { ImportedFile } from '../state/disk-actions.ts';
import { readFile, readSpreadsheet } from './disk.ts';
import styles from './import-dialog.module.css';

interface ImportDialogProps {
  readonly file: ImportedFile;
  /**
   * Stores the document and opens it. Returns false if there was no room; a notice reports that.
   */
  readonly onKeep: (text: string, name: string) => boolean;
  readonly onClose: () => void;
}

const titles = new Map([
  ['csv', 'Table (CSV)'],
  [spreadsheet, 'Spreadsheet'],
  ['sql', 'SQL (CREATE TABLE)'],
  ['openapi', 'OpenAPI or Swagger'],
  ['xstate', 'XState'],
  ['mermaid', 'Mermaid state diagram'],
  ['gherkin', 'Gherkin'],
  ['markdown', 'Requirements in Markdown'],
]);
const unknown = 'unknown';
const formats = [{ value: unknown, label: 'Detect' }, ...importers.map(({ name }) => ({ value: name, label: titles.get(name) ?? name }))];

/** Longer texts would make the field slow, so they are read but not shown. */
const mostShown = 100_000;

/**
 * Converts a pasted or chosen file of another format to a new document, and lists what was not
 * carried over.
 */
export function ImportDialog({ file, onKeep, onClose }: ImportDialogProps) {
  const [given, setGiven] = useState(file);
  const [format, setFormat] = useState(unknown);
  const [error, setError] = useState<string | null>(null);
  const [read, setRead] = useState<Imported | null>(null);
  const [busy, setBusy] = useState(false);
  const give = (next: ImportedFile): void => {
    setGiven(next);
    setError(null);
    setRead(null);
  };
  const choose = async (chosen: File): Promise<void> => {
    const [sheet, opened] = [await readSpreadsheet(chosen), await readFile(chosen, null)];
    if (sheet !== null) give(sheet);
    else if (opened.ok) give({ text: opened.file.text, name: opened.file.form.name });
    else setError(opened.message);
  };
  const importGiven = async (): Promise<void> => {
    setBusy(true);
    try {
      setRead(
        given.bytes === undefined
          ? await importText(given.text, given.name, format === unknown ? null : format)
          : importSpreadsheet(given.bytes, given.name),
      );
      setError(null);
    } catch (thrown) {
      if (!(thrown instanceof NotReadable)) throw thrown;
      setError(thrown.message);
    } finally {
      setBusy(false);
    }
  };
  const isEmpty = given.bytes === undefined && given.text.trim() === '';
  const name = `${given.name.replace(/\.[^.]*$/, '') || 'imported'}.md`;
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      width={620}
      title="Import as a new document"
      description="A spreadsheet, a table, SQL, OpenAPI, XState, Mermaid, Gherkin or requirements in Markdown. Nothing leaves this browser."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {read === null ? (
            <Button variant="primary" disabled={busy || isEmpty} onClick={() => void importGiven()}>
              Import
            </Button>
          ) : (
            <Button variant="primary" onClick={() => onKeep(read.text, name) && onClose()}>
              Create document
            </Button>
          )}
        </>
      }
    >
      <div className={styles['fields']}>
        {given.bytes !== undefined ? null : given.text.length > mostShown ? (
          <p>
            {given.name}: {new Intl.NumberFormat('en').format(given.text.length)} of at most{' '}
            {new Intl.NumberFormat('en').format(mostCharacters)} characters
          </p>
        ) : (
          <Field label="Text" error={error}>
            <TextArea
              rows={8}
              spellCheck={false}
              className={styles['text'] ?? ''}
              placeholder="Paste it here, or choose a file below"
              value={given.text}
              onValue={(text) => give({ ...given, text })}
            />
          </Field>
        )}
        {(given.bytes !== undefined || given.text.length > mostShown) && error !== null ? <p role="alert">{error}</p> : null}
        <FileDrop label="File" onFile={(chosen) => void choose(chosen)}>
          {given.name === '' ? null : <strong>{given.name}</strong>}
        </FileDrop>
        {given.bytes === undefined ? (
          <Field label="Format">
            <Select
              value={format}
              items={formats}
              onChange={(next) => {
                setFormat(next ?? unknown);
                setRead(null);
              }}
            />
          </Field>
        ) : null}
        {read === null ? null : <Losses read={read} />}
      </div>
    </Dialog>
  );
}

function Losses({ read: { format, losses } }: { readonly read: Imported }) {
  const what = `Read as ${titles.get(format) ?? format}.`;
  if (losses.length === 0) return <p role="status">{what} Everything was carried over.</p>;
  return (
    <section aria-label="What was not carried over">
      <p role="status">
        {what} {losses.length === 1 ? 'One thing was' : `${losses.length} things were`} not carried over:
      </p>
      <ul className={styles['losses']}>
        {losses.slice(0, 200).map(({ where, message }) => (
          <li key={`${where} ${message}`}>
            <span className={styles['where']}>{where}</span> {message}
          </li>
        ))}
        {losses.length > 200 ? <li>and {losses.length - 200} more</li> : null}
      </ul>
    </section>
  );
}
