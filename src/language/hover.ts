import { own } from '../base/own.ts';
import { LineIndex } from '../base/position.ts';
import type { Span } from '../base/span.ts';
import { survey } from '../check/analysis/survey.ts';
import { Watch } from '../check/analysis/watch.ts';
import type { Expression } from '../expression/expression.ts';
import type { Node } from '../expression/node.ts';
import { typeWords, withArticle } from '../expression/types/type-words.ts';
import { visit } from '../expression/visit.ts';
import { type Caption, type Labelled, labelKey } from '../model/ast/labels.ts';
import type { Transition } from '../model/ast/states.ts';
import { constantOf, entityOf, errorOf, eventOf, fieldOf, machinesOf, roleOf, screenOf, viewOf } from '../model/lookup.ts';
import type { Model } from '../model/model.ts';
import { capital } from '../model/reading/cell-forms.ts';
import { functionWords } from './function-words.ts';
import { occurrenceAt, placesOf } from './names/occurrences.ts';
import { kindTitle, type NamedThing } from './symbol.ts';
import { valueAt } from './value-tables.ts';

export interface Hover {
  readonly span: Span;
  /** Markdown. */
  readonly markdown: string;
}

const builtIn: Readonly<Record<string, string>> = {
  self: 'The current record.',
  old: 'The record before the change.',
  me: 'The record of the person acting; null when they are signed out.',
  now: 'The moment of the operation.',
  today: 'The day of the operation, in TIME_ZONE.',
  token: 'The token of the current session.',
  value: 'The member that is added or removed.',
};

/**
 * Describes the name, call or value at an offset: its kind, its type and its declaration. Null if
 * there is nothing to describe.
 */
export function hoverAt(model: Model, offset: number): Hover | null {
  const name = occurrenceAt(model, offset);
  const inside = nodeAt(model, offset);
  if (name !== null) {
    const declared = placesOf(model, name).find((place) => place.declaration);
    const where = declared === undefined ? '' : whereWords(model, declared.span);
    const type = inside?.node.kind === 'name' && name.kind === 'name' ? inside.node.type : null;
    const lines = [headline(name), type === null || type.kind === 'any' ? '' : capital(typeWords(type)), ...wordsOf(model, name), where];
    return { span: name.span, markdown: lines.filter((line) => line !== '').join('\n\n') };
  }
  if (inside !== null) return nodeHover(inside.node, inside.span);
  const found = valueAt(model, offset);
  if (found === null) return null;
  const path = `${found.field.entity}.${found.field.name.text}.${found.value}`;
  const lines = [`**${path}** · value`, labelLine(model, 'value', path)];
  return { span: found.span, markdown: lines.filter((line) => line !== '').join('\n\n') };
}

/** The document's information about a name as Markdown, as shown on hover. */
export const describeName = (model: Model, name: NamedThing): string =>
  [headline(name), ...wordsOf(model, name)].filter((line) => line !== '').join('\n\n');

/** A function with its forms as Markdown; null if there is no such function. */
export function describeFunction(name: string): string | null {
  const words = functionWords.find((one) => one.name === name);
  if (words === undefined) return null;
  return [`**${name}** · function`, words.summary, words.forms.map((form) => `- \`${form}\``).join('\n')].join('\n\n');
}

const headline = (thing: NamedThing): string => {
  const dotted = thing.within !== null && thing.kind !== 'name' ? `${thing.within}.${thing.text}` : thing.text;
  return `**${dotted}** · ${kindTitle(thing.kind)}`;
};

function whereWords(model: Model, span: Span): string {
  const section = model.tree.sections.find((one) => one.span.from <= span.from && span.from < one.span.to)?.number;
  const line = new LineIndex(model.tree.text).position(span.from).line;
  return `Declared ${section === undefined ? '' : `in section ${section}, `}line ${line}.`;
}

/** The first line of a description. */
const firstLine = (words: string): string => words.trim().split(/\r?\n/, 1)[0] ?? '';

const written = (model: Model, span: Span): string => model.tree.text.slice(span.from, span.to);

