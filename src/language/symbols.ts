import type { Span } from '../base/span.ts';
import type { Name } from '../model/ast/common.ts';
import type { Part } from '../model/ast/screens.ts';
import { eventsOf } from '../model/lookup.ts';
import type { Model } from '../model/model.ts';
import type { SymbolKind } from './symbol.ts';

/** An entry of the outline. `span` covers all of it, `selection` (inside `span`) its name. */
export interface OutlineEntry {
  readonly kind: SymbolKind | 'section' | 'machine' | 'scenario' | 'part' | 'permission';
  readonly name: string;
  readonly detail: string;
  readonly span: Span;
  readonly selection: Span;
  readonly children: readonly OutlineEntry[];
}

/**
 * The outline of a document: its sections with their declarations. A section that occurs twice is
 * listed twice.
 */
export function outlineOf(model: Model): OutlineEntry[] {
  const entries = factsOf(model);
  const placed = new Set<OutlineEntry>();
  const sections = model.tree.sections.map(({ number, heading, span }): OutlineEntry => {
    const children = entries.filter((entry) => span.from <= entry.selection.from && entry.selection.from < span.to);
    for (const child of children) placed.add(child);
    const state = model.sections.find((section) => section.number === number)?.state;
    return {
      kind: 'section',
      name: heading.text,
      detail: state === undefined || state === 'shown' ? '' : state,
      span: trimmedEnd(model.tree.text, span),
      selection: heading.content,
      children: children.sort(inOrder),
    };
  });
  return [...sections, ...entries.filter((entry) => !placed.has(entry))].sort(inOrder);
}

const inOrder = (a: OutlineEntry, b: OutlineEntry): number => a.selection.from - b.selection.from;

function trimmedEnd(text: string, span: Span): Span {
  return { from: span.from, to: span.from + text.slice(span.from, span.to).trimEnd().length };
}

function entry(
  kind: OutlineEntry['kind'],
  name: Name,
  detail: string,
  span: Span = name.span,
  children: readonly OutlineEntry[] = [],
): OutlineEntry {
  // Editors require the name to lie inside the span.
  const whole = { from: Math.min(span.from, name.span.from), to: Math.max(span.to, name.span.to) };
  return { kind, name: name.text || '(no name)', detail, span: whole, selection: name.span, children };
}

function factsOf(model: Model): OutlineEntry[] {
  return [
    ...model.people.map((one) => entry('person', one.name, one.wants, one.span)),
    ...model.scenarios.map((one) =>
      entry('scenario', { text: one.title, span: firstLine(model.tree.text, one.span) }, `${one.rows.length} steps`, one.span),
    ),
    ...model.screens.map((one) => entry('screen', one.name, one.route, one.span, partsOf(model, one.parts))),
    ...model.entities.map((one) =>
      entry('entity', one.name, '', one.span, [
        ...one.fields.flatMap((field) =>
          field.builtIn && field.span === one.name.span
            ? []
            : [entry('field', field.name, model.tree.text.slice(field.typeSpan.from, field.typeSpan.to), field.span)],
        ),
        ...one.examples.map((example) => entry('example', example.name, '', example.span)),
      ]),
    ),
    ...model.machines.map((one) =>
      entry('machine', { text: `${one.entity}.${one.field}`, span: one.heading }, '', one.span, [
        ...one.states.map((state) => entry('state', { text: state.name, span: state.span }, state.final ? 'final' : '')),
        ...eventsOf(model, one.entity).flatMap((event) => {
          const own = event.transitions.find(({ machine }) => machine === one)?.transition;
          return own?.trigger.kind === 'event' ? [entry('event', own.trigger.name, own.to === null ? '' : `→ ${own.to.text}`)] : [];
        }),
      ]),
    ),
    ...model.rules.map((one) => entry('rule', one.name, one.entity.text, one.span)),
    ...model.invariants.map((one) => entry('rule', one.name, one.entity?.text ?? '', one.span)),
    ...model.roles.map((one) => entry('role', one.name, one.is?.source ?? '', one.span)),
    ...(model.permissions ?? []).map((one) =>
      entry('permission', { text: one.title, span: firstCell(model.tree.text, one.span) }, '', one.span),
    ),
    ...model.calls.map((one) => entry('call', one.name, '', one.span)),
    ...model.views.map((one) => entry('view', one.name, `of ${one.entity.text}`, one.span)),
    ...model.messages.map((one) => entry('message', one.name, one.by.join(', '), one.span)),
    ...model.errors.map((one) => entry('error', one.name, String(one.status), one.span)),
    ...model.services.map((one) => entry('service', one.name, one.address ?? '', one.span)),
    ...model.secrets.map((one) => entry('constant', one.name, 'secret', one.span)),
    ...model.constants.map((one) => entry('constant', one.name, valueWords(model, one), one.span)),
  ];
}

const valueWords = (model: Model, { valueSpan, unit }: Model['constants'][number]): string =>
  [model.tree.text.slice(valueSpan.from, valueSpan.to), unit ?? ''].join(' ').trim();

function firstLine(text: string, span: Span): Span {
  const end = text.indexOf('\n', span.from);
  return { from: span.from, to: end < 0 || end > span.to ? span.to : span.from + text.slice(span.from, end).trimEnd().length };
}

function firstCell(text: string, span: Span): Span {
  const match = /^\|?\s*/.exec(text.slice(span.from, span.to));
  const from = span.from + (match?.[0].length ?? 0);
  const length = text.slice(from, span.to).search(/\s*(?<!\\)\|/);
  return { from, to: length < 0 ? span.to : from + length };
}

/** The parts of a screen, named by the text of their bullets. */
function partsOf(model: Model, parts: readonly Part[]): OutlineEntry[] {
  return parts.map((part) => {
    const words = model.tree.text.slice(part.span.from, part.span.to).split('\n', 1)[0] ?? '';
    const mark = /^[-*+]\s+/.exec(words)?.[0].length ?? 0;
    const text = words.slice(mark).trimEnd();
    const span = { from: part.span.from + mark, to: part.span.from + mark + text.length };
    return entry(
      'part',
      { text: text.length > 60 ? `${text.slice(0, 60)}…` : text, span },
      '',
      part.span,
      'parts' in part ? partsOf(model, part.parts) : [],
    );
  });
}
