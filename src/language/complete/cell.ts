import { readByUsers } from '../../check/analysis/read-by-users.ts';
import { messageWays } from '../../model/ast/messages.ts';
import { entityOf, fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { rowKinds } from '../../model/reading/field-type.ts';
import { accountKeys, colours, iconNames, operations, ruleOperations, shownWords, tableWords, timeUnits } from '../../model/vocabulary.ts';
import { entities, errors, events, examples, fields, messages, roles, screens, states, types } from './declared-names.ts';
import { type Completion, item, words } from './item.ts';
import { entityOfHeading, type Place } from './typing-place.ts';

type InCell = Place & { readonly form: { readonly kind: 'cell' } };

const yesNo = (): Completion[] => words(['yes', 'no'], 'value');
const code = (what: string): Completion => item('`…`', 'form', what, 5, '`');

/** Completions in a cell, outside code spans, by its table and column. */
export function completeCell(model: Model, place: Place): Completion[] {
  if (place.form.kind !== 'cell') return [];
  const { table, column, header, first } = place.form;
  if (header) return headerWords(model, place as InCell);
  const own = entityOfHeading(place.headings[0] ?? '');
  const entity = own !== null && entityOf(model, own) !== undefined ? own : null;
  switch (`${table} ${column}`) {
    case 'field Type':
      return /\bon delete\s+\w*$/.test(place.before)
        ? words(['restrict', 'cascade', 'clear'])
        : (currencies(model, entity, place.before) ?? byAfterList(model, place.before) ?? types(model));
    case 'field Required':
    case 'field Unique':
      return words(['yes', 'no'], 'value');
    case 'field Default': {
      const field = entity === null ? undefined : fieldOf(model, entity, first);
      const type = field?.valueType;
      if (type !== undefined && 'values' in type) return words(type.values, 'value', 'value');
      return [...(type?.kind === 'boolean' ? yesNo() : []), code('an expression')];
    }
    case 'screen About':
    case 'role Of':
    case 'account Entity':
      return entities(model);
    case 'screen Roles':
    case 'transition Roles':
    case 'call Roles':
    case 'role Includes':
    case 'person Person':
      return roles(model);
    case 'transition From':
      return [...states(model, entity), item('any', 'keyword', 'from every state', 2)];
    case 'transition To':
      return states(model, entity);
    case 'transition Event':
      // The brackets of an event contain fields of the record, or parameters with a type.
      if (/\([^)]*$/.test(place.before)) return /:[^,]*$/.test(place.before) ? types(model) : fields(model, entity);
      return [
        ...events(model, entity),
        item('delete', 'keyword', 'the record is deleted', 2),
        item('after', 'keyword', 'automatically, a duration after entering the state', 2, 'after `'),
        item('at', 'keyword', 'automatically, at a time of the record', 2, 'at `'),
      ];
    case 'word Word':
      return [...readByUsers(model).map(({ word }) => item(word, 'value', 'users read it')), ...roles(model)];
    case 'screen Menu':
      return [item('no', 'value', 'not in the menu'), ...words(groupsOf(model), 'value', 'group of the menu')];
    case 'screen Icon':
      return words(iconNames, 'value', 'icon');
    case 'screen Badge':
      return [code('an expression: the count')];
    case 'state State':
      return states(model, entity);
    case 'value Value':
      return enumValues(model, place.headings);
    case 'former Was':
    case 'former Is': {
      const [name, dot] = /^(\w+)(\.)/.exec(place.before)?.slice(1) ?? [];
      return dot === undefined ? fields(model, entity) : valuesOfField(model, entity ?? '', name ?? '');
    }
    case 'former How':
      return [item('drop', 'value', 'what was there is deleted')];
    case 'state Colour':
    case 'value Colour':
      return words(colours, 'value', 'what it means to users');
    case 'field Error':
    case 'transition Error':
    case 'rule Error':
    case 'call Errors':
      return errors(model);
    case 'rule On':
      return ruleOn(model, place.before);
    case 'rule Must hold':
      return /^(unique|no overlap)\b/.test(place.before)
        ? fields(model, model.rules.find((rule) => rule.name.text === first)?.entity.text ?? null)
        : [
            code('an expression'),
            item('unique', 'form', 'unique FIELDS', 1, 'unique '),
            item('no overlap', 'form', 'no overlap FROM, TO per FIELDS', 1, 'no overlap '),
            item('always', 'form', 'always `CONDITION`: can anything break it?', 1, 'always '),
            item('never', 'form', 'never `CONDITION`: can it ever come true?', 1, 'never '),
            item('leads to', 'form', '`CONDITION` leads to `CONDITION`: does it always come?', 1, 'leads to '),
          ];
    case 'scenario As':
      return [...examples(model, model.declarations.account), ...roles(model), item('nobody', 'keyword', 'a person who is signed out')];
    case 'scenario Expect':
      if (/^refused\s/.test(place.before)) return errors(model);
      if (/\bsees?\s/.test(place.before)) return screens(model);
      if (/\btold\s+\S+\s+\w*$/.test(place.before)) return messages(model);
      if (/\btold\s/.test(place.before)) return examples(model, model.declarations.account);
      return [
        item('refused', 'form', 'refused ERROR', 1, 'refused '),
        item('sees', 'form', 'sees SCREEN', 1, 'sees '),
        item('told', 'form', 'told PERSON MESSAGE', 1, 'told '),
        item('not told', 'form', 'not told PERSON MESSAGE', 1, 'not told '),
        item('does not see', 'form', 'does not see SCREEN', 1, 'does not see '),
        code('what must hold'),
      ];
    case 'permission Permission':
      return permission(model, place.before);
    case 'view Key':
      return fields(model, entity);
    case 'message By':
      return words(messageWays, 'value', 'where people read it');
    case 'error Shown':
      return /^at\s/.test(place.before) ? allFields(model) : [item('at', 'form', 'at FIELD', 1, 'at '), ...words(shownWords)];
    case 'constant Unit':
      return [
        ...words(
          Object.keys(timeUnits).filter((unit) => unit.endsWith('s')),
          'value',
          'a unit of time',
        ),
        item('%', 'value', 'divides by a hundred'),
        item('secret', 'value', 'its value is read from the environment'),
      ];
    case 'call Signed': {
      const secrets = words(
        model.secrets.map(({ name }) => name.text),
        'constant',
        'a secret',
      );
      return /\bby\s/.test(place.before)
        ? secrets
        : [item('hmac sha256', 'form', 'hmac sha256 HEADER by SECRET', 1, 'hmac sha256 X-Signature by ')];
    }
    case 'service Secret':
      return words(
        model.secrets.map(({ name }) => name.text),
        'constant',
        'a secret',
      );
    case 'call Call':
      return words(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], 'keyword', 'method').map((one) => ({ ...one, insert: `\`${one.label} /` }));
    case 'account Account':
      return words(accountKeys);
    default:
      break;
  }
  if (table === 'permission') return [...yesNo(), code('who, for which records')];
  if (table === 'account') return accountValue(model, first);
  if (table === 'example') return exampleValue(model, entity, column);
  return ['Guard', 'Effect', 'To', 'Is', 'Do', 'Does', 'Computed', 'Value', 'Returns', 'Takes', 'Key'].includes(column) &&
    table !== 'constant'
    ? [code('in backticks')]
    : [];
}

