import { combineSteps } from '../../../check/asking/write.ts';
import { enumerate } from '../../../check/fixes.ts';
import type { Entity } from '../../../model/ast/entities.ts';
import { eventsOf, startOf } from '../../../model/lookup.ts';
import type { Model } from '../../../model/model.ts';
import { capital, toSentenceCase, toWords } from '../../../model/reading/cell-forms.ts';
import { isSecret } from '../../../model/types/traits.ts';
import { stateFieldOf } from '../../../runtime/model-lookup.ts';
import {
  type ComparisonName,
  type Condition,
  comparisonOf,
  comparisonsFor,
  conditionWords,
  fieldAt,
  joinConditions,
  mustWords,
  type Place,
  pathsFor,
  startCondition,
} from '../conditions/condition.ts';
import type { PendingEdits } from '../gallery.tsx';
import { refusalOf } from '../refusal.ts';
import { addRowTo } from '../row-edits.ts';

export type RuleForm = 'filled' | 'limit' | 'order' | 'compare' | 'implies' | 'unique' | 'overlap' | 'count' | 'fixed' | 'never' | 'ends';

export interface GalleryRule {
  readonly form: RuleForm;
  readonly name: string;
  /** An example of how the rule reads. */
  readonly says: string;
  /** What the rule needs, shown if no entity has it. */
  readonly needs: string;
}

export const galleryRules: readonly GalleryRule[] = [
  { form: 'filled', name: 'Filled in', says: 'The title is not empty', needs: 'a text' },
  { form: 'limit', name: 'Within limits', says: 'The price is at least 0', needs: 'a number' },
  { form: 'order', name: 'In order', says: 'It ends after it begins', needs: 'two dates or times' },
  { form: 'compare', name: 'Conditions', says: 'A field, a comparison, a value', needs: 'a field' },
  { form: 'implies', name: 'If, then', says: 'If it is paid, the date is given', needs: 'two fields' },
  { form: 'unique', name: 'Only once', says: 'No two have the same email', needs: 'a field' },
  { form: 'overlap', name: 'No overlap', says: 'A room is booked once at a time', needs: 'two dates or times' },
  { form: 'count', name: 'At most N', says: 'Five open orders for each customer', needs: 'a field that leads to a record' },
  { form: 'fixed', name: 'Stays as it is', says: 'Once it is sent, the price is fixed', needs: 'a field' },
  { form: 'never', name: 'Never', says: 'Closed without anyone in charge', needs: 'a field' },
  { form: 'ends', name: 'Comes to an end', says: 'What is open is eventually closed', needs: 'a state' },
];

export interface NewRule {
  readonly form: RuleForm;
  readonly entity: Entity;
  /**
   * For `implies`, `fixed` and `count`: which records it applies to; for `ends`: what comes first.
   */
  readonly when: readonly Condition[];
  readonly must: readonly Condition[];
  /** For `unique` and `fixed`. */
  readonly fields: readonly string[];
  readonly start: string;
  readonly end: string;
  /** For `overlap` (empty: all records) and `count`. */
  readonly per: string;
  readonly count: string;
  /** `create` or an event; empty: always. */
  readonly on: string;
  /** Null: derived from the other settings. */
  readonly name: string | null;
  readonly message: string | null;
}

const kinds = (entity: Entity, ...all: readonly string[]): readonly string[] =>
  entity.fields.filter((field) => all.includes(field.valueType.kind) && !isSecret(field)).map(({ name }) => name.text);

/** Returns the fields that can be the end of the range that starts at the other field. */
export const endsOf = (entity: Entity, start: string): readonly string[] => {
  const kind = entity.byName.get(start)?.valueType.kind ?? '';
  return kinds(entity, kind).filter((name) => name !== start);
};
export const startsOf = (entity: Entity, form: RuleForm): readonly string[] =>
  (form === 'overlap' ? storedOf(entity) : entity.fields.map(({ name }) => name.text)).filter(
    (name) => ['date', 'datetime', 'time'].includes(entity.byName.get(name)?.valueType.kind ?? '') && endsOf(entity, name).length > 0,
  );

