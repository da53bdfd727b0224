import { plural } from '../../base/plural.ts';
import { tableText } from '../../syntax/edit-table.ts';
import type { Call } from '../ast/calls.ts';
import type { Account } from '../ast/roles.ts';
import type { Rule } from '../ast/rules.ts';
import type { Machine } from '../ast/states.ts';
import { codeName, currentPasswordName } from '../own-words.ts';
import { readCalls } from '../readers/calls.ts';
import { isIdentifier, toCamelCase, toPath, toWords } from '../reading/cell-forms.ts';
import { askedFields, isAsked } from '../reading/default-fields.ts';
import type { EntityDraft } from '../reading/drafts.ts';
import type { Reading } from '../reading/reading.ts';
import { readAssumed } from './assumed-reading.ts';
import { writeSection } from './writing.ts';

const section = 7;
const header = ['Call', 'Takes', 'Does', 'Returns', 'Errors', 'Roles'];

/**
 * The conventional REST calls of each entity, assumed when section 7 is not shown (NOTATION,
 * section 7).
 */
export function assumeCalls(reading: Reading, account: Account | null, rules: readonly Rule[], machines: readonly Machine[]): Call[] {
  const entities = [...reading.entities.values()];
  if (entities.length === 0) return [];
  const rows = [...sessionRows(account), ...entities.flatMap((entity) => entityRows(reading, entity, account, rules, machines))];
  const table = tableText(
    header,
    rows.map((row) =>
      [row.call, row.takes, row.does, row.returns, row.errors.join(', '), ''].map((cell, index) => (index < 3 ? code(cell) : cell)),
    ),
  );
  const node = reading.tree.sections.find((one) => one.number === section);
  const end = { from: reading.tree.text.length, to: reading.tree.text.length };
  const span = node?.heading.span ?? end;
  const text = `Section 7 is not shown: the conventional REST calls of ${entities.map((entity) => entity.name.text).join(', ')} are served under /api.`;
  reading.notes.assume(section, span, text, { title: 'Write these calls', edits: () => writeSection(reading, section, table) });
  return readAssumed(reading, 'calls', `## 7. Calls\n\n${table}\n`, span, readCalls);
}

interface Row {
  readonly call: string;
  readonly takes: string;
  readonly does: string;
  readonly returns: string;
  readonly errors: readonly string[];
}

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);
const row = (call: string, takes: string, does: string, returns: string, errors: readonly string[] = []): Row => ({
  call,
  takes,
  does,
  returns,
  errors: [...new Set(errors)],
});

function sessionRows(account: Account | null): Row[] {
  const signIn = account?.signInWith.map((name) => name.text) ?? [];
  if (signIn.length === 0) return [];
  const takes = account?.secondFactor === true ? [...signIn, `${codeName}?`] : signIn;
  const values = takes
    .map((name) => name.replace('?', ''))
    .map((name) => `"${name}": ${name}`)
    .join(', ');
  return [
    row('POST /api/session', `{${takes.join(', ')}}`, `sign in with {${values}}`, '201 `{"token": token}`', ['UNAUTHORIZED']),
    row('DELETE /api/session', '', 'sign out', '204'),
  ];
}

function entityRows(
  reading: Reading,
  entity: EntityDraft,
  account: Account | null,
  rules: readonly Rule[],
  machines: readonly Machine[],
): Row[] {
  const name = entity.name.text;
  const path = `/api/${toPath(plural(toWords(name)))}`;
  // Picks a variable name that does not shadow a field of the entity.
  const free = (...candidates: string[]): string =>
    candidates.find((one) => !entity.fields.some((field) => field.name.text === one)) ?? 'found';
  const it = free('it', 'one', 'record');
  const all = free('found', 'all', 'records');
  const key = toCamelCase(plural(toWords(name)));
  // Leaves out file fields: a caller uploads the file first and passes its id.
  const given = askedFields(entity).filter((field) => isIdentifier(field.name.text));
  const create = given.map((field) => `${field.name.text}${isAsked(field) ? '' : '?'}`).join(', ');
  const signedInWith = given.filter(
    (field) => account?.entity.text === name && account.signInWith.some(({ text }) => text === field.name.text),
  );
  const confirms = signedInWith.some(({ type }) => type.kind === 'password') ? [currentPasswordName] : [];
  const update = [...new Set([...given.map((field) => field.name.text), ...confirms])].map((one) => `${one}?`).join(', ');
  const get = `get ${name} as ${it} where ${it}.id == id`;
  const raisedBy = (operation: 'create' | 'update' | 'delete'): string[] =>
    rules
      .filter(
        (rule) =>
          rule.entity.text === name && (rule.on.length === 0 ? operation !== 'delete' : rule.on.some((on) => on.operation === operation)),
      )
      .map((rule) => rule.error?.text ?? 'INVALID')
      // The row that names an undeclared error already reports it.
      .filter((error) => reading.names.has('error', error));
  const guards = guardErrors(reading, name, machines);
  const events = reading.machines.of(name).flatMap((machine) => [...machine.events.values()]);
  return [
    row(
      `GET ${path}?limit=50&offset=0`,
      '',
      `list ${name} as ${all} sort createdAt desc limit limit offset offset`,
      `200 \`{"${key}": ${all}, "total": total}\``,
    ),
    row(`POST ${path}`, braces(create), `create ${name} as ${it}`, `201 \`${it}\``, [
      ...new Set([...raisedBy('create'), ...(guards.get('create') ?? [])]),
    ]),
    row(`GET ${path}/:id`, '', get, `200 \`${it}\``, ['NOT_FOUND']),
    row(`PATCH ${path}/:id`, braces(update), `${get}; update ${it}`, `200 \`${it}\``, [
      ...new Set(['NOT_FOUND', ...raisedBy('update'), ...(guards.get('changed') ?? [])]),
    ]),
    row(`DELETE ${path}/:id`, '', `${get}; delete ${it}`, '204', ['NOT_FOUND', ...raisedBy('delete')]),
    ...events.map((event) => {
      const names = event.parameters.map((parameter) => parameter.name.text);
      const takes = event.parameters.map((parameter) => `${parameter.name.text}${parameter.required ? '' : '?'}`).join(', ');
      const given = names.length === 0 ? '' : ` with {${names.map((one) => `"${one}": ${one}`).join(', ')}}`;
      return row(
        `POST ${path}/:id/${toPath(event.name.text)}`,
        braces(takes),
        `${get}; ${event.name.text} ${it}${given}`,
        `200 \`${it}\``,
        ['NOT_FOUND', 'CONFLICT', ...(guards.get(event.name.text) ?? [])],
      );
    }),
  ];
}

/**
 * The errors that each event's guards can raise, by event name; `create` (the start row) and
 * `changed` included.
 */
function guardErrors(reading: Reading, entity: string, machines: readonly Machine[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { trigger, guard, error, refuses } of machines
    .filter((machine) => machine.entity === entity)
    .flatMap((machine) => machine.transitions)) {
    const name = trigger.kind === 'event' ? trigger.name.text : trigger.kind;
    const isAsked = trigger.kind === 'event' || trigger.kind === 'create' || (trigger.kind === 'changed' && refuses);
    if ((guard === null && !refuses) || !isAsked) continue;
    const errors = found.get(name) ?? [];
    if (error !== null && !reading.names.has('error', error.text)) continue;
    errors.push(error?.text ?? 'CONFLICT');
    found.set(name, errors);
  }
  return found;
}

const braces = (names: string): string => (names === '' ? '' : `{${names}}`);
