import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  type UniqueIdentifier,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { own } from '../../../base/own.ts';
import type { BoardMove } from '../../../engine/part-data.ts';
import type { RecordData } from '../../../engine/record-data.ts';
import { useUi } from '../../../ui/root/ui-context.ts';
import { machineOf } from '../../model-lookup.ts';
import { usePlaces } from '../../places.ts';
import { useWholeProduct } from '../../product-context.ts';
import { PartGate } from '../../screen/part-gate.tsx';
import { type DataOf, usePart } from '../../screen/use-part.ts';
import { useSavedToast } from '../../undo.ts';
import { NarrowingTools } from '../list/list-tools.tsx';
import { useListOptions } from '../list/use-list.ts';
import type { PartComponent, PartOf } from '../part.ts';
import { endsRecord, useEvent } from '../use-event.tsx';
import styles from './board.module.css';
import { BoardCard, CardFace } from './board-card.tsx';
import { columnKeyboardCoordinates } from './board-keys.ts';
import { ColumnName, useColumnText } from './column-name.tsx';

type Data = DataOf<'board'>;

/**
 * Columns for a state, an enum or a relation. Cards move by pointer, touch, keyboard or menu, if
 * the document allows it.
 */
export const BoardPart: PartComponent<'board'> = ({ part }) => {
  const state = usePart(part.id, ['board'], useListOptions(part));
  return (
    <PartGate state={state} lines={8}>
      {(data) => <Board part={part} data={data} />}
    </PartGate>
  );
};

interface Pending {
  readonly record: RecordData;
  readonly to: string;
}

/** A column's id as a drop target, also for the column of records without a value. */
const dropId = (value: string): string => `to ${value}`;

/** Shows the card in the column that it is being moved to. */
function columnsWith(data: Data, pending: Pending | null): Data['columns'] {
  if (!pending) return data.columns;
  return data.columns.map((column) => {
    const without = column.rows.filter((row) => row.id !== pending.record.id);
    if (column.value === pending.to) return { ...column, rows: [pending.record, ...without], total: column.total + 1 };
    return without.length === column.rows.length ? column : { ...column, rows: without, total: column.total - 1 };
  });
}