function wordsOf(model: Model, { kind, text, within }: NamedThing): string[] {
  const entity = within ?? '';
  switch (kind) {
    case 'entity': {
      const found = entityOf(model, text);
      return found === undefined
        ? []
        : [
            labelLine(model, 'entity', text),
            firstLine(found.description),
            `Fields: ${found.fields.map((field) => field.name.text).join(', ')}.`,
          ];
    }
    case 'field':
      return fieldWords(model, entity, text);
    case 'state': {
      const machine = machinesOf(model, entity).find((one) => one.states.some((state) => state.name === text));
      if (machine === undefined) return [];
      const { transitions, start } = machine;
      const ways = (lead: (one: Transition) => boolean): string =>
        [
          ...new Set(
            transitions
              .filter(lead)
              .map((one) => (one.trigger.kind === 'event' || one.trigger.kind === 'delete' ? one.trigger.name.text : 'time')),
          ),
        ].join(', ');
      const into = ways((one) => one.to?.text === text);
      const out = ways((one) => one.any || one.from.some((from) => from.text === text));
      return [
        labelLine(model, 'value', `${entity}.${machine.field}.${text}`),
        `${start?.text === text ? 'The start. ' : ''}${into === '' ? '' : `Reached by ${into}. `}${out === '' ? 'Nothing leaves it.' : `Left by ${out}.`}`,
      ];
    }
    case 'event': {
      const event = eventOf(model, entity, text);
      if (event === undefined) return [];
      const ways = event.transitions.map(({ transition }) => {
        const from = transition.any ? 'any' : transition.from.map((name) => name.text).join(', ');
        const roles = transition.roles.map((role) => role.text).join(', ');
        return `- ${from} → ${transition.to?.text ?? from}${roles === '' ? '' : ` for ${roles}`}${transition.guard === null ? '' : `, if \`${transition.guard.source}\``}`;
      });
      const asks = event.parameters
        .map(({ name, type, required }) => `${name.text}: ${typeWords(type)}${required ? '' : ' (optional)'}`)
        .join(', ');
      return [labelLine(model, 'event', `${entity}.${text}`), asks === '' ? '' : `Asks for ${asks}.`, ways.join('\n')];
    }
    case 'role': {
      const role = roleOf(model, text);
      return role === undefined
        ? []
        : [
            labelLine(model, 'role', text),
            role.is === null ? (role.byLink ? 'by link' : '') : `\`${role.is.source}\``,
            role.of === null ? '' : `For some records: it is a role of one ${role.of.text}.`,
            firstLine(role.description),
          ];
    }
    case 'error': {
      const error = errorOf(model, text);
      if (error === undefined) return [];
      const message = error.message.map((part) => (part.kind === 'text' ? part.text : `{${part.name}}`)).join('');
      const own = model.errors.includes(error) ? '' : 'One of the product’s own errors.';
      return [`${error.status}: ${message}`, own];
    }
    case 'message': {
      const message = model.messages.find(({ name }) => name.text === text);
      if (message === undefined) return [];
      const subject = message.subject.map((part) => (part.kind === 'text' ? part.text : `{${part.expression.source}}`)).join('');
      const to = message.to === null ? '' : ` To \`${message.to.source}\`.`;
      return [
        labelLine(model, 'message', text),
        `By ${message.by.join(' and ')}: ${subject}`,
        `${message.about === null ? 'No event tells it.' : `About ${withArticle(message.about)}.`}${to}`,
      ];
    }
    case 'constant': {
      const secret = model.secrets.find((one) => one.name.text === text);
      if (secret !== undefined)
        return ['A secret: its value is in the environment of the server, under this name.', firstLine(secret.description)];
      const constant = constantOf(model, text);
      if (constant === undefined) return [];
      const value = written(model, constant.valueSpan);
      return [
        constant.value === undefined
          ? 'Its value is not shown.'
          : `= ${[value, constant.unit ?? ''].join(' ').trim()} (${typeWords(constant.type)})`,
        firstLine(constant.description),
      ];
    }
    case 'screen': {
      const screen = screenOf(model, text);
      if (screen === undefined) return [];
      const roles = screen.roles.length === 0 ? '' : `, for ${screen.roles.map((role) => role.text).join(', ')}`;
      return [
        labelLine(model, 'screen', text),
        `\`${screen.route}\`${screen.about === null ? '' : `, about ${screen.about.text}`}${roles}`,
        firstLine(screen.description),
      ];
    }
    case 'view': {
      const view = viewOf(model, text);
      return view === undefined
        ? []
        : [`${capital(withArticle(view.entity.text))} as callers see it: ${view.entries.map((one) => one.key.text).join(', ')}.`];
    }
    case 'example': {
      const of = model.declarations.examples.get(text);
      return of === undefined ? [] : [`An example record: ${of}.`];
    }
    case 'service':
      return [model.services.find((one) => one.name.text === text)?.address ?? 'Its address is not shown.'];
    case 'person':
      return [firstLine(model.people.find((one) => one.name.text === text)?.wants ?? '')];
    default:
      return [];
  }
}

