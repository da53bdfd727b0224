import type { Json } from '../engine/record-data.ts';
import type { FieldType } from '../model/ast/entities.ts';
import { entityOf, eventsOf } from '../model/lookup.ts';
import type { Model } from '../model/model.ts';

export interface Naming {
  readonly model: Model;
  /** Throws if a scenario has no name for the record. */
  nameOf(id: string): string;
  /** The name of an uploaded file; null if unknown. */
  fileOf(id: string): string | null;
  /**
   * A date or a datetime as an expression, counted from `today` or `now`; null, or absent: as a
   * literal.
   */
  relative?(kind: 'date' | 'datetime', value: string): string | null;
}

/** The value given to a field, or to a parameter of an event, as an expression. */
export function valueSource(naming: Naming, entity: string, field: string, value: Json): string {
  const { model } = naming;
  const type = entityOf(model, entity)?.byName.get(field)?.type;
  if (type !== undefined) return sourceOf(naming, type, value);
  const parameter = eventsOf(model, entity)
    .flatMap(({ transitions }) =>
      transitions.flatMap(({ transition }) => (transition.trigger.kind === 'event' ? transition.trigger.parameters : [])),
    )
    .find(({ name }) => name.text === field);
  if (parameter?.type.kind === 'record' && typeof value === 'string') return naming.nameOf(value);
  return plain(naming, parameter?.type.kind, value);
}

function sourceOf(naming: Naming, type: FieldType, value: Json): string {
  if (value === null) return 'null';
  switch (type.kind) {
    case 'relation':
      return typeof value === 'string' ? naming.nameOf(value) : 'null';
    case 'members':
      return Array.isArray(value) ? `[${value.map((id) => naming.nameOf(String(id))).join(', ')}]` : '[]';
    case 'list':
      return Array.isArray(value) ? `[${value.map((one: Json) => sourceOf(naming, type.of, one)).join(', ')}]` : '[]';
    case 'inverse':
      return Array.isArray(value) ? `[${value.map((line: Json) => lineSource(naming, type.entity.text, line)).join(', ')}]` : '[]';
    case 'file':
    case 'image':
      return quoted(typeof value === 'string' ? (naming.fileOf(value) ?? value) : '');
    default:
      return plain(naming, type.kind, value);
  }
}

function lineSource(naming: Naming, entity: string, line: Json): string {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return 'null';
  const entries = Object.entries(line).filter(([, value]) => value !== null && value !== '');
  return `{${entries.map(([field, value]) => `${quoted(field)}: ${valueSource(naming, entity, field, value as Json)}`).join(', ')}}`;
}

const numbers = ['integer', 'decimal', 'percent', 'money', 'int', 'double'];

function plain(naming: Naming, kind: string | undefined, value: Json): string {
  if (typeof value === 'string') {
    if (kind === 'date') return naming.relative?.('date', value) ?? `date(${value.split('-').map(Number).join(', ')})`;
    if (kind === 'datetime' || kind === 'timestamp') return naming.relative?.('datetime', value) ?? `timestamp(${quoted(value)})`;
    if (kind === 'time') return `time(${quoted(value)})`;
    if (kind === 'duration') return durationSource(value);
    if (kind !== undefined && numbers.includes(kind) && /^-?\d+(\.\d+)?$/.test(value)) return value;
    return quoted(value);
  }
  if (Array.isArray(value)) return `[${value.map((one: Json) => plain(naming, undefined, one)).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, one]) => `${quoted(key)}: ${plain(naming, undefined, one as Json)}`)
      .join(', ')}}`;
  return String(value);
}

/** `P1DT2H30M` in seconds, which every CEL implementation accepts. */
function durationSource(iso: string): string {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(iso);
  if (match === null) return quoted(iso);
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = match;
  return `duration("${Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)}s")`;
}

/** A backtick would end the code span around it. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('`', '\\u0060');
