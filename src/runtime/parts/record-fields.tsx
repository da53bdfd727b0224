import { Fragment } from 'react';
import { own } from '../../base/own.ts';
import type { InputData } from '../../engine/form-data.ts';
import type { RecordData } from '../../engine/record-data.ts';
import type { ShownColumn } from '../columns.ts';
import { shownType } from '../field-types.ts';
import { EditInPlace } from '../inputs/edit-in-place.tsx';
import { usePlaces } from '../places.ts';
import type { FurtherField } from '../screen/in-place-context.ts';
import { RecordValue } from '../values/column-value.tsx';
import styles from './details.module.css';

export interface ShownField {
  readonly name: string;
  readonly record: RecordData;
  /** Null if the field is read-only. */
  readonly input: InputData | null;
}

/** Names and values of a record's fields; changeable values are edited in place. */
export function RecordFields({
  fields,
  column,
}: {
  readonly fields: readonly ShownField[];
  readonly column: (name: string) => ShownColumn;
}) {
  const places = usePlaces();
  if (fields.length === 0) return null;
  return (
    <div className={styles['details']}>
      <dl className={styles['list']}>
        {fields.map(({ name, record, input }) => {
          const shown = column(name);
          const value = own(record.values, name) ?? null;
          const wide = value !== null && shownType(shown.type.kind).wide;
          const attributes = { className: wide ? styles['wide'] : undefined, ...places.field(shown.entity, shown.field) };
          const look = (links: boolean) => <RecordValue record={record} name={name} column={shown} look="whole" links={links} />;
          return (
            <Fragment key={name}>
              <dt {...attributes}>{shown.title}</dt>
              <dd {...attributes}>{input === null ? look(true) : <EditInPlace record={record} input={input} look={look} />}</dd>
            </Fragment>
          );
        })}
      </dl>
    </div>
  );
}

/** The fields of a form, to be shown like details. */
export const furtherFields = (fields: readonly FurtherField[] | undefined): readonly ShownField[] =>
  (fields ?? []).map(({ record, input }) => ({ name: input.name, record, input }));
