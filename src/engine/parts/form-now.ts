import { isTrue } from '../../expression/evaluate/evaluate.ts';
import { items } from '../../expression/values/compare.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import { mostLines } from '../../model/lines.ts';
import { notFound } from '../access/reach.ts';
import { readableLines } from '../change/lines.ts';
import { formPresets, formTarget } from '../change/presets.ts';
import { deniedBy, Refused, refusal } from '../change/refusals.ts';
import type { FormNow } from '../form-data.ts';
import type { Given } from '../operation.ts';
import type { Json } from '../record-data.ts';
import { opened, openedPart } from '../screens/opened.ts';
import { valueData } from '../screens/record-data.ts';
import type { PartAddress } from '../session.ts';
import { readOrNull } from '../world/labels.ts';
import type { World } from '../world/world.ts';
import { draftRecord } from './as-typed.ts';
import { type LineInputs, lineInputs } from './line-inputs.ts';
import type { PartOf } from './part-reader.ts';

/** The state of a form for the values typed so far. Throws Refused. */
export function formNow(world: World, at: PartAddress, given: Given): FormNow {
  const { part, entity, record, preset } = openedForm(world, at);
  const now = draftRecord(world, entity, record, new Map([...given, ...preset]));
  const lists = part.fields.flatMap((use) => {
    const inputs = lineInputs(world, entity.name.text, use);
    return inputs === null || !given.has(use.name.text) ? [] : [inputs];
  });
  return {
    hidden: hiddenFields(world, part, now),
    lines: Object.fromEntries(lists.map((inputs) => [inputs.field.name.text, linesNow(world, inputs, now, given, record)])),
  };
}

/** The names of the form's fields whose condition is not met. */
export function hiddenFields(world: World, part: PartOf<'form'>, now: RecordValue): readonly string[] {
  const scope = world.scope(now, undefined, 'person');
  return part.fields.flatMap(({ name, when }) =>
    when === null || world.index.dependsOnHole(when) || isTrue(when, scope) ? [] : [name.text],
  );
}

/** Throws Refused for values of fields that the form does not ask for now. */
export function refuseHidden(world: World, at: PartAddress, given: Given): void {
  const { part, entity, record, preset } = openedForm(world, at);
  if (part.fields.every(({ when }) => when === null)) return;
  const now = draftRecord(world, entity, record, new Map([...given, ...preset]));
  const hidden = hiddenFields(world, part, now).filter((name) => given.has(name) && !isNothing(given.get(name) ?? null));
  if (hidden.length === 0) return;
  throw new Refused(
    hidden.map((field) =>
      refusal(world.index, {
        error: 'INVALID',
        entity: entity.name.text,
        field,
        at: part.fields.find(({ name }) => name.text === field)?.when?.span ?? null,
        own: (labels) => {
          const label = labels.field(entity.name.text, field);
          return { code: 'not-asked', data: { field: label }, message: `${label} isn’t asked for here.` };
        },
        because: `the condition of the form’s field “${field}” is not met`,
      }),
    ),
  );
}

const isNothing = (value: Value): boolean => value === null || value === '' || items(value)?.length === 0;

function openedForm(world: World, at: PartAddress) {
  const open = opened(world, at.address);
  const part = openedPart(world, open, at.part);
  if (part.kind !== 'form') throw new Refused([notFound(world, 'form')]);
  const isNew = part.purpose === 'create';
  const record = isNew ? null : formTarget(world, part.target, open.record);
  const entity = world.index.entity(record?.entity ?? part.entity?.text ?? '');
  if (entity === null || (!isNew && record === null)) throw new Refused([notFound(world, part.entity?.text ?? 'record')]);
  const grant = world.access.grant(entity.name.text, isNew ? 'create' : 'read');
  if (grant.kind === 'no') throw new Refused([deniedBy(world, grant)]);
  return { part, entity, record, preset: formPresets(world, part, open.record) };
}

/** The computed columns of the typed lines. */
function linesNow(
  world: World,
  inputs: LineInputs,
  now: RecordValue,
  given: Given,
  record: RecordValue | null,
): readonly Readonly<Record<string, Json>>[] {
  const computed = inputs.columns.filter((column) => column.computed !== null).map(({ name }) => name.text);
  const rows = items(given.get(inputs.field.name.text) ?? null) ?? [];
  const present = record === null ? [] : readableLines(world, inputs, record.id);
  return rows.slice(0, mostLines).map((row) => {
    const cells = row instanceof Map ? (row as Given) : new Map<string, Value>();
    const line = present.find(({ id }) => id === cells.get('id')) ?? null;
    const typed = draftRecord(world, inputs.line, line, cells, { by: inputs.by, record: now });
    return Object.fromEntries(
      computed
        .filter((name) => seesComputed(world, inputs.entity, { line, typed }, name))
        .map((name) => [name, valueData(world, readOrNull(typed, name))]),
    );
  });
}

/**
 * Whether the person sees a computed field of a typed line. For a stored line this depends on the
 * stored record; for a new one, on the line and its record as typed.
 */
function seesComputed(world: World, entity: string, { line, typed }: TypedLine, field: string): boolean {
  if (line !== null) return world.access.seesField(line, field);
  const own = world.access.grant(entity, 'read', field);
  return (own === null || world.access.isGranted(own, typed)) && world.access.isGranted(world.access.grant(entity, 'read'), typed);
}

interface TypedLine {
  /** Null: the line is new. */
  readonly line: RecordValue | null;
  readonly typed: RecordValue;
}
