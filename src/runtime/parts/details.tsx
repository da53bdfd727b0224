import { Fragment } from 'react';
import { own } from '../../base/own.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { useColumns } from '../columns.ts';
import { shownType } from '../field-types.ts';
import { usePlaces } from '../places.ts';
import { useProduct } from '../product-context.ts';
import { PartGate } from '../screen/part-gate.tsx';
import { useShownScreen } from '../screen/screen-context.ts';
import { usePart } from '../screen/use-part.ts';
import { ColumnValue } from '../values/column-value.tsx';
import styles from './details.module.css';
import type { PartComponent } from './part.ts';
import { useShownElsewhere } from './shown-elsewhere.ts';

/** The record that the screen is about. */
export const DetailsPart: PartComponent<'details'> = ({ part }) => {
  const { words } = useProduct();
  const { screen } = useShownScreen();
  const column = useColumns(part.fields, screen.about?.text ?? '');
  const places = usePlaces();
  const state = usePart(part.id, ['details']);
  const elsewhere = useShownElsewhere(part);
  return (
    <PartGate state={state} lines={Math.max(2, part.fields.length)}>
      {({ record, fields: all }) => {
        const fields = all.filter((field) => !elsewhere.has(field));
        return record === null ? (
          <EmptyState small title={words.noRecord} />
        ) : fields.length === 0 ? null : (
          <div className={styles['details']}>
            <dl className={styles['list']}>
              {fields.map((field) => {
                const value = own(record.values, field);
                const shown = column(field);
                const spans = shownType(shown.type.kind).wide && value !== null && value !== undefined ? styles['wide'] : undefined;
                return (
                  <Fragment key={field}>
                    <dt className={spans} {...places.field(shown.entity, shown.field)}>
                      {shown.title}
                    </dt>
                    <dd className={spans} {...places.field(shown.entity, shown.field)}>
                      <ColumnValue column={shown} value={value} look="whole" />
                    </dd>
                  </Fragment>
                );
              })}
            </dl>
          </div>
        );
      }}
    </PartGate>
  );
};
