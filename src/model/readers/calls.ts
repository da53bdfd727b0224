import { nearest } from '../../base/nearest.ts';
import type { Action } from '../../expression/action.ts';
import { anyType, type Type } from '../../expression/types/type.ts';
import { nullable } from '../../expression/types/type-relations.ts';
import type { Call, TakesPattern } from '../ast/calls.ts';
import type { Name } from '../ast/common.ts';
import { pathOf } from '../reading/path.ts';
import type { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import { rolesOf } from '../reading/role-cell.ts';
import type { FormRow } from '../reading/tables.ts';
import { readSigned } from './services.ts';
import { bodyNames, readTakes } from './takes.ts';

const section = 7;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof methods)[number];

export function readCalls(reading: Reading): Call[] {
  const calls: Call[] = [];
  for (const form of reading.forms.call) {
    for (const row of form.rows) {
      const call = reading.unitOf(row, '', () => readCall(reading, row));
      if (call !== null) calls.push(call);
    }
  }
  return calls;
}

function readCall(reading: Reading, row: FormRow): Call | null {
  const phrase =
    reading.requiredCell(row.first, row.row.span, section, 'the method and path of a call', 'The row is not used.')?.plain() ?? null;
  if (phrase === null) return null;
  const address = readAddress(reading, phrase);
  if (address === null) return null;
  const title = `${address.method} ${address.path}`;
  const name: Name = { text: title, span: phrase.slice(0, phrase.text.includes('?') ? phrase.text.indexOf('?') : phrase.text.length).span };
  reading.notes.declare('call', name, section);
  const takesPhrase = reading.cell(row.cell('Takes'), section, `what ${title} takes`, 'It takes nothing.');
  const takes = takesPhrase === null ? null : readTakes(reading, takesPhrase, title);
  const does = reading.cell(row.cell('Does'), section, `what ${title} does`, 'It does nothing.');
  const { action, types, after } = readDoes(reading, does, address, takes, title);
  const returns = readReturns(reading, row, after, title);
  const errors = reading.cell(row.cell('Errors'), section, `the errors of ${title}`, 'It may answer with any error.')?.names() ?? [];
  const roles = rolesOf(reading, row.cell('Roles'), section, `who may call ${title}`, 'Section 6 alone decides.');
  const signed = readSigned(reading, row, title);
  const [role] = roles;
  if (signed !== null && role !== undefined) {
    const message = `${title} is signed: it is made by a service, which has no role. Leave this cell empty.`;
    reading.notes.misread(section, role.span, 'unknown-value', message);
  }
  reading.words(row.cell('Description'), section, `the description of ${title}`);
  return {
    span: row.row.span,
    name,
    method: address.method,
    path: address.path,
    parameters: address.parameters,
    query: address.query,
    takes,
    does: action,
    returns,
    signed,
    errors: reading.referAll('error', errors, section),
    roles,
    types,
  };
}

interface Address {
  readonly method: Method;
  readonly path: string;
  readonly parameters: readonly Name[];
  readonly query: Call['query'];
}