function Board({ part, data }: { readonly part: PartOf<'board'>; readonly data: Data }) {
  const product = useWholeProduct();
  const { run, refuse, words } = product;
  const columnText = useColumnText(part);
  const { layer } = useUi();
  const event = useEvent();
  const showSaved = useSavedToast();
  const [dragged, setDragged] = useState<RecordData | null>(null);
  const [pending, setPending] = useState<Pending | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: columnKeyboardCoordinates }),
  );
  const columns = columnsWith(data, pending);
  const across = useRef<HTMLDivElement>(null);

  const move = async (record: RecordData, to: BoardMove): Promise<void> => {
    if (!to.enabled) {
      if (to.refusal) refuse([to.refusal]);
      return;
    }
    const triggered = to.event === null ? null : { event: to.event, parameters: to.parameters, to: to.to, field: part.by.name.text };
    if (triggered !== null && (to.parameters.length > 0 || endsRecord(product, record.entity, triggered))) {
      await event.trigger(record, triggered);
      return;
    }
    setPending({ record, to: to.to });
    const values = { [part.by.name.text]: to.to === '' ? null : to.to };
    const outcome =
      to.event === null
        ? await run({ kind: 'update', entity: record.entity, id: record.id, values })
        : await run({ kind: 'event', entity: record.entity, id: record.id, event: to.event, parameters: {} });
    // By now the data shows where the card really is.
    setPending(null);
    if (outcome.ok && to.event === null) showSaved(record, values);
    if (!outcome.ok) refuse(outcome.refusals);
  };
  const label = (id: UniqueIdentifier): string =>
    data.columns.flatMap((column) => column.rows).find((row) => row.id === id)?.label ?? String(id);
  const column = (id: UniqueIdentifier): string => {
    const found = data.columns.find(({ value }) => dropId(value) === id);
    return found === undefined ? '' : columnText(found);
  };
  const spoken = words.dragging;
  const announcements: Announcements = {
    onDragStart: ({ active }) => spoken.lifted(label(active.id)),
    onDragOver: ({ active, over }) => (over ? spoken.over(label(active.id), column(over.id)) : spoken.notOver(label(active.id))),
    onDragEnd: ({ active, over }) => (over ? spoken.dropped(label(active.id), column(over.id)) : spoken.cancelled(label(active.id))),
    onDragCancel: ({ active }) => spoken.cancelled(label(active.id)),
  };
  const movesOf = (record: RecordData): readonly BoardMove[] => own(data.moves, record.id) ?? [];
  const dropped = ({ active, over }: DragEndEvent): void => {
    const record = dragged;
    setDragged(null);
    if (!record || !over || active.id !== record.id) return;
    const to = movesOf(record).find((one) => dropId(one.to) === over.id);
    if (to) void move(record, to);
  };

  return (
    <DndContext
      sensors={sensors}
      accessibility={{ announcements, screenReaderInstructions: { draggable: spoken.how } }}
      // A pointer chooses the column below it; for the keyboard, the card's own rectangle does.
      collisionDetection={(given) => (given.pointerCoordinates ? pointerWithin(given) : rectIntersection(given))}
      // All columns have the same height, so only sideways is there more to drop on: the page does
      // not scroll, and the board does slowly, with the pointer right at its edge.
      autoScroll={{ canScroll: (element) => element === across.current, threshold: { x: 0.06, y: 0.01 }, acceleration: 2 }}
      onDragStart={({ active }) => setDragged(data.columns.flatMap((column) => column.rows).find((row) => row.id === active.id) ?? null)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={dropped}
    >
      <div className={styles['board']}>
        <NarrowingTools part={part} data={data} />
        {/* Without cards nothing in it can be focused, but the keyboard may need to scroll it. */}
        <div ref={across} className={styles['columns']} {...(columns.every(({ rows }) => rows.length === 0) ? { tabIndex: 0 } : {})}>
          {columns.map((column) => (
            <Column
              key={column.value}
              part={part}
              column={column}
              move={dragged ? (movesOf(dragged).find((one) => one.to === column.value) ?? null) : undefined}
              dragged={dragged}
            >
              {column.rows.map((record) => (
                <BoardCard
                  key={record.id}
                  part={part}
                  record={record}
                  data={data}
                  moves={movesOf(record)}
                  moving={record.id === pending?.record.id}
                  onMove={(to) => void move(record, to)}
                />
              ))}
            </Column>
          ))}
        </div>
      </div>
      {layer
        ? createPortal(
            <DragOverlay dropAnimation={null}>{dragged ? <CardFace part={part} record={dragged} data={data} lifted /> : null}</DragOverlay>,
            layer,
          )
        : null}
      {event.dialog}
    </DndContext>
  );
}

function Column({
  part,
  column,
  move,
  dragged,
  children,
}: {
  readonly part: PartOf<'board'>;
  readonly column: Data['columns'][number];
  /** While a card is dragged: how it can move here, or null. */
  readonly move: BoardMove | null | undefined;
  readonly dragged: RecordData | null;
  readonly children: React.ReactNode[];
}) {
  const { model, words, labels } = useWholeProduct();
  const places = usePlaces();
  const text = useColumnText(part)(column);
  const state = machineOf(model, part.entity.text, part.by.name.text)?.states.find(({ name }) => name === column.value);
  const { setNodeRef, isOver } = useDroppable({ id: dropId(column.value) });
  const home = dragged !== null && column.rows.some((row) => row.id === dragged.id);
  const can = dragged === null || home ? undefined : move?.enabled ? 'yes' : 'no';
  return (
    <section
      {...places.at(state?.span)}
      ref={setNodeRef}
      className={styles['column']}
      data-can={can}
      data-over={(isOver && !home) || undefined}
      aria-label={text}
    >
      <header className={styles['head']}>
        <ColumnName part={part} column={column} links />
        <span className={styles['total']}>{column.total}</span>
      </header>
      {isOver && can === 'no' && move?.refusal ? <p className={styles['why']}>{move.refusal.message}</p> : null}
      {children.length === 0 ? (
        <p className={styles['empty']}>{words.emptyColumn(labels.entities(part.entity.text))}</p>
      ) : (
        <ul className={styles['cards']}>{children}</ul>
      )}
      {column.total > column.rows.length ? <p className={styles['more']}>{words.more(column.total - column.rows.length)}</p> : null}
    </section>
  );
}
