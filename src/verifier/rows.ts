import type { Span } from '../base/span.ts';
import type { Type } from '../expression/types/type.ts';
import type { Call } from '../model/ast/calls.ts';
import { type Machine, type Transition, triggerWords } from '../model/ast/states.ts';
import type { Model } from '../model/model.ts';
import { callName } from './adapter/adapter.ts';
import type { Finding, Run } from './answers/finding.ts';

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
    const { expected, attempt, timer } = finding.exchange;
    // The row that refused, or the timer that was waited for, or else the call's.
    const { from } = rowAt(rows, expected.refusals?.[0]?.at) ?? timer ?? attempt.call.span;
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
    ...model.machines.flatMap((machine) =>
      machine.transitions.flatMap((one) => (one.trigger.kind === 'unknown' ? [] : [row(4, one.span, titleOf(machine, one))])),
    ),
    ...model.rules.map(({ span, name }) => row(5, span, name.text)),
    ...(model.permissions ?? []).map(({ span, title }) => row(6, span, title)),
    ...model.calls.map((call) => row(7, call.span, callName(call))),
    ...model.errors.map(({ span, name }) => row(8, span, name.text)),
  ];
}

/** `resolve from open, assigned`, `after days(3) from resolved`, `delete from any state`. */
function titleOf({ entity }: Machine, row: Transition): string {
  if (row.trigger.kind === 'create') return `start of ${entity}`;
  const states = row.any ? 'any state' : row.from.map(({ text }) => text).join(', ');
  return `${triggerWords(row)}${states === '' ? '' : ` from ${states}`}`;
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

const entityIn = (type: Type): string | null => (type.kind === 'record' ? type.entity : type.kind === 'list' ? entityIn(type.of) : null);
