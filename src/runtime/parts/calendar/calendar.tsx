import { DndContext, type DragEndEvent, MouseSensor, pointerWithin, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { useContext, useLayoutEffect, useRef, useState } from 'react';
import type { Json } from '../../../engine/record-data.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Callout } from '../../../ui/display/callout.tsx';
import { distinctHues, hueOf } from '../../../ui/display/hue.ts';
import { VisuallyHidden } from '../../../ui/display/visually-hidden.tsx';
import { mirroredInRtl } from '../../../ui/form/mirror.ts';
import { Segmented } from '../../../ui/form/segmented.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconChevronLeft, IconChevronRight, IconPlus } from '../../../ui/icons.ts';
import { formatDate, formatDateTime } from '../../format.ts';
import { NewRecordContext } from '../../inputs/new-record-context.ts';
import { isRelation, typeOf } from '../../model-lookup.ts';
import { usePlace, useWholeProduct } from '../../product-context.ts';
import { PartGate } from '../../screen/part-gate.tsx';
import { type DataOf, usePart } from '../../screen/use-part.ts';
import { useSavedToast } from '../../undo.ts';
import { useToday } from '../../use-now.ts';
import { NarrowingTools } from '../list/list-tools.tsx';
import { useListOptions } from '../list/use-list.ts';
import type { PartComponent, PartOf } from '../part.ts';
import styles from './calendar.module.css';
import type { CalendarEntry } from './calendar-entry.tsx';
import { isIn, type Lane, lanesOf, offeredColours } from './calendar-lanes.ts';
import { CalendarMonth } from './calendar-month.tsx';
import {
  type CalendarState,
  type CalendarView,
  readCalendarState,
  shiftPeriod,
  visibleDays,
  writeCalendarState,
} from './calendar-range.ts';
import { CalendarRows } from './calendar-rows.tsx';
import { clockOf, minutesOfPixels, shiftMoment } from './calendar-time.ts';
import { CalendarWeek } from './calendar-week.tsx';
import { useEntryColour } from './entry-colour.ts';

type CalendarData = DataOf<'calendar'>;

/** A month, week or day with its entries; the address has the state. */
export const CalendarPart: PartComponent<'calendar'> = ({ part }) => {
  const today = useToday();
  const state = usePart(part.id, ['calendar'], useListOptions(part));
  return (
    <PartGate state={state} lines={10}>
      {(data) => <Calendar part={part} data={data} today={today} />}
    </PartGate>
  );
};

/** An entry's new times, shown until the answer arrives. */
interface Pending {
  readonly id: string;
  readonly from: string;
  readonly to: string | null;
}

function Calendar({ part, data, today }: { readonly part: PartOf<'calendar'>; readonly data: CalendarData; readonly today: string }) {
  const { id } = part;
  const colourOf = useEntryColour(part);
  const { model, words, labels, locale, zone, location, run, refuse } = useWholeProduct();
  const ask = useContext(NewRecordContext);
  const { calendar } = words.parts;
  const place = usePlace();
  const showSaved = useSavedToast();
  const [pending, setPending] = useState<Pending | null>(null);
  const [news, setNews] = useState('');
  const state = readCalendarState(place.query, id, today);
  const weeks = visibleDays(state, locale);
  const root = useRef<HTMLDivElement>(null);
  /**
   * The entry that the keyboard is moving: it is rendered again on another day, where it needs the
   * focus.
   */
  const held = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (held.current === null || document.activeElement !== document.body) return;
    const drawn = [...(root.current?.querySelectorAll<HTMLElement>(`[data-record="${CSS.escape(held.current)}"]`) ?? [])];
    drawn.find((element) => element.offsetParent !== null)?.focus();
  });
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
  );
  const go = (next: Partial<CalendarState>): void => {
    const query = writeCalendarState(place.query, id, { ...state, ...next }, today);
    location.replace(place.path + (query === '' ? '' : `?${query}`));
  };
  const coloured = data.entries.map((entry) => ({
    ...entry,
    ...(pending?.id === entry.record.id ? { from: pending.from, to: pending.to } : {}),
    colour: colourOf(entry.record),
  }));
  const hues = distinctHues([
    ...data.lanes.map(({ label }) => label),
    ...coloured.flatMap(({ colour }) => (colour?.byName ? [colour.text] : [])),
  ]);
  const entries = coloured.map((entry) =>
    entry.colour?.byName ? { ...entry, colour: { ...entry.colour, hue: hues.get(entry.colour.text) ?? entry.colour.hue } } : entry,
  );
  const offered = offeredColours(data.lanes, (text) => hues.get(text) ?? hueOf(text));
  const lanes = lanesOf(offered, entries, words.ui.none);
  // The address may ask for lanes that this calendar lacks.
  const view = state.view === 'lanes' && lanes.length === 0 ? 'week' : state.view;
  const colours = [...new Map(entries.flatMap(({ colour }) => (colour === null ? [] : [[colour.text, colour]]))).values()];

  const move = (entry: CalendarEntry, days: number, minutes: number, lane: Lane | null = null): Promise<void> => {
    const values = lane === null || isIn(lane, entry) ? {} : ofLane(lane, 'id');
    return change(
      entry,
      shiftMoment(entry.from, { days, minutes }, zone),
      entry.to === null ? null : shiftMoment(entry.to, { days, minutes }, zone),
      days !== 0 || minutes !== 0 || Object.keys(values).length > 0,
      values,
    );
  };
  /** The values that put a record into a lane; none for a state, which only events change. */
  const ofLane = ({ colour }: Lane, as: 'id' | 'record'): Readonly<Record<string, Json>> => {
    const field = part.colour?.name.text;
    if (field === undefined || colour === null || typeOf(model, part.entity.text, field).kind === 'state') return {};
    const { value } = colour;
    return { [field]: isRelation(value) ? (as === 'id' ? value.id : { entity: value.entity, id: value.id, label: value.label }) : value };
  };
  const resize = (entry: CalendarEntry, days: number, minutes: number): Promise<void> => {
    const to = entry.to === null ? null : shiftMoment(entry.to, { days, minutes }, zone);
    // An entry may not end before it starts.
    return change(entry, entry.from, to, to !== null && to !== entry.to && to >= entry.from);
  };
  const change = async (
    entry: CalendarEntry,
    from: string,
    to: string | null,
    differs: boolean,
    others: Readonly<Record<string, Json>> = {},
  ): Promise<void> => {
    if (!entry.movable || !differs) return;
    held.current = root.current?.contains(document.activeElement) ? entry.record.id : null;
    const values: Record<string, Json> = {
      [data.by]: from,
      ...(data.until === null || to === null ? {} : { [data.until]: to }),
      ...others,
    };
    setPending({ id: entry.record.id, from, to });
    const outcome = await run({ kind: 'update', entity: entry.record.entity, id: entry.record.id, values });
    // By now the data shows where the entry really is.
    setPending(null);
    if (outcome.ok) {
      setNews(calendar.moved(entry.record.label, [from, ...(to === null ? [] : [to])].map(when).join(' – ')));
      showSaved(entry.record, values);
    } else {
      // A calendar has no field that could show a refusal, so a notification does.
      refuse(
        outcome.refusals.map((refusal) => (refusal.shown.kind === 'at' ? { ...refusal, shown: { kind: 'toast', field: null } } : refusal)),
      );
    }
  };
  const when = (at: string): string => (at.length === 10 ? formatDate(at, locale) : formatDateTime(at, locale, zone));
  const dropped = ({ active, over, delta }: DragEndEvent): void => {
    const { entry, day } = (active.data.current ?? {}) as { readonly entry?: CalendarEntry; readonly day?: string };
    if (!entry || !day || !over) return;
    const days = Math.round((Date.parse(String(over.id).slice(0, 10)) - Date.parse(day)) / 86_400_000);
    const lane = lanes.find(({ key }) => `${String(over.id).slice(0, 10)} ${key}` === over.id) ?? null;
    const hasHours = (view === 'week' || view === 'day') && data.type !== 'date';
    void move(entry, days, hasHours ? minutesOfPixels(delta.y) : 0, lane);
  };

  const entity = part.entity.text;
  const create =
    ask === null || !data.creates
      ? null
      : (day: string, minute: number | null, lane: Lane | null = null): void => {
          // A month has days to press but no times: start at nine.
          const begins = minute ?? 9 * 60;
          const at = (of: number): string => (data.type === 'date' ? day : `${day}T${clockOf(of)}`);
          ask({
            entity,
            text: '',
            start: {
              ...(lane === null ? {} : ofLane(lane, 'record')),
              [data.by]: at(begins),
              ...(data.until === null ? {} : { [data.until]: at(Math.min(begins + 60, 23 * 60 + 59)) }),
            },
            done: () => undefined,
          });
        };

  const shared = {
    entries,
    weeks,
    today,
    month: view === 'month' ? state.at.slice(0, 7) : null,
    lanes,
    onMove: move,
    onResize: resize,
    onCreate: create,
  };
  return (
    <DndContext sensors={sensors} collisionDetection={pointerWithin} onDragEnd={dropped}>
      <div ref={root} className={styles['calendar']}>
        <NarrowingTools part={part} data={data} />
        <div className={styles['head']}>
          <h2 className={styles['title']} aria-live="polite">
            {titleOf({ ...state, view }, weeks, locale)}
          </h2>
          <Segmented
            label={words.view}
            value={view}
            onChange={(next) => go({ view: next as CalendarView })}
            items={[
              ...(['month', 'week', 'day'] as const).map((value) => ({ value, label: calendar[value] })),
              ...(part.colour === null || lanes.length === 0
                ? []
                : [{ value: 'lanes', label: labels.field(part.entity.text, part.colour.name.text) }]),
            ]}
          />
          {create === null ? null : (
            <IconButton
              size="small"
              label={words.create(labels.entity(entity))}
              icon={<IconPlus size={16} />}
              onClick={() => create(weeks.flat().includes(today) && view !== 'day' ? today : state.at, null)}
            />
          )}
          <Button size="small" variant="ghost" onClick={() => go({ at: today })}>
            {words.today}
          </Button>
          <IconButton
            size="small"
            label={calendar.previous}
            icon={<IconChevronLeft size={16} className={mirroredInRtl} />}
            onClick={() => go({ at: shiftPeriod(state, -1) })}
          />
          <IconButton
            size="small"
            label={calendar.next}
            icon={<IconChevronRight size={16} className={mirroredInRtl} />}
            onClick={() => go({ at: shiftPeriod(state, 1) })}
          />
        </div>
        {data.total > data.entries.length ? <Callout tone="warning">{calendar.tooMany(data.entries.length, data.total)}</Callout> : null}
        {view === 'lanes' ? (
          <CalendarRows {...shared} />
        ) : view === 'month' || data.type === 'date' ? (
          <CalendarMonth {...shared} />
        ) : (
          <CalendarWeek {...shared} />
        )}
        {colours.length === 0 ? null : (
          <ul className={styles['colours']}>
            {colours.map(({ hue, text }) => (
              <li key={text}>
                <Badge look="dot" hue={hue}>
                  {text}
                </Badge>
              </li>
            ))}
          </ul>
        )}
        <VisuallyHidden>
          <span aria-live="polite">{news}</span>
        </VisuallyHidden>
      </div>
    </DndContext>
  );
}

/** `January 2026`, `5 – 11 January 2026`, `Monday, 5 January 2026`. */
function titleOf({ view, at }: CalendarState, weeks: readonly (readonly string[])[], locale: string): string {
  const date = (day: string): Date => new Date(`${day}T00:00:00Z`);
  const say = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  if (view === 'month') return say({ month: 'long', year: 'numeric' }).format(date(`${at.slice(0, 7)}-01`));
  if (view === 'day') return say({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(date(at));
  const days = weeks.flat();
  return say({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(date(days[0] ?? at), date(days.at(-1) ?? at));
}
