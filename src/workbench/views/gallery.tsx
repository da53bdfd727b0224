import type { ReactNode } from 'react';
import type { TextEdit } from '../../base/text-edit.ts';
import { Button } from '../../ui/button.tsx';
import styles from './gallery.module.css';
import { SidePanel } from './side-panel.tsx';
import bar from './view-bar.module.css';

/** An option of a gallery, shown as it looks or reads. */
export interface Tile {
  readonly key: string;
  readonly name: string;
  readonly says: string;
  /** Why it cannot be chosen; null: it can. */
  readonly why?: string | null;
  readonly picture?: ReactNode;
  /** A symbol beside the text, in place of a picture above it. */
  readonly sign?: string;
}

export function Tiles({
  label,
  tiles,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly tiles: readonly Tile[];
  /** The selected option, if the gallery stays visible after a choice. */
  readonly chosen?: string;
  readonly onChoose: (key: string) => void;
}) {
  return (
    <ul className={styles['tiles']} aria-label={label}>
      {tiles.map(({ key, name, says, why = null, picture, sign }) => (
        <li key={key}>
          <button
            type="button"
            className={`${styles['tile']} ${sign === undefined ? '' : styles['beside']}`}
            aria-pressed={chosen === undefined ? undefined : chosen === key}
            aria-disabled={why !== null || undefined}
            onClick={() => why === null && onChoose(key)}
          >
            {picture}
            {sign === undefined ? null : (
              <span className={styles['sign']} aria-hidden="true">
                {sign}
              </span>
            )}
            <span>
              <span className={styles['name']}>{name}</span>
              <span className={styles['says']}>{why ?? says}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Shows how the choice reads, and how it is written. */
export const Preview = ({ reads, written }: { readonly reads?: string | null; readonly written?: string }) => (
  <output className={styles['preview']} aria-label="Preview">
    {reads == null ? null : <span className={styles['reads']}>{reads}</span>}
    {written === undefined ? null : <code>{written}</code>}
  </output>
);

/** The panel for the chosen option: its settings, how it reads, and the button that writes it. */
export function ChosenPanel({
  kind,
  title,
  reads,
  written,
  submit,
  unavailable,
  other,
  onAdd,
  onOther,
  onDone,
  children,
}: {
  readonly kind: string;
  readonly title: string;
  readonly reads?: string | null;
  readonly written?: string;
  readonly submit: string;
  /** Why it cannot be added yet. */
  readonly unavailable: string | undefined;
  readonly other: string;
  readonly onAdd: () => void;
  readonly onOther: () => void;
  readonly onDone: () => void;
  readonly children: ReactNode;
}) {
  return (
    <SidePanel kind={kind} title={title} onClose={onDone} focus>
      {children}
      <Preview {...(reads === undefined ? {} : { reads })} {...(written === undefined ? {} : { written })} />
      {unavailable === undefined ? null : <p className={bar['note']}>{unavailable}</p>}
      <div className={bar['actions']}>
        <Button size="small" variant="primary" unavailable={unavailable} onClick={onAdd}>
          {submit}
        </Button>
        <Button size="small" onClick={onOther}>
          {other}
        </Button>
      </div>
    </SidePanel>
  );
}

/** The edits to apply, or what is still wrong. */
export type PendingEdits =
  | { readonly edits: readonly TextEdit[]; readonly wrong?: undefined }
  | { readonly wrong: string; readonly edits?: undefined };
