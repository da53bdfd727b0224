import { useDraggable } from '@dnd-kit/core';
import type { KeyboardEvent, MouseEvent, ReactNode, TouchEvent } from 'react';
import { own } from '../../../base/own.ts';
import type { BoardMove } from '../../../engine/part-data.ts';
import type { RecordData } from '../../../engine/record-data.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconDots, IconGripVertical } from '../../../ui/late-icons.ts';
import { Menu, MenuGroup, MenuItem } from '../../../ui/overlay/menu.tsx';
import { useColumns } from '../../columns.ts';
import { shownType } from '../../field-types.ts';
import { entityNamed } from '../../model-lookup.ts';
import { usePlaces } from '../../places.ts';
import { useWholeProduct } from '../../product-context.ts';
import { ProductLink } from '../../product-link.tsx';
import type { DataOf } from '../../screen/use-part.ts';
import { RecordValue } from '../../values/column-value.tsx';
import type { PartOf } from '../part.ts';
import styles from './board.module.css';
import { ColumnName } from './column-name.tsx';

interface Face {
  readonly part: PartOf<'board'>;
  readonly record: RecordData;
  readonly data: DataOf<'board'>;
}

/** The look of a card, in its column or while it is dragged. */
export function CardFace({ part, record, data, lifted = false, tools }: Face & { readonly lifted?: boolean; readonly tools?: ReactNode }) {
  const { model } = useWholeProduct();
  const column = useColumns(part.fields, record.entity);
  const places = usePlaces();
  const label = entityNamed(model, record.entity)?.label;
  const address = own(data.addresses, record.id);
  const facts = data.fields.filter(
    (field) =>
      field !== label && field !== part.by.name.text && own(record.values, field) !== null && own(record.values, field) !== undefined,
  );
  return (
    <div {...places.record(record.id)} className={cx(styles['face'], lifted && styles['card'], lifted && styles['lifted'])}>
      <div className={styles['top']}>
        <span className={styles['title']}>
          {address ? (
            <ProductLink address={address} draggable={false}>
              {record.label}
            </ProductLink>
          ) : (
            record.label
          )}
        </span>
        {tools ? <span className={styles['tools']}>{tools}</span> : null}
      </div>
      {facts.length === 0 ? null : (
        <div className={styles['facts']}>
          {facts.map((field) => (
            <span key={field} title={column(field).title} {...places.field(column(field).entity, column(field).field)}>
              {shownType(column(field).type.kind).saysItself ? null : <span className={styles['factName']}>{column(field).title} </span>}
              <RecordValue record={record} name={field} column={column(field)} look="cell" links={false} />
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

/** Mouse and touch drag the whole card; the keyboard uses its handle. */
export function BoardCard({
  part,
  record,
  data,
  moves,
  moving,
  onMove,
}: Face & {
  readonly moves: readonly BoardMove[];
  /** The card is shown in the column it was dropped on, but the answer has not arrived yet. */
  readonly moving: boolean;
  readonly onMove: (move: BoardMove) => void;
}) {
  const { words } = useWholeProduct();
  const movable = moves.length > 0;
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({ id: record.id, disabled: !movable });
  const start = listeners as
    | { onMouseDown?: (event: MouseEvent) => void; onTouchStart?: (event: TouchEvent) => void; onKeyDown?: (event: KeyboardEvent) => void }
    | undefined;
  return (
    <li
      ref={setNodeRef}
      className={styles['card']}
      aria-busy={moving || undefined}
      data-dragging={isDragging || undefined}
      data-movable={movable || undefined}
      onMouseDown={start?.onMouseDown}
      onTouchStart={start?.onTouchStart}
    >
      <CardFace
        part={part}
        record={record}
        data={data}
        tools={
          movable ? (
            <>
              <IconButton
                ref={setActivatorNodeRef}
                size="small"
                label={words.moveCard(record.label)}
                icon={<IconGripVertical size={14} />}
                aria-roledescription={attributes['aria-roledescription']}
                aria-describedby={attributes['aria-describedby']}
                onKeyDown={start?.onKeyDown}
              />
              <Menu align="end" trigger={<IconButton size="small" label={words.moveTo} icon={<IconDots size={16} />} />}>
                <MenuGroup label={words.moveTo}>
                  {moves
                    .filter(({ enabled, event }) => enabled || event !== null)
                    .map((move) => (
                      <MenuItem
                        key={`${move.to} ${move.event}`}
                        unavailable={move.enabled ? undefined : move.refusal?.message}
                        onSelect={() => onMove(move)}
                      >
                        <ColumnName
                          part={part}
                          column={data.columns.find(({ value }) => value === move.to) ?? { value: move.to, label: null }}
                          links={false}
                        />
                      </MenuItem>
                    ))}
                </MenuGroup>
              </Menu>
            </>
          ) : null
        }
      />
    </li>
  );
}