/** Returns the stored fields of a record that can be compared as a whole. */
export const storedOf = (entity: Entity): readonly string[] =>
  entity.fields
    .filter(
      (field) =>
        field.computed === null &&
        !isSecret(field) &&
        ['text', 'integer', 'decimal', 'money', 'date', 'datetime', 'time', 'duration', 'enum', 'state', 'record', 'boolean'].includes(
          field.valueType.kind,
        ),
    )
    .map(({ name }) => name.text);

/** Returns the relations by which records can be counted. */
export const countingRelations = (entity: Entity): readonly string[] =>
  [...entity.fields.filter(({ type, computed }) => type.kind === 'relation' && computed === null), entity.byName.get('createdBy')].flatMap(
    (field) => (field === undefined || field.valueType.kind !== 'record' ? [] : [field.name.text]),
  );

const fixable = (entity: Entity): readonly string[] =>
  storedOf(entity).filter((name) => entity.byName.get(name)?.settable === true && entity.byName.get(name)?.type.kind !== 'members');

/** Returns the fields to tick. */
export const fieldsFor = (entity: Entity, form: RuleForm): readonly string[] => (form === 'fixed' ? fixable(entity) : storedOf(entity));

/** True if an entity has what a form needs. */
function fits(model: Model, entity: Entity, form: RuleForm): boolean {
  switch (form) {
    case 'filled':
      return kinds(entity, 'text').length > 0;
    case 'limit':
      return kinds(entity, 'integer', 'decimal', 'money').length > 0;
    case 'order':
    case 'overlap':
      return startsOf(entity, form).length > 0;
    case 'unique':
    case 'fixed':
      return fieldsFor(entity, form).length > 0;
    case 'count':
      return countingRelations(entity).length > 0;
    case 'ends':
      return model.machines.some((machine) => machine.entity === entity.name.text && machine.states.length > 1);
    default:
      return pathsFor(placeOf(model, entity, form)).length > 0;
  }
}

export const entitiesWith = (model: Model, form: RuleForm): readonly Entity[] =>
  model.entities.filter((entity) => entity.fields.length > 0 && fits(model, entity, form));

/** Returns why no such rule can be added; null: it can. */
export const whyNoRule = (model: Model, { form, needs }: GalleryRule): string | null =>
  entitiesWith(model, form).length > 0 ? null : `No entity has ${needs}.`;

/** Returns the initial settings of a rule. */
export function startRule(model: Model, form: RuleForm, entity: Entity): NewRule {
  const of = (path: string | undefined, comparison?: ComparisonName): readonly Condition[] => {
    const condition = startCondition(placeOf(model, entity, form), path, comparison);
    return condition === null ? [] : [condition];
  };
  const paths = pathsFor(placeOf(model, entity, form));
  const plain = {
    form,
    entity,
    when: [],
    must: [],
    fields: [],
    start: '',
    end: '',
    per: '',
    count: '5',
    on: '',
    name: null,
    message: null,
  };
  const start = startsOf(entity, form)[0] ?? '';
  const end = endsOf(entity, start)[0] ?? '';
  switch (form) {
    case 'filled':
      return { ...plain, must: of(kinds(entity, 'text')[0], 'filled') };
    case 'limit':
      return { ...plain, must: of(kinds(entity, 'integer', 'decimal', 'money')[0], 'least') };
    case 'order':
      return { ...plain, must: of(end, 'after').map((condition) => ({ ...condition, value: start })) };
    case 'implies':
      return {
        ...plain,
        when: of(stateFieldOf(model, entity.name.text) ?? paths[0]),
        must: of(
          paths.find((path) => entity.byName.get(path)?.computed === null && isOptional(placeOf(model, entity, form), path)) ?? paths[0],
          'given',
        ),
      };
    case 'unique':
    case 'fixed':
      return {
        ...plain,
        fields: fieldsFor(entity, form).slice(0, 1),
        when: form === 'fixed' ? of(stateFieldOf(model, entity.name.text) ?? undefined) : [],
      };
    case 'overlap':
      return { ...plain, start, end, per: kinds(entity, 'record')[0] ?? '' };
    case 'count':
      return { ...plain, per: countingRelations(entity)[0] ?? '', on: 'create' };
    case 'ends': {
      const machine = model.machines.find((one) => one.entity === entity.name.text);
      const last = machine?.states.find(({ final }) => final) ?? machine?.states.at(-1);
      const state = (name: string | undefined): readonly Condition[] =>
        of(machine?.field).map((one) => ({ ...one, value: name ?? one.value }));
      return { ...plain, when: state(machine === undefined ? undefined : (startOf(machine) ?? undefined)), must: state(last?.name) };
    }
    default:
      return { ...plain, must: of(paths[0]) };
  }
}

