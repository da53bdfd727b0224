import { useContext } from 'react';
import { own } from '../../base/own.ts';
import type { RecordData } from '../../engine/record-data.ts';
import { Badge } from '../../ui/display/badge.tsx';
import visuallyHidden from '../../ui/display/visually-hidden.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconPencil } from '../../ui/icons.ts';
import { FieldEditor } from '../inputs/lazy-field-editor.ts';
import { useEditing } from '../inputs/use-editing.ts';
import { entityNamed, hueOfValue, machineOf, stateFieldOf } from '../model-lookup.ts';
import { usePlaces } from '../places.ts';
import { useProduct } from '../product-context.ts';
import { InPlaceContext } from './in-place-context.ts';
import styles from './record-title.module.css';
import screen from './screen.module.css';

/**
 * A record's state beside its title; nothing if it has no more than one state, or the person may
 * not read it.
 */
function StatePill({ record }: { readonly record: RecordData }) {
  const { model, labels } = useProduct();
  const places = usePlaces();
  const field = stateFieldOf(model, record.entity);
  const value = field === null ? null : own(record.values, field);
  if (field === null || typeof value !== 'string' || machineOf(model, record.entity, field)?.states.length === 1) return null;
  return (
    <span className={styles['state']} {...places.field(record.entity, field)}>
      <Badge look="pill" hue={hueOfValue(model, record.entity, field, value)}>
        {labels.value(record.entity, field, value)}
      </Badge>
    </span>
  );
}

/** A record's title and state. The title is edited in place if the person may change its field. */
export function RecordTitle({ record, place }: { readonly record: RecordData; readonly place: Readonly<Record<string, string>> }) {
  const { model, words, labels } = useProduct();
  const { inputs } = useContext(InPlaceContext);
  const { editing, open, close, box } = useEditing();
  const name = entityNamed(model, record.entity)?.label ?? '';
  const input = record.values[name] === record.label ? inputs.get(name) : undefined;
  const label = labels.field(record.entity, name);
  return (
    <div ref={box} className={styles['line']}>
      {/* While it is edited, the input replaces the title; screen readers keep the heading. */}
      <h1 className={editing ? visuallyHidden['hidden'] : screen['title']} tabIndex={-1} {...place}>
        {record.label}
      </h1>
      {editing && input !== undefined ? (
        <div className={styles['titleEditor']}>
          <FieldEditor record={record} input={{ ...input, label }} onClose={close} />
        </div>
      ) : null}
      {editing || input === undefined ? null : (
        <IconButton size="small" className={styles['pencil']} label={words.edit(label)} icon={<IconPencil size={16} />} onClick={open} />
      )}
      <StatePill record={record} />
    </div>
  );
}