/** Completes `list of Comment by …` with the fields of Comment. */
function byAfterList(model: Model, before: string): Completion[] | null {
  const entity = /^list of (\w+) by\s+\w*$/.exec(before)?.[1];
  if (entity !== undefined) return fields(model, entity);
  return null;
}

function headerWords(model: Model, { form, headings }: InCell): Completion[] {
  const known = tableWords[form.table];
  if (known.others === 'roles') return roles(model);
  if (known.others === 'languages') return words(model.languages, 'value', 'language');
  if (known.others === 'fields') return fields(model, entityOfHeading(headings[0] ?? ''));
  return known.columns.map(({ name, says }) => item(name, 'form', says));
}

function ruleOn(model: Model, before: string): Completion[] {
  const entity = /^(\w+)[.\s]/.exec(before)?.[1] ?? null;
  if (entity === null) return entities(model);
  if (/^\w+\.\w*$/.test(before)) return fields(model, entity);
  return /\bon\s/.test(before)
    ? [...words(ruleOperations), ...events(model, entity)]
    : [item('on', 'keyword', 'on create, update, delete or an event', 1, 'on ')];
}

function permission(model: Model, before: string): Completion[] {
  const entity = /^(\w+)/.exec(before)?.[1] ?? null;
  if (before.includes(':')) return [...words(operations), ...events(model, entity)];
  return before.includes('.') ? fields(model, entity) : entities(model);
}