/** Reads `GET /api/tickets/:number?status&limit=20`; null if it is invalid, which is reported. */
function readAddress(reading: Reading, phrase: Phrase): Address | null {
  const [optional, inBraces, plain = inBraces] = /(?:\{(\w+)\?\}|:(\w+)\?)(?=\/|$)/.exec(phrase.text) ?? [];
  if (optional !== undefined) {
    const from = phrase.text.indexOf(optional);
    const message = `A parameter of a path is always given: write “:${plain}”. One that may be missing is a name of the query: “?${plain}” after the path.`;
    reading.notes.misread(section, phrase.slice(from, from + optional.length).span, 'unknown-value', message, [`:${plain}`]);
    return null;
  }
  const match = /^([A-Za-z]+)\s+(\/[^\s?]*)(\?\S*)?$/.exec(phrase.text);
  const word = match?.[1]?.toUpperCase();
  const method = methods.find((one) => one === word);
  if (match === null || method === undefined) {
    const near = match === null || word === undefined ? [] : nearest(word, methods, 1);
    const guess = near.map((one) => ` Did you mean “${one}”?`).join('');
    const message = `A call is a method and a path, such as \`GET /api/tickets/:id\`; methods are ${methods.join(', ')}. “${phrase.text}” is not read.${guess}`;
    const place = near.length > 0 ? phrase.slice(0, match?.[1]?.length ?? 0).span : phrase.span;
    reading.notes.misread(section, place, near.length > 0 ? 'near-miss' : 'unknown-value', message, near);
    return null;
  }
  const pathFrom = phrase.text.indexOf('/');
  const written = phrase.slice(pathFrom, pathFrom + (match[2] ?? '/').length);
  const path = pathOf(reading, written, section);
  const parameters = [...written.text.matchAll(/[:{]([A-Za-z_]\w*)/g)].map((one) =>
    written.slice(one.index + 1, one.index + one[0].length).name(),
  );
  const query = [...(match[3] ?? '').matchAll(/[?&]([^=&?]+)(?:=([^&]*))?/g)].map((one) => {
    const from = pathFrom + written.text.length + one.index + 1;
    const name = one[1] ?? '';
    return { name: phrase.slice(from, from + name.length).name(), default: one[2] ?? null };
  });
  return { method, path, parameters, query };
}

interface Done {
  readonly action: Action | null;
  /** Types of the names from the route, the query and Takes. */
  readonly types: ReadonlyMap<string, Type>;
  /** The names that Returns may use, with their types. */
  readonly after: ReadonlyMap<string, Type>;
}

/**
 * Reads the action twice: first to infer the types of the caller's names from their use, then with
 * these types.
 */
function readDoes(reading: Reading, does: Phrase | null, address: Address, takes: TakesPattern | null, title: string): Done {
  const taken = takes === null ? [] : bodyNames(takes);
  const names = [...address.parameters, ...address.query.map((one) => one.name), ...taken.map((one) => one.name)];
  const open = new Map<string, Type>(names.map((name) => [name.text, { kind: 'any' }]));
  const optional = new Set([
    ...address.query.filter((one) => one.default === null).map((one) => one.name.text),
    ...taken.filter((one) => one.optional).map((one) => one.name.text),
  ]);
  const lists = new Set(taken.filter((one) => one.each !== null).map((one) => one.name.text));
  const place = `what ${title} does`;
  const types = new Map<string, Type>();
  if (does === null) {
    for (const name of open.keys()) types.set(name, orText(undefined, optional.has(name)));
    return { action: null, types, after: types };
  }
  const draft = reading.draftAction(does.source(), { bound: open, token: true }, 'call');
  const filled = fieldTypes(reading, draft.action);
  for (const { text } of names) {
    const given = taken.some((one) => one.name.text === text) ? filled.get(text) : undefined;
    types.set(text, orText(lists.has(text) ? givenLines : (draft.inferred.get(text) ?? given), optional.has(text)));
  }
  const { action, bound } = reading.action(reading.steps(does, section), { bound: types, token: true }, section, place, 'call');
  return { action, types, after: new Map([...types, ...bound]) };
}

/**
 * `lines: [{text, price}]`: a list of maps. The operation that writes the lines checks their
 * values.
 */
const givenLines: Type = { kind: 'list', of: { kind: 'map', entries: null, value: anyType } };

const orText = (type: Type | undefined, optional: boolean): Type => {
  const known: Type = type ?? { kind: 'text' };
  return optional ? nullable(known) : known;
};

/** Names of Takes that match a field or parameter set by the action, with its type. */
function fieldTypes(reading: Reading, action: Action): ReadonlyMap<string, Type> {
  const types = new Map<string, Type>();
  const add = (fields: ReadonlyMap<string, Type>) => {
    for (const [name, type] of fields) if (!types.has(name)) types.set(name, type);
  };
  const { declarations } = reading;
  for (const step of action.steps) {
    if (step.kind === 'create') add(declarations.fields(step.entity.text));
    else if (step.kind === 'update' && step.target.type.kind === 'record') add(declarations.fields(step.target.type.entity));
    else if (step.kind === 'event' && step.target.type.kind === 'record') {
      const { entity } = step.target.type;
      const event = declarations.events.get(step.event.text)?.find((one) => one.entity === entity);
      if (event !== undefined) add(event.parameters);
    } else if ((step.kind === 'sign-in' || step.kind === 'sign-up') && declarations.account !== null)
      add(declarations.fields(declarations.account));
  }
  return types;
}

/** Reads ``201 `expression` `` or `204`. */
function readReturns(reading: Reading, row: FormRow, bound: ReadonlyMap<string, Type>, title: string): Call['returns'] {
  const phrase = reading.cell(row.cell('Returns'), section, `what ${title} returns`, 'It answers with the status alone.');
  if (phrase === null) return null;
  const match = /^\d{3}\b/.exec(phrase.text);
  const rest = match === null ? phrase : phrase.slice(match[0].length);
  const status = match === null ? 200 : Number(match[0]);
  const body =
    rest.empty || isViewAlone(reading, rest, bound, title) || isWords(reading, rest, title)
      ? null
      : reading.expression(rest.source(), { bound, token: true }, section, `what ${title} returns`);
  return { status, body, span: phrase.span };
}

/** A view as a type of other notations. */
const viewAlone = /^(?:(\[)?\s*([A-Z]\w*)\s*(\]|\[\])?|(?:list|array) of ([A-Z]\w*))$/i;

/** Whether Returns names a view without a record (`[TicketView]`), which is reported. */
function isViewAlone(reading: Reading, phrase: Phrase, bound: ReadonlyMap<string, Type>, title: string): boolean {
  const { text } = phrase.plain();
  const [, open, one, several, other] = viewAlone.exec(text) ?? [];
  const view = one ?? other ?? '';
  const entity = reading.declarations.views.get(view);
  if (entity === undefined) return false;
  const ofEntity = (type: Type): boolean => type.kind === 'record' && type.entity === entity;
  const names = [...bound].filter(([, type]) => ofEntity(type) || (type.kind === 'list' && ofEntity(type.of)));
  const [name = '', type] = names.at(-1) ?? [];
  const isList = type === undefined ? open !== undefined || several !== undefined || other !== undefined : type.kind === 'list';
  const [from, record] = [name === '' ? 'xs' : name, name === '' ? 'x' : name];
  const meant = isList ? `${from}.map(x, ${view}(x))` : `${view}(${record})`;
  const message = `“${text}” is a view. What ${title} returns says of which record${isList ? 's' : ''}: “${meant}”.`;
  reading.notes.misread(section, phrase.span, 'unknown-value', message, name === '' ? [] : [`\`${meant}\``]);
  return true;
}

function isWords(reading: Reading, phrase: Phrase, title: string): boolean {
  if (phrase.code !== null) return false;
  const message = `What ${title} returns is a status and an expression in backticks, such as “200 \`ticket\`”. “${phrase.text}” is words.`;
  reading.notes.misread(
    section,
    phrase.span,
    'unknown-value',
    message,
    /^[\w.]+(?:\(\w+\))?$/.test(phrase.text) ? [`\`${phrase.text}\``] : [],
  );
  return true;
}