/** The label, colour and translations of a name. */
function labelLine({ labels }: Model, kind: Labelled, path: string): string {
  const key = labelKey(kind, path);
  const caption = labels.own.get(key);
  const colour = labels.colours.get(key);
  const captionLine = caption === undefined ? '' : `Users read “${bothForms(caption)}”.`;
  const bare = kind === 'event' ? (path.split('.').at(-1) ?? path) : path;
  const others = [...labels.words].flatMap(([language, words]) => {
    const word = words.get(path) ?? words.get(bare);
    return word === undefined ? [] : [`${language}: ${bothForms(word)}.`];
  });
  return [captionLine, colour === undefined ? '' : `Its colour: ${colour}.`, ...others].join(' ').trim();
}

const bothForms = ({ one, many }: Caption): string => (many === null ? one : `${one} / ${many}`);

/** The field's former names, from the table Was. */
function formerWords(model: Model, entity: string, field: string): string {
  const rows = entityOf(model, entity)?.former ?? [];
  const names = rows.flatMap((row) => (row.value === null && row.is?.field === field ? [`“${row.field}”`] : []));
  return names.length === 0 ? '' : `Was called ${names.join(', ')}.`;
}

function fieldWords(model: Model, entity: string, text: string): string[] {
  const field = fieldOf(model, entity, text);
  if (field === undefined) return [];
  const required = field.error === null ? 'required' : `required, else ${field.error.text}`;
  const marks = [field.required ? required : '', field.unique ? 'unique' : '', field.builtIn ? 'every record has it' : ''].filter(
    (mark) => mark !== '',
  );
  const type = field.builtIn ? typeWords(field.valueType) : written(model, field.typeSpan);
  return [
    labelLine(model, 'field', `${entity}.${text}`),
    `${type}${marks.length === 0 ? '' : ` · ${marks.join(', ')}`}`,
    formerWords(model, entity, text),
    field.computed === null ? '' : `Computed: \`${field.computed.source}\``,
    firstLine(field.description),
  ];
}

interface InExpression {
  readonly expression: Expression;
  readonly node: Node;
  readonly span: Span;
}

/** The innermost name, call or selection whose own word is at the offset. */
function nodeAt(model: Model, offset: number): InExpression | null {
  const placed = survey(new Watch(model))
    .expressions()
    .filter(({ expression: { span, node } }) => node !== null && span.from <= offset && offset <= span.to);
  for (const { expression } of placed) {
    let best: InExpression | null = null;
    visit(expression.node as Node, (node) => {
      const span = wordsAt(expression, node);
      if (
        span !== null &&
        span.from <= offset &&
        offset <= span.to &&
        (best === null || span.to - span.from <= best.span.to - best.span.from)
      )
        best = { expression, node, span };
    });
    if (best !== null) return best;
  }
  return null;
}

/** The span of a node's own word: a name, the field of a selection, or the function of a call. */
function wordsAt(expression: Expression, node: Node): Span | null {
  const at = (from: number, length: number): Span => ({ from: expression.at(from), to: expression.at(from + length - 1) + 1 });
  if (node.kind === 'name') return at(node.from, node.name.length);
  if (node.kind === 'select') return at(node.fieldFrom, node.field.length);
  const name = node.kind === 'call' ? node.name : node.kind === 'macro' ? node.macro : null;
  if (name === null) return null;
  const target = node.kind === 'call' || node.kind === 'macro' ? node.target : null;
  const from = expression.source.indexOf(name, target === null || name === 'series' ? node.from : target.to);
  return from < 0 ? null : at(from, name.length);
}

function nodeHover(node: Node, span: Span): Hover | null {
  if (node.kind === 'call' || node.kind === 'macro') {
    const name = node.kind === 'call' ? node.name : node.macro;
    const words = describeFunction(name);
    return words === null ? null : { span, markdown: `${words}\n\nHere: ${typeWords(node.type)}.` };
  }
  const text = node.kind === 'name' ? node.name : node.kind === 'select' ? node.field : '';
  if (text === '' || (node.type.kind === 'any' && own(builtIn, text) === undefined)) return null;
  const about = node.kind === 'name' ? (own(builtIn, text) ?? '') : '';
  const type = node.type.kind === 'any' ? '' : capital(typeWords(node.type));
  return { span, markdown: [`**${text}**`, type, about].filter((line) => line !== '').join('\n\n') };
}
