import { writesOf } from '../../check/analysis/writes.ts';
import type { Type } from '../../expression/types/type.ts';
import { entityOf, eventOf, fieldOf, viewOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { actionWords, builtInFields, entityParts } from '../../model/vocabulary.ts';
import { functionWords } from '../function-words.ts';
import { boundAt } from '../names/bound.ts';
import { scopesOf } from '../names/scopes.ts';
import { constants, entities, errors, events, examples, fields, messages, screens, services, views } from './declared-names.ts';
import { type Completion, item, words } from './item.ts';
import { typeOfOperand } from './typed.ts';
import { entityOfHeading, type Place } from './typing-place.ts';

/** Completions inside a code span. `code` is its content before the offset. */
export function completeCode(model: Model, place: Place, code: string, offset: number): Completion[] {
  const from = offset - code.length;
  const dotted = /\.\s*(\w*)$/.exec(code);
  if (dotted !== null && !/\d\.\s*\w*$/.test(code)) {
    const operand = code.slice(0, dotted.index).trimEnd();
    return operand === '' ? [] : afterDot(model, typeOfOperand(model, { from, end: from + operand.length }));
  }
  const compared = /([\w)\]."'])\s*(==|!=|\bin)\s*(?:\[[^\]]*)?["']([^"']*)$/.exec(code);
  if (compared !== null) return valuesOf(typeOfOperand(model, { from, end: from + compared.index + 1 }));
  const line = lineKeys(model, place, code, offset);
  if (line !== null) return line;
  const key = keyOwner(model, place, code);
  if (key !== null) return key;
  if (inText(code)) return [];
  if (place.form.kind === 'cell' && place.form.table === 'call' && place.form.column === 'Takes')
    return takenFrom(model, offset).concat(item('...', 'keyword', 'other keys are ignored', 2));
  return isAction(place) ? completeAction(model, place, code, offset) : namesInScope(model, place, code, offset);
}

const inText = (code: string): boolean => (code.replace(/\\./g, '').split('"').length - 1) % 2 === 1;

const isAction = ({ form, before }: Place): boolean =>
  form.kind === 'cell' ? ['Do', 'Does', 'Effect'].includes(form.column) : form.kind === 'bullet' && /^button\s[^:]*:/.test(before);

function afterDot(model: Model, type: Type | null): Completion[] {
  if (type === null || type.kind === 'any') return functionWords.filter(({ style }) => style !== 'function').map(functionItem);
  if (type.kind === 'record') return fields(model, type.entity);
  if (type.kind === 'view')
    return (viewOf(model, type.view)?.entries ?? []).map(({ key }) => item(key.text, 'field', `key of ${type.view}`));
  const receivers: Readonly<Record<string, readonly string[]>> = {
    text: ['textual'],
    enum: ['textual'],
    state: ['textual'],
    integer: ['number'],
    decimal: ['number'],
  };
  const wanted = new Set([type.kind, ...(receivers[type.kind] ?? [])]);
  const fitting = functionWords.filter(
    ({ style, forms }) =>
      style !== 'function' && forms.some((form) => [...wanted].some((one) => form.startsWith(`${one}`) || form.includes(`(${one}`))),
  );
  return fitting.map(functionItem);
}

const functionItem = ({ name, summary, style }: (typeof functionWords)[number]): Completion =>
  item(name, 'function', summary, style === 'method' ? 2 : 3, `${name}(`);

/** The values that an expression of this type can be compared with. */
function valuesOf(type: Type | null): Completion[] {
  if (type === null || !('values' in type)) return [];
  const kind = type.kind === 'state' ? 'state' : 'value';
  return words(type.values, kind, type.kind === 'state' ? `state of ${type.entity}` : 'value');
}

/**
 * At a key of `with {"…`: the fields of the record being created or updated, or the parameters of
 * the event.
 */