const isOptional = (place: Place, path: string): boolean => {
  const field = fieldAt(place, path);
  return field !== null && comparisonsFor(place, field).includes('given');
};

/** Returns the optional fields that the conditions compare. */
function optionalIn(place: Place, conditions: readonly Condition[], except: string | null = null): readonly string[] {
  const names = conditions.flatMap(({ path, comparison, value }) =>
    comparison === 'given' || comparison === 'missing' ? [] : [path, ...(comparisonOf(comparison).takes === 'value' ? [value.trim()] : [])],
  );
  return [...new Set(names)].filter((name) => name !== except && isOptional(place, name));
}

/** Returns when a rule can be checked: always, at creation, or at an event. */
export const timesFor = (model: Model, { name }: Entity): readonly { readonly value: string; readonly label: string }[] => [
  { value: '', label: 'Always' },
  { value: 'create', label: 'When one is created' },
  ...eventsOf(model, name.text).map((event) => ({ value: event.name, label: `At “${event.name}”` })),
];

/** Returns the context of a rule's conditions. Invariants do not depend on the person acting. */
export const placeOf = (model: Model, entity: Entity, form: RuleForm): Place => ({ model, entity, acting: raisesError(form) });

interface Cells {
  readonly on: string;
  readonly must: string;
  /** Where the error is shown. */
  readonly field: string | null;
}

/** Returns the cells On and Must hold, or the problem. */
function cellsOf(model: Model, rule: NewRule): Cells | string {
  const { entity, form, when, must, fields, start, end, per, on } = rule;
  const about = entity.name.text;
  const times = on === '' ? '' : ` on ${on}`;
  const place = placeOf(model, entity, form);
  const all = joinConditions(place, must);
  const only = joinConditions(place, when);
  const wrong = all.wrong ?? only.wrong;
  if (wrong !== undefined) return wrong;
  if (hasConditions(form) && must.length === 0) return 'Add a condition.';
  if ((form === 'implies' || form === 'ends') && when.length === 0) return 'Add a condition to “If”.';
  if ((form === 'unique' || form === 'fixed') && fields.length === 0) return 'Tick at least one field.';
  switch (form) {
    case 'unique':
      return { on: about, must: `unique ${fields.join(', ')}`, field: null };
    case 'overlap':
      return { on: about, must: `no overlap ${start}, ${end}${per === '' ? '' : ` per ${per}`}`, field: null };
    case 'never':
      return { on: about, must: `never \`${all.expression}\``, field: null };
    case 'ends':
      return { on: about, must: `\`${only.expression}\` leads to \`${all.expression}\``, field: null };
    case 'count': {
      if (!/^\d{1,6}$/.test(rule.count.trim()) || Number(rule.count) === 0) return 'Enter a whole number from 1, such as 5.';
      const other = ['other', 'another', 'one'].find((name) => !entity.byName.has(name)) ?? 'otherRecord';
      const filter = joinConditions(place, when, other).expression;
      const same = `${other}.${per} == ${per}`;
      const counted = `${about}.filter(${other}, ${same}${filter === undefined || filter === '' ? '' : ` && ${filter}`}).size() < ${rule.count.trim()}`;
      const optional = isOptional(place, per) || per === 'createdBy';
      return { on: `${about} on create`, must: `\`${optional ? `${per} == null || ` : ''}${counted}\``, field: null };
    }
    case 'fixed': {
      const before = joinConditions(place, when, 'old').expression ?? '';
      const same = fields.map((name) => `${name} == old.${name}`).join(' && ');
      const known = optionalIn(place, when).map((name) => `old.${name} != null && `);
      return {
        on: `${about} on update`,
        must: `\`${before === '' ? same : `${known.join('')}${before} ? ${same} : true`}\``,
        field: fields[0] ?? null,
      };
    }
    default: {
      const [first] = must;
      const field = first !== undefined && !first.path.includes('.') && must.every(({ path }) => path === first.path) ? first.path : null;
      // A rule on a field is skipped while the field is empty; other optional fields need an
      // explicit null check.
      const own = form === 'implies' ? null : field;
      const empty = optionalIn(place, must, own).map((name) => `${name} == null || `);
      const held = `${empty.join('')}${empty.length > 0 && must.length > 1 ? `(${all.expression})` : all.expression}`;
      const known = optionalIn(place, when).map((name) => `${name} != null && `);
      const ruleText = form === 'implies' ? `${known.join('')}${only.expression} ? ${empty.length > 0 ? `(${held})` : held} : true` : held;
      return { on: `${own === null ? about : `${about}.${own}`}${times}`, must: `\`${ruleText}\``, field };
    }
  }
}

