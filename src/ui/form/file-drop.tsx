import { Field } from '@base-ui/react/field';
import { type ChangeEvent, type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react';
import { cx } from '../cx.ts';
import { useUi } from '../root/ui-context.ts';
import styles from './file-drop.module.css';

/**
 * Accepts a file by drop, by paste, or from the browser's file dialog. The caller displays the
 * file.
 */
export function FileDrop({
  onFile,
  accept,
  label,
  invalid = false,
  children,
}: {
  readonly onFile: (file: File) => void;
  /** As in HTML: `image/*`. */
  readonly accept?: string;
  readonly label?: string;
  readonly invalid?: boolean;
  readonly children?: ReactNode;
}) {
  const { words } = useUi();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  const drag = (event: DragEvent, inside: boolean): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(inside);
  };
  return (
    <label
      className={cx(styles['drop'], over && styles['over'])}
      aria-invalid={invalid || undefined}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        take(event.dataTransfer.files);
      }}
      onPaste={(event: ClipboardEvent) => take(event.clipboardData.files)}
    >
      {children}
      <span className={styles['drops']}>
        {words.dropFile} <span className={styles['choose']}>{words.chooseFile}</span>
      </span>
      <span className={cx(styles['picks'], styles['choose'])}>{words.pickFile}</span>
      <Field.Control
        type="file"
        accept={accept}
        aria-label={label}
        className={styles['input']}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
    </label>
  );
}
