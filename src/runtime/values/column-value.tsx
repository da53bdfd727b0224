import { own } from '../../base/own.ts';
import type { RecordData } from '../../engine/record-data.ts';
import type { ShownColumn } from '../columns.ts';
import { formatDate, formatSince } from '../format.ts';
import { useProduct } from '../product-context.ts';
import { useNow, useToday } from '../use-now.ts';
import { isLateness, lateSince } from './late.ts';
import { Moment } from './moment.tsx';
import { Typed, Value, type ValueProps } from './value.tsx';
import styles from './values.module.css';

type ColumnValueProps = Pick<ValueProps, 'value' | 'look' | 'links'> & { readonly column: ShownColumn };

/** The value of a column: as the field that it comes from shows it, else by its type. */
export function ColumnValue({ column: { entity, field, type }, value, look, links = true }: ColumnValueProps) {
  if (field !== '' || value === null || value === undefined)
    return <Value entity={entity} field={field} value={value} look={look} links={links} />;
  return <Typed entity="" field="" type={type} value={value} look={look} links={links} />;
}

/** The same of a record: what is late has the colour of danger and says since when. */
export function RecordValue({
  record,
  name,
  column,
  look,
  links = true,
}: Omit<ColumnValueProps, 'value'> & { readonly record: RecordData; readonly name: string }) {
  const { model, words, locale } = useProduct();
  const now = useNow();
  const today = useToday();
  const value = own(record.values, name);
  const isLate = column.own && value === true && isLateness(model, record.entity, name);
  const since = column.own ? lateSince(model, record, name, { now, today }) : null;
  if (since === null) {
    const shown = <ColumnValue column={column} value={value} look={look} links={links} />;
    return isLate ? <span className={styles['late']}>{shown}</span> : shown;
  }
  if (column.type.kind === 'datetime') return <Moment iso={since} late={words.late(formatSince(since, now, locale))} />;
  const late = words.late(formatSince(since, new Date(today).getTime(), locale));
  return (
    <span>
      <time dateTime={since} className={styles['late']}>
        {formatDate(since, locale)}
      </time>{' '}
      <span className={styles['relative']}>{late}</span>
    </span>
  );
}
