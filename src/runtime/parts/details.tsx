import { Fragment } from 'react';
import { own } from '../../base/own.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { shownType } from '../field-types.ts';
import { typeOf } from '../model-lookup.ts';
import { usePlaces } from '../places.ts';
import { useProduct } from '../product-context.ts';
import { PartGate } from '../screen/part-gate.tsx';
import { usePart } from '../screen/use-part.ts';
import { Value } from '../values/value.tsx';
import styles from './details.module.css';
import type { PartComponent } from './part.ts';

/** The record that the screen is about. */
export const DetailsPart: PartComponent<'details'> = ({ part }) => {
  const { model, words, labels } = useProduct();
  const places = usePlaces();
  const state = usePart(part.id, ['details']);
  return (
    <PartGate state={state} lines={Math.max(2, part.fields.length)}>
      {({ record, fields }) =>
        record === null ? (
          <EmptyState small title={words.noRecord} />
        ) : (
          <div className={styles['details']}>
            <dl className={styles['list']}>
              {fields.map((field) => {
                const value = own(record.values, field);
                const spans =
                  shownType(typeOf(model, record.entity, field).kind).wide && value !== null && value !== undefined
                    ? styles['wide']
                    : undefined;
                return (
                  <Fragment key={field}>
                    <dt className={spans} {...places.field(record.entity, field)}>
                      {labels.field(record.entity, field)}
                    </dt>
                    <dd className={spans} {...places.field(record.entity, field)}>
                      <Value entity={record.entity} field={field} value={value} look="whole" />
                    </dd>
                  </Fragment>
                );
              })}
            </dl>
          </div>
        )
      }
    </PartGate>
  );
};