function keyOwner(model: Model, place: Place, code: string): Completion[] | null {
  const match =
    /(?:^|;)\s*([^;]*?)\s+with\s*\{(?:[^{}]*,)?\s*"?\w*$/.exec(code) ??
    (place.form.kind === 'bullet' ? /^()with\s*\{(?:[^{}]*,)?\s*"?\w*$/.exec(place.before) : null);
  if (match === null || /:\s*"?\w*$/.test(code)) return null;
  const quoted = inText(code);
  const keys = (items: readonly Completion[]): Completion[] =>
    items
      .filter(({ label }) => !(builtInFields as readonly string[]).includes(label))
      .map((one) => ({ ...one, insert: quoted ? one.label : `"${one.label}": ` }));
  const step = match[1] ?? '';
  const created = /^create\s+(\w+)/.exec(step)?.[1];
  if (created !== undefined) return keys(fields(model, created));
  if (/^sign (in|up)/.test(step)) return keys(fields(model, model.declarations.account));
  const event = [...model.declarations.events.keys()].find((name) => step.startsWith(`${name} `));
  if (event !== undefined) {
    return keys(
      model.entities.flatMap(({ name }) =>
        (eventOf(model, name.text, event)?.parameters ?? []).map((one) => item(one.name.text, 'name', `parameter of ${event}`)),
      ),
    );
  }
  return keys(fields(model, /^update\s+/.test(step) ? null : entityAt(model, place, code)));
}

/**
 * In a Takes pattern: the fields that the call may set on the records it writes, including lists of
 * lines.
 */
function takenFrom(model: Model, offset: number): Completion[] {
  const call = model.calls.find(({ span }) => span.from <= offset && offset <= span.to);
  const written = call?.does ? new Set(writesOf(model, call.does).writes.map(({ entity }) => entity)) : [];
  return [...written].flatMap((entity) => givable(model, entity));
}

const givable = (model: Model, entity: string): Completion[] =>
  fields(model, entity).filter(({ label }) => {
    const field = fieldOf(model, entity, label);
    return field?.settable === true || field?.type.kind === 'inverse';
  });

/** At a key of an entry of lines: `lines: [{…` in a pattern, `"lines": [{"…` in a map. */
function lineKeys(model: Model, place: Place, code: string, offset: number): Completion[] | null {
  const found = /"?(\w+)"?\s*:\s*\[(?:[^\]]*,)?\s*\{(?:[^{}]*,)?\s*"?\w*$/.exec(code);
  if (found === null) return null;
  const owners = place.form.kind === 'cell' && place.form.column === 'Takes' ? takenFrom(model, offset) : writtenBefore(model, code);
  for (const { label, within = '' } of owners) {
    const type = label === found[1] ? fieldOf(model, within, label)?.type : undefined;
    if (type?.kind !== 'inverse') continue;
    const { text: lineEntity } = type.entity;
    const keys = givable(model, lineEntity).filter(({ label: key }) => key !== type.by.text);
    const pattern = !code.includes('with');
    return keys.map((one) => ({ ...one, insert: pattern || inText(code) ? one.label : `"${one.label}": ` }));
  }
  return null;
}

/**
 * The fields of the entity in the last `create` of an action, or of all entities if there is none.
 */
function writtenBefore(model: Model, code: string): Completion[] {
  const created = [...code.matchAll(/\bcreate\s+(\w+)/g)].at(-1)?.[1];
  return created === undefined ? model.entities.flatMap(({ name }) => fields(model, name.text)) : fields(model, created);
}

function completeAction(model: Model, place: Place, code: string, offset: number): Completion[] {
  const step = code
    .slice(code.lastIndexOf(';') + 1)
    .replace(/^(?:\s*(?:for\s+\w+\s+in|when)\b[^:"]*:)+/, '')
    .replace(/^\s*\(?\s*/, '');
  if (/^for\s+\w+\s+\w*$/.test(step)) return words(['in'], 'keyword', '').map((one) => ({ ...one, insert: 'in ' }));
  if (/^\w*$/.test(step)) {
    const own = place.form.kind === 'cell' && place.form.column === 'Effect' ? fields(model, entityAt(model, place, code)) : [];
    return [...words(actionWords, 'keyword', 'action').map((one) => ({ ...one, insert: `${one.label} ` })), ...events(model, null), ...own];
  }
  if (/^(create|get|list)\s+\w*$/.test(step)) return entities(model);
  if (/^open\s+[^`]*$/.test(step) && !/\sof\s/.test(step)) return screens(model);
  if (/^tell\s+\w*$/.test(step)) return messages(model);
  if (/^send\s+\w*$/.test(step)) return services(model);
  if (/^send\s.*\bthen\s+[\w ]*$/.test(step)) return events(model, entityAt(model, place, code));
  if (/\belse\s+\w*$/.test(step)) return errors(model);
  const more = /^(create|get|list|update|\w[\w ]*)\s/.test(step)
    ? words(
        ['as', 'with', 'where', ...(step.startsWith('list') ? ['sort', 'limit', 'offset'] : []), ...(raises.test(step) ? ['else'] : [])],
        'keyword',
        '',
        5,
      )
    : [];
  return [...namesInScope(model, place, code, offset), ...more];
}

/** Matches steps that may name an error after `else`. */
const raises = /^(get\s.*\swhere|sign\s+in\s+with|check)\s/;

function namesInScope(model: Model, place: Place, code: string, offset: number): Completion[] {
  const entity = entityAt(model, place, code);
  const bound = [...boundAt(scopesOf(model), offset).values()].map((thing) => item(thing.text, 'name', 'bound here', 0));
  const macroNames = [...code.matchAll(/\.\s*(?:all|exists|exists_one|filter|map)\(\s*(\w+)\s*,/g)].map((match) =>
    item(match[1] ?? '', 'name', 'an element', 0),
  );
  // In a series, the name of the previous entry follows the first entry.
  const before = /\bseries\(.*\}\s*,\s*([A-Za-z_]\w*)\s*,/su.exec(code)?.[1];
  return [
    ...macroNames,
    ...(before === undefined ? [] : [item(before, 'name', 'the previous entry', 0)]),
    ...bound,
    ...fields(model, entity),
    ...words(['me', 'now', 'today'], 'keyword', 'of the operation', 3),
    ...(entity === null ? [] : [item('self', 'keyword', `the current ${entity}`, 2)]),
    ...(hasOld(place) ? [item('old', 'keyword', 'the record before the change', 3)] : []),
    ...constants(model, 2),
    ...entities(model, 3),
    ...(place.section === 1 || (place.form.kind === 'cell' && place.form.table === 'example') ? examples(model) : []),
    ...views(model).map((one) => ({ ...one, insert: `${one.label}(` })),
    ...functionWords.filter(({ style }) => style !== 'method').map((words) => ({ ...functionItem(words), rank: 4 })),
  ];
}

/** Whether `old` may be in scope: in rules, and in permissions to update, add and remove. */
function hasOld({ form }: Place): boolean {
  if (form.kind !== 'cell') return false;
  if (form.table === 'permission') return /:\s*(?:(?:update|add|remove)\s*(?:,\s*|$))+$/.test(form.first);
  return form.table === 'rule';
}

/** The entity whose fields are in scope as plain names. */
export function entityAt(model: Model, place: Place, code: string): string | null {
  const known = (name: string | null | undefined): string | null =>
    name !== null && name !== undefined && entityOf(model, name) !== undefined ? name : null;
  const where = [...code.matchAll(/\b(?:get|list)\s+(\w+)(?:\s+as\s+\w+)?\s+where\b/g)].at(-1);
  if (where) return known(where[1]);
  const { form, headings } = place;
  const [heading = ''] = headings;
  if (form.kind === 'cell') {
    // ``User where `…` `` as the type of a field or parameter.
    const chosen = form.column === 'Type' || form.column === 'Event' ? /\b([A-Z]\w*)\s+where\s[^)]*$/.exec(place.before)?.[1] : undefined;
    if (chosen !== undefined) return known(chosen);
    if (form.table === 'permission') return known(/^\W*(\w+)/.exec(form.first)?.[1]);
    if (form.table === 'rule') return known(ruleEntity(model, form.first));
    if (form.table === 'message') return known(model.messages.find(({ name }) => name.text === form.first)?.about);
    return form.table === 'scenario' || form.table === 'call' || form.table === 'role' ? null : known(entityOfHeading(heading));
  }
  for (const bullet of form.kind === 'bullet' ? [place.before, ...form.parents] : []) {
    const of = partOfEntity.exec(bullet);
    if (of) return known(of[1] ?? of[2] ?? of[3]);
  }
  return known(model.screens.find((screen) => headings.includes(screen.name.text))?.about?.text);
}

const partOfEntity = new RegExp(`^(?:${entityParts.join('|')}) of (\\w+)|^chart of \\w+ of (\\w+)|^form to create (\\w+)`);

const ruleEntity = (model: Model, first: string): string | undefined =>
  [...model.rules, ...model.invariants].find(({ name }) => name.text === first)?.entity?.text;
