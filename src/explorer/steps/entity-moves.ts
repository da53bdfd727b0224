import { canEvaluate, type ModelIndex } from '../../engine/document/model-index.ts';
import type { Product } from '../../engine/product.ts';
import { parametersOf, parameterType } from '../../engine/screens/parameters.ts';
import { nobody } from '../../engine/world/world.ts';
import { isTrue } from '../../expression/evaluate/evaluate.ts';
import type { Expression } from '../../expression/expression.ts';
import { equals } from '../../expression/values/compare.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import type { Transition } from '../../model/ast/states.ts';
import { type Answer, answersTo } from '../document/answers.ts';
import type { Cone } from '../document/cone.ts';
import { readsMore } from '../document/liveness.ts';
import { pointsFor } from '../document/named-points.ts';
import { freshFor, type Sample, samplesFor } from '../document/samples.ts';

/** What can be tried on the records of an entity. */
export interface EntityMoves {
  readonly entity: Entity;
  readonly answers: readonly Answer[];
  /** The first sample of each is used while another field varies; null leaves the field out. */
  readonly create: readonly {
    readonly field: Field;
    readonly samples: readonly (Sample | null)[];
    /** Samples with which a rule about this field alone refuses every new record. */
    readonly refused: readonly Sample[];
    readonly inCone: boolean;
  }[];
  readonly update: readonly { readonly field: Field; readonly samples: readonly Sample[]; readonly inCone: boolean }[];
  /** Fields that nothing reads. */
  readonly others: readonly { readonly field: Field; readonly samples: readonly Sample[] }[];
  readonly members: readonly { readonly field: string; readonly of: string }[];
  readonly events: readonly {
    readonly name: string;
    readonly transitions: readonly Transition[];
    readonly parameters: readonly { readonly name: string; readonly samples: readonly Sample[] }[];
  }[];
}

/** Whether section 6 refuses every role to set the field on a new record. */
function isForNoOne(index: ModelIndex, entity: string, { name }: Field): boolean {
  const has = (names: readonly { readonly text: string }[], one: string): boolean => names.some(({ text }) => text === one);
  const rows = index.permissions(entity).filter(({ fields, operations }) => has(fields, name.text) && has(operations, 'create'));
  return rows.length > 0 && rows.every(({ cells }) => [...cells.values()].every(({ grant }) => grant.kind === 'no'));
}

interface OwnRule {
  readonly condition: Expression;
  /** The error that it raises. */
  readonly error: string;
  /** Whether it is checked for each new record. */
  readonly atCreation: boolean;
}

/** The rules of section 5 that read nothing but the field. */
export const ownRules = (index: ModelIndex, entity: string, field: string): readonly OwnRule[] =>
  index.rules(entity).flatMap(({ must, on, error }): OwnRule[] => {
    if (must.kind !== 'holds' || !canEvaluate(must.expression) || index.dependsOnHole(must.expression)) return [];
    const read = index.readsOf(must.expression, entity);
    if (read.size !== 1 || !read.has(field) || readsMore(must.expression)) return [];
    const atCreation = on.length === 0 || on.some(({ operation }) => operation === 'create');
    return [{ condition: must.expression, error: error?.text ?? 'INVALID', atCreation }];
  });

interface Judged {
  readonly fitting: readonly Sample[];
  /** Samples that the rules of the field refuse: they cannot represent the others. */
  readonly refused: readonly Sample[];
}

/** Tells the samples for which these rules of a field hold from those that they refuse. */
function judged(product: Product, entity: string, { name }: Field, rules: readonly OwnRule[], samples: readonly Sample[]): Judged {
  if (rules.length === 0) return { fitting: samples, refused: [] };
  const world = product.world(nobody);
  const fits = (sample: Sample): boolean => {
    if (sample.kind !== 'value' || sample.value === null) return true;
    const { value } = sample;
    const self: RecordValue = { isRecord: true, entity, id: '', get: (field) => (field === name.text ? value : null) };
    const scope = world.scope(self);
    return rules.every(({ condition }) => isTrue(condition, scope));
  };
  return { fitting: samples.filter(fits), refused: samples.filter((sample) => !fits(sample)) };
}

/** Whether a new record has this value if the field is left out. */
function isLeftOut({ default: preset }: Field, sample: Sample): boolean {
  if (sample.kind !== 'value' || preset?.kind === 'expression') return false;
  return preset === null ? sample.value === null : equals(sample.value, preset.value);
}

/** Whether nothing changes the given value of a field of a new record before rules are checked. */
const keepsGiven = ({ model }: Product, entity: string): boolean =>
  model.machines.every(
    (machine) =>
      machine.entity !== entity ||
      machine.transitions.every(
        ({ from, any, trigger, effect }) => effect === null || (trigger.kind !== 'changed' && (any || from.length > 0)),
      ),
  );

