import { own } from '../../../base/own.ts';
import type { RecordData } from '../../../engine/record-data.ts';
import { Card } from '../../../ui/display/card.tsx';
import { useDelayed } from '../../../ui/use-delayed.ts';
import { useColumns } from '../../columns.ts';
import { shownType } from '../../field-types.ts';
import { entityNamed } from '../../model-lookup.ts';
import { usePlaces } from '../../places.ts';
import { useProduct } from '../../product-context.ts';
import { ProductLink } from '../../product-link.tsx';
import { PartGate } from '../../screen/part-gate.tsx';
import { useShownScreen } from '../../screen/screen-context.ts';
import type { DataOf } from '../../screen/use-part.ts';
import { RecordValue } from '../../values/column-value.tsx';
import type { PartComponent, PartOf } from '../part.ts';
import styles from './cards.module.css';
import { ListEmpty } from './list-empty.tsx';
import { ListFoot, ListTools } from './list-tools.tsx';
import { useList } from './use-list.ts';

/** A list as cards. */
export const CardsPart: PartComponent<'cards'> = ({ part }) => {
  const list = useList(part);
  const { paper } = useShownScreen();
  const late = useDelayed(list.state.reading, 300);
  return (
    <PartGate state={list.state} lines={6}>
      {(data) => (
        <div>
          {paper === null ? <ListTools part={part} data={data} list={list} /> : null}
          {data.rows.length === 0 ? (
            <ListEmpty part={part} data={data} list={list} />
          ) : (
            <div className={styles['grid']} data-reading={late || undefined}>
              {data.rows.map((record) => (
                <RecordCard key={record.id} part={part} record={record} data={data} />
              ))}
            </div>
          )}
          {paper === null ? <ListFoot data={data} list={list} /> : null}
        </div>
      )}
    </PartGate>
  );
};

function RecordCard({
  part,
  record,
  data,
}: {
  readonly part: PartOf<'cards'>;
  readonly record: RecordData;
  readonly data: DataOf<'list' | 'cards'>;
}) {
  const { model } = useProduct();
  const column = useColumns(part.fields, record.entity);
  const label = entityNamed(model, record.entity)?.label ?? null;
  const places = usePlaces();
  const address = own(data.addresses, record.id);
  const rest = data.fields.filter((field) => field !== label);
  const isText = (field: string): boolean => shownType(column(field).type.kind).prose;
  const texts = rest
    .filter(isText)
    .filter((field) => own(record.values, field) !== null && own(record.values, field) !== '' && own(record.values, field) !== undefined);
  const facts = rest.filter((field) => !isText(field) && own(record.values, field) !== null && own(record.values, field) !== undefined);
  return (
    <Card {...places.record(record.id)} className={styles['card']} data-open={address ? true : undefined}>
      <h2 className={styles['title']}>{address ? <ProductLink address={address}>{record.label}</ProductLink> : record.label}</h2>
      {texts.map((field) => (
        <div key={field} className={styles['text']} {...places.field(column(field).entity, column(field).field)}>
          <RecordValue record={record} name={field} column={column(field)} look="cell" />
        </div>
      ))}
      {facts.length === 0 ? null : (
        <div className={styles['facts']}>
          {facts.map((field) => (
            <span key={field} title={column(field).title} {...places.field(column(field).entity, column(field).field)}>
              {shownType(column(field).type.kind).saysItself ? null : <span className={styles['factName']}>{column(field).title} </span>}
              <RecordValue record={record} name={field} column={column(field)} look="cell" />
            </span>
          ))}
        </div>
      )}
    </Card>
  );
}
