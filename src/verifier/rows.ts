import type { Span } from '../base/span.ts';
import type { Action } from '../expression/action.ts';
import type { Type } from '../expression/types/type.ts';
import type { Call } from '../model/ast/calls.ts';
import type { Model } from '../model/model.ts';
import type { StoredRecord } from '../store/store.ts';
import { callName } from './adapter/adapter.ts';
import type { Finding, Run } from './answers/finding.ts';
import type { Oracle } from './answers/oracle.ts';
import type { Planned } from './plan/planned.ts';

/** A row of sections 4 to 8, and whether an implementation conforms to it. */
export interface RowResult {
  readonly section: number;
  readonly span: Span;
  /** `Ticket: delete`, `resolve from open, assigned`. */
  readonly title: string;
  readonly result: 'kept' | 'broken' | 'not tried';
  readonly findings: readonly Finding[];
}

/** A row that can be verified. */
export type Row = Pick<RowResult, 'section' | 'span' | 'title'>;

/** The span of the row that contains `at`; refusals name only a cell. */
export const rowAt = (rows: readonly Row[], at: Span | null | undefined): Span | undefined =>
  at ? rows.find(({ span }) => span.from <= at.from && at.from < span.to)?.span : undefined;

/** The filter for requests that one of these rows decides; none if all rows are wanted. */
export function wanting(only: readonly Row[] | undefined): { readonly wants?: (rows: readonly Span[]) => boolean } {
  return only === undefined ? {} : { wants: (places) => places.some((at) => rowAt(only, at) !== undefined) };
}

/** The result for every row of sections 4 to 8, in document order. */
export function rowResults(model: Model, run: Pick<Run, 'exchanges' | 'findings'>): readonly RowResult[] {
  const rows = rowsOf(model);
  const tried = new Set(run.exchanges.flatMap((exchange) => exchange.rows.map((span) => rowAt(rows, span)?.from)));
  const findings = new Map<number, Finding[]>();
  for (const finding of run.findings) {
    const { expected, attempt } = finding.exchange;
    // The row that refused, or else the call's.
    const { from } = rowAt(rows, expected.refusals?.[0]?.at) ?? attempt.call.span;
    findings.set(from, [...(findings.get(from) ?? []), finding]);
  }
  return rows.map((row) => {
    const found = findings.get(row.span.from) ?? [];
    return { ...row, findings: found, result: found.length > 0 ? 'broken' : tried.has(row.span.from) ? 'kept' : 'not tried' };
  });
}

/** The rows of sections 4 to 8, in document order. */
export function rowsOf(model: Model): readonly Row[] {
  const row = (section: number, span: Span, title: string): Row => ({ section, span, title });
  return [
    ...model.machines.flatMap(({ transitions }) =>
      transitions.flatMap(({ span, from, trigger }) =>
        trigger.kind === 'event'
          ? [row(4, span, `${trigger.name.text} from ${from.map(({ text }) => text).join(', ') || 'any state'}`)]
          : [],
      ),
    ),
    ...model.rules.map(({ span, name }) => row(5, span, name.text)),
    ...(model.permissions ?? []).map(({ span, title }) => row(6, span, title)),
    ...model.calls.map((call) => row(7, call.span, callName(call))),
    ...model.errors.map(({ span, name }) => row(8, span, name.text)),
  ];
}

/** The fields of the records that a request is about, by record id. */
export type States = ReadonlyMap<string, { readonly entity: string; readonly values: Readonly<Record<string, unknown>> }>;

export function statesBefore(oracle: Oracle, records: readonly { readonly entity: string; readonly id: string }[]): States {
  return new Map(records.map(({ entity, id }) => [id, { entity, values: { ...oracle.record(entity, id) } }]));
}

/** The rows that decided the answer of a successful request. */
export function rowsTaken(model: Model, { call }: Planned, before: States): readonly Span[] {
  const found: Span[] = [call.span];
  const permissions = (entity: string, operation: string): void => {
    for (const row of model.permissions ?? [])
      if (row.entity.text === entity && row.operations.some(({ text }) => text === operation)) found.push(row.span);
  };
  for (const step of call.does?.steps ?? []) {
    if (step.kind === 'create' || step.kind === 'get' || step.kind === 'list')
      permissions(step.entity.text, step.kind === 'create' ? 'create' : 'read');
    if (step.kind === 'update' || step.kind === 'delete') for (const { entity } of before.values()) permissions(entity, step.kind);
    if (step.kind === 'add' || step.kind === 'remove')
      for (const row of model.permissions ?? [])
        if (row.fields.some(({ text }) => text === step.field.text)) permissions(row.entity.text, step.kind);
    if (step.kind !== 'event') continue;
    for (const { entity, values } of before.values()) {
      permissions(entity, step.event.text);
      for (const machine of model.machines)
        for (const { span, trigger, from, any } of machine.entity === entity ? machine.transitions : []) {
          const isIt = trigger.kind === 'event' && trigger.name.text === step.event.text;
          if (isIt && (any || from.some(({ text }) => text === values[machine.field]))) found.push(span);
        }
    }
  }
  return found;
}

/** Whether section 6 grants what a call does to one of these roles, at least for some records. */
export function mayBeGranted({ permissions }: Model, { does }: Call, roles: readonly string[]): boolean {
  return (does?.steps ?? []).some((step) => {
    const operation = step.kind === 'event' ? step.event.text : step.kind;
    const entity = step.kind === 'create' ? step.entity.text : 'target' in step ? entityIn(step.target.type) : null;
    const rows = (permissions ?? []).filter((row) => row.entity.text === entity && row.operations.some(({ text }) => text === operation));
    return rows.some(({ cells }) => roles.some((role) => ['yes', 'when', 'hole'].includes(cells.get(role)?.grant.kind ?? 'hole')));
  });
}

/** The transitions from `before` to `after` that only effects trigger. */
export function rowsFollowed(model: Model, before: StoredRecord | null, after: StoredRecord | null): readonly Span[] {
  if (before === null || after === null) return [];
  return model.machines.flatMap(({ entity, field, transitions }) => {
    const [from, to] = [before[field], after[field]];
    if (from === to || from === undefined) return [];
    return transitions.flatMap(({ span, trigger, from: states, any, to: next }) => {
      const isIt = trigger.kind === 'event' && next?.text === to && (any || states.some(({ text }) => text === from));
      return isIt && isFollowed(model, entity, trigger.name.text) ? [span] : [];
    });
  });
}

/** Whether an effect triggers the event and no call does. */
function isFollowed({ machines, calls }: Model, entity: string, event: string): boolean {
  const triggers = ({ steps }: Action): boolean =>
    steps.some((step) => step.kind === 'event' && step.event.text === event && entityIn(step.target.type) === entity);
  const effects = machines.flatMap(({ transitions }) => transitions.flatMap(({ effect }) => effect ?? []));
  return effects.some(triggers) && !calls.some(({ does }) => does !== null && triggers(does));
}

const entityIn = (type: Type): string | null => (type.kind === 'record' ? type.entity : type.kind === 'list' ? entityIn(type.of) : null);
