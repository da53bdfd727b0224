import type { ReactNode } from 'react';
import { own } from '../../base/own.ts';
import type { RecordData } from '../../engine/record-data.ts';
import type { ShownColumn } from '../columns.ts';
import { formatDate, formatSince } from '../format.ts';
import { type Product, useProduct } from '../product-context.ts';
import { useNow, useToday } from '../use-now.ts';
import { deadlineOf, hasPassed, isLateField } from './late.ts';
import { Moment } from './moment.tsx';
import { shownTyped, shownValue, type ValueProps } from './value.tsx';
import styles from './values.module.css';

type ColumnValueProps = Pick<ValueProps, 'value' | 'look' | 'links'> & { readonly column: ShownColumn };
type RecordValueProps = Omit<ColumnValueProps, 'value'> & { readonly record: RecordData; readonly name: string };

/** A column's value: shown like its field if it has one, or else by its type. */
export const ColumnValue = (props: ColumnValueProps): ReactNode => columnValue(useProduct(), props);

function columnValue(product: Product, { column: { entity, field, type }, value, look, links }: ColumnValueProps): ReactNode {
  if (field !== '' || value === null || value === undefined) return shownValue(product, { entity, field, value, look, links });
  return shownTyped(product, { entity: '', field: '', type, value, look, links });
}

/** A record's value in a column: a late date is marked and says since when. */
export const RecordValue = (props: RecordValueProps): ReactNode => recordValue(useProduct(), props);

/**
 * A record's value in a column; a date that is late is marked. A function rather than a component,
 * because components would cost a table four renders per cell.
 */
export function recordValue(product: Product, { record, name, column, look, links }: RecordValueProps): ReactNode {
  const value = own(record.values, name);
  const shown = columnValue(product, { column, value, look, links });
  if (!column.own) return shown;
  const deadline = deadlineOf(product.model, record, name);
  if (deadline !== null)
    return (
      <Deadline day={deadline} isDay={column.type.kind === 'date'}>
        {shown}
      </Deadline>
    );
  return value === true && isLateField(product.model, record.entity, name) ? <span className={styles['late']}>{shown}</span> : shown;
}

/** A deadline, marked once it has passed; `children`: its look until then. */
function Deadline({ day, isDay, children }: { readonly day: string; readonly isDay: boolean; readonly children: ReactNode }) {
  const { words, locale } = useProduct();
  const now = useNow();
  const today = useToday();
  if (!hasPassed(day, isDay, { now, today })) return children;
  if (!isDay) return <Moment iso={day} late={words.late(formatSince(day, now, locale))} />;
  const late = words.late(formatSince(day, new Date(today).getTime(), locale));
  return (
    <span>
      <time dateTime={day} className={styles['late']}>
        {formatDate(day, locale)}
      </time>{' '}
      <span className={styles['relative']}>{late}</span>
    </span>
  );
}