function accountValue(model: Model, key: string): Completion[] {
  switch (key) {
    case 'Entity':
    case 'Works in':
      return entities(model);
    case 'Sign in with':
      return [...fields(model, model.declarations.account), item('OpenID', 'keyword', 'a provider that serve is told', 1)];
    case 'Second factor':
      return words(['optional', 'no']);
    case 'Missing token':
      return errors(model);
    case 'Unknown token':
      return [...errors(model), item('is nobody', 'keyword', 'as if no token was sent', 1)];
    case 'Sign up':
      return [...yesNo(), ...roles(model).map((role) => ({ ...role, label: `yes, as ${role.label}`, rank: 2 }))];
    default:
      return [code('in backticks')];
  }
}

function exampleValue(model: Model, entity: string | null, column: string): Completion[] {
  const type = entity === null ? undefined : fieldOf(model, entity, column)?.valueType;
  if (type === undefined) return [];
  const one = type.kind === 'list' ? type.of : type;
  if (one.kind === 'record') return examples(model, one.entity);
  if ('values' in one) return words(one.values, one.kind === 'state' ? 'state' : 'value');
  return one.kind === 'boolean' ? yesNo() : [];
}

const groupsOf = (model: Model): string[] => [...new Set(model.screens.flatMap(({ group }) => group ?? []))];

/** The values of the field named by a heading `#### FIELD` under its entity. */
function enumValues(model: Model, [field = '', ...above]: readonly string[]): Completion[] {
  const entity = above.map(entityOfHeading).find((name) => name !== null && entityOf(model, name) !== undefined) ?? '';
  return valuesOfField(model, entity, field);
}

function valuesOfField(model: Model, entity: string, field: string): Completion[] {
  const type = fieldOf(model, entity, field)?.type;
  if (type?.kind === 'state') return states(model, entity);
  const one = type?.kind === 'list' ? type.of : type;
  return one?.kind === 'enum'
    ? words(
        one.values.map((value) => value.text),
        'value',
        `of ${entity}.${field}`,
      )
    : [];
}

function allFields(model: Model): Completion[] {
  const seen = new Set<string>();
  return model.entities.flatMap(({ name }) => fields(model, name.text)).filter(({ label }) => !seen.has(label) && seen.add(label));
}

/** After `money in`, the fields that may name a currency; inside `list of {…}`, plain types. */
function currencies(model: Model, entity: string | null, before: string): Completion[] | null {
  if (/\{[^}]*$/.test(before)) return /:\s*\w*$/.test(before) ? words(rowKinds, 'type', 'type') : [];
  if (!/^\s*money\s+in\s+\w*$/i.test(before)) return null;
  const named =
    entity === null ? [] : (entityOf(model, entity)?.fields ?? []).filter(({ type }) => type.kind === 'text' || type.kind === 'enum');
  return named.map(({ name }) => item(name.text, 'field', 'names the currency'));
}