/** Returns the name of the row, unless the author typed another. */
export function ruleName(model: Model, rule: NewRule): string {
  if (rule.name !== null) return rule.name.trim();
  const { form, when, must, fields, per, count, entity } = rule;
  const one = toWords(entity.name.text);
  const words = {
    unique: `${one}: ${enumerate(fields.map(toWords))} once`,
    overlap: `no ${one} overlaps another`,
    count: `at most ${count.trim()} for each ${toWords(per)}`,
    fixed: `${enumerate(fields.map(toWords))} stays as it is`,
    implies: `${conditionWords(must)} if ${conditionWords(when)}`,
    never: `never: ${conditionWords(must)}`,
    ends: `${one} comes to an end`,
    filled: `${one}: ${conditionWords(must)}`,
    limit: `${one}: ${conditionWords(must)}`,
    order: `${one}: ${conditionWords(must)}`,
    compare: `${one}: ${conditionWords(must)}`,
  }[form];
  const taken = new Set([...model.rules, ...model.invariants].map(({ name }) => name.text.toLowerCase()));
  let name = words;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${words} (${number})`;
  return name;
}

/** Returns the message of the refusal, unless the author typed another. */
export function ruleMessage({ form, when, must, fields, per, count, entity, message }: NewRule): string {
  if (message !== null) return message.trim();
  const one = toWords(entity.name.text);
  switch (form) {
    case 'unique':
      return `Another ${one} has the same ${enumerate(fields.map(toWords))}.`;
    case 'overlap':
      return `This overlaps with another ${one}.`;
    case 'count':
      return `No more than ${count.trim()} for each ${toWords(per)}.`;
    case 'fixed':
      return `${toSentenceCase(enumerate(fields.map(toWords)))} can no longer be changed.`;
    case 'implies':
      return `If ${conditionWords(when)}, ${mustWords(must)}.`;
    default:
      return `${capital(mustWords(must))}.`;
  }
}

/** True if the rule consists of conditions that must hold. */
export const hasConditions = (form: RuleForm): boolean => !['unique', 'overlap', 'count', 'fixed'].includes(form);

/** False for rules that only the explorer checks, which therefore have no error. */
export const raisesError = (form: RuleForm): boolean => form !== 'never' && form !== 'ends';

/** Returns the edits for the row in section 5 and its error in section 8, or the problem. */
export function addRule(model: Model, rule: NewRule): PendingEdits & { readonly name: string } {
  const name = ruleName(model, rule);
  const refuse = (wrong: string) => ({ wrong, name });
  if (name === '') return refuse('Enter a name.');
  if ([...model.rules, ...model.invariants].some((one) => one.name.text === name)) return refuse('A rule with this name already exists.');
  const cells = cellsOf(model, rule);
  if (typeof cells === 'string') return refuse(cells);
  const message = ruleMessage(rule);
  const refusal = raisesError(rule.form) && message !== '' ? refusalOf(model, message, name, cells.field) : null;
  const row = { Rule: name, On: cells.on, 'Must hold': cells.must, Error: refusal?.name ?? '' };
  const last = (current: Model) => current.rules.at(-1) ?? current.invariants.at(-1);
  const edits = combineSteps(
    model,
    (current) => addRowTo(current, 5, last(current), row),
    (current) => refusal?.row(current) ?? [],
  );
  return edits.length === 0 ? refuse('Section 5 cannot take a row: look at its table.') : { edits, name };
}