export function movesOfEntity(product: Product, entity: Entity, cone: Cone): EntityMoves {
  const { model, index } = product;
  const name = entity.name.text;
  const pathOf = (field: Field): string => `${name}.${field.name.text}`;
  const settable = entity.fields.filter(({ settable }) => settable);
  const signIn = new Set(name === model.account?.entity.text ? model.account.signInWith.map(({ text }) => text) : []);
  const sampled = (field: Field): readonly Sample[] => {
    const uses = cone.uses.get(pathOf(field));
    const points = pointsFor(product, field.type, uses);
    const samples = samplesFor(field.type, field.required, uses, cone.samplesOf(pathOf(field)), cone.unit, points);
    const { fitting, refused } = judged(product, name, field, ownRules(index, name, field.name.text), samples);
    return [...fitting, ...refused];
  };
  const keeps = keepsGiven(product, name);
  const create = settable.flatMap((field): EntityMoves['create'] => {
    // Combinations with a field that is always refused would be listed in vain.
    if ((!field.required || field.default !== null) && isForNoOne(index, name, field)) return [];
    const inCone = cone.fields.has(pathOf(field));
    const read = inCone || cone.checked.has(pathOf(field));
    const unique =
      field.unique ||
      index.rules(name).some(({ must }) => must.kind === 'unique' && must.fields.some(({ text }) => text === field.name.text));
    const fresh = unique ? freshFor(field) : null;
    if (field.type.kind === 'members') return [];
    if (!read) {
      if (!field.required || field.default !== null || field.type.kind === 'list') return [];
      return [{ field, inCone, samples: fresh === null ? sampled(field).slice(0, 1) : [fresh], refused: [] }];
    }
    const rules = keeps ? ownRules(index, name, field.name.text).filter(({ atCreation }) => atCreation) : [];
    const { fitting, refused } = judged(product, name, field, rules, sampled(field));
    const given = [...(fresh === null ? [] : [fresh]), ...(fitting.length > 0 ? fitting : refused)];
    const leaves = !field.required || field.default !== null;
    const samples = leaves ? [null, ...given.filter((sample) => !isLeftOut(field, sample))] : given;
    return [{ field, inCone, samples, refused: fitting.length > 0 ? refused : [] }];
  });
  const given = settable
    .filter((field) => field.type.kind !== 'members' && !signIn.has(field.name.text) && !index.roleFields.has(pathOf(field)))
    .map((field) => ({ field, samples: sampled(field), inCone: cone.fields.has(pathOf(field)) }));
  const isRead = ({ field, inCone }: (typeof given)[number]): boolean => inCone || cone.checked.has(pathOf(field));
  const update = given.filter(isRead);
  const others = given.filter((one) => !isRead(one));
  const members = settable.flatMap((field) =>
    field.type.kind === 'members' && cone.fields.has(pathOf(field)) ? [{ field: field.name.text, of: field.type.entity.text }] : [],
  );
  const events = index.eventsOf(name).map((event) => {
    const transitions = index.rowsOf(name, event).map(({ transition }) => transition);
    const parameters = new Map(transitions.flatMap(parametersOf).map((parameter) => [parameter.name.text, parameter]));
    return {
      name: event,
      transitions,
      parameters: [...parameters.values()].map((parameter) => {
        const field = parameter.field === null ? null : index.field(name, parameter.field);
        const own = cone.uses.get(`${name}.${event}(${parameter.name.text})`);
        const fields = field === null ? undefined : cone.uses.get(pathOf(field));
        const uses =
          own === undefined
            ? fields
            : {
                numbers: new Set([...own.numbers, ...(fields?.numbers ?? [])]),
                sums: new Set([...own.sums, ...(fields?.sums ?? [])]),
                texts: new Set([...own.texts, ...(fields?.texts ?? [])]),
                lengths: new Set([...own.lengths, ...(fields?.lengths ?? [])]),
                last: new Set([...own.last, ...(fields?.last ?? [])]),
                points: new Set([...own.points, ...(fields?.points ?? [])]),
                fitting: new Set([...own.fitting, ...(fields?.fitting ?? [])]),
              };
        // Which lengths a parameter is compared with from now is not worked out.
        const windows = [...(own?.lengths ?? [])].map((length) => -length);
        const steps = own === undefined && field !== null ? cone.samplesOf(pathOf(field)) : [...cone.steps, ...windows];
        const type = field?.type ?? parameterType(parameter);
        const samples = samplesFor(type, parameter.required, uses, steps, cone.unit, pointsFor(product, type, uses));
        const read = own !== undefined || (field !== null && (cone.fields.has(pathOf(field)) || cone.checked.has(pathOf(field))));
        return { name: parameter.name.text, samples: read ? samples : samples.slice(0, 1) };
      }),
    };
  });
  return { entity, create, update, others, members, events, answers: answersTo(model, name, cone) };
}
