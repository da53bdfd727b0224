import type { MouseEvent, ReactNode } from 'react';
import { own } from '../../base/own.ts';
import type { InputData } from '../../engine/form-data.ts';
import type { RecordData } from '../../engine/record-data.ts';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconPencil } from '../../ui/icons.ts';
import { shownType } from '../field-types.ts';
import { isRelation } from '../model-lookup.ts';
import { InlineEdit } from '../parts/list/inline-edit.tsx';
import { useWholeProduct } from '../product-context.ts';
import styles from './edit-in-place.module.css';
import { EditMark } from './edit-mark.tsx';
import { FieldEditor } from './lazy-field-editor.ts';
import { useEditing } from './use-editing.ts';

/** Elements with clicks of their own, which must not start editing. */
const ownPress = 'a, button, input, textarea, select, label, summary';

/**
 * A value that becomes its input when pressed: Enter or leaving it saves, Escape cancels. A value
 * with a link or a long text has a pencil to press instead.
 */
export function EditInPlace({
  record,
  input: given,
  look,
}: {
  readonly record: RecordData;
  readonly input: InputData;
  /** Renders the value, with or without links in it. */
  readonly look: (links: boolean) => ReactNode;
}) {
  const { words, labels } = useWholeProduct();
  const input = { ...given, label: labels.field(record.entity, given.name) };
  const { editing, open, close, box } = useEditing();
  const value = own(record.values, input.name) ?? null;
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  const shown = <span className={styles['read']}>{isEmpty ? <NoValue /> : look(false)}</span>;
  if (editing) return <FieldEditor record={record} input={input} onClose={close} />;
  if (input.type === 'enum' || input.type === 'boolean')
    return (
      <InlineEdit row={record} input={input} className={styles['press']}>
        {shown}
        {isEmpty ? null : <EditMark />}
      </InlineEdit>
    );
  if (isEmpty || (isPressable(input.type) && !(Array.isArray(value) ? (value as readonly unknown[]) : [value]).some(isRelation)))
    return (
      <span ref={box} className={styles['value']}>
        <button type="button" className={styles['press']} onClick={open}>
          <VisuallyHidden>{words.edit(input.label)}: </VisuallyHidden>
          {shown}
          {isEmpty ? null : <EditMark />}
        </button>
      </span>
    );
  const pressed = ({ target, defaultPrevented }: MouseEvent): void => {
    if (!defaultPrevented && target instanceof Element && !target.closest(ownPress) && getSelection()?.type !== 'Range') open();
  };
  return (
    // The pencil serves the keyboard; a pointer may press the rest of the value too.
    <div ref={box} className={styles['around']} data-wide={shownType(input.type).wide || undefined} onClick={pressed}>
      <div className={styles['inside']}>{look(true)}</div>
      <IconButton
        size="small"
        className={styles['pencil']}
        label={words.edit(input.label)}
        icon={<IconPencil size={16} />}
        onClick={open}
      />
    </div>
  );
}

/** Shown for an empty value: pressing it adds one. */
function NoValue() {
  const { words } = useWholeProduct();
  return (
    <span className={styles['empty']}>
      {words.noValue} · <span className={styles['add']}>{words.addValue}</span>
    </span>
  );
}

/** Whether the value has no controls inside, so that all of it may be a button. */
const isPressable = (type: string): boolean => !shownType(type).wide && !['email', 'url', 'phone', 'file'].includes(type);
