import { setOwn } from '../../base/own.ts';
import type { Part as ModelPart, Screen as ModelScreen } from '../../model/ast/screens.ts';
import type { RunModel } from '../../model/run-model.ts';

/** The data that a worker can send to the page: everything but functions and expression trees. */
type Plain<T> = T extends (...args: never[]) => unknown
  ? never
  : T extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : T extends ReadonlyMap<infer K, infer V>
      ? ReadonlyMap<K, Plain<V>>
      : T extends object
        ? { readonly [P in keyof T as P extends 'node' ? never : T[P] extends (...args: never[]) => unknown ? never : P]: Plain<T[P]> }
        : T;

const carried = [
  'name',
  'recognised',
  'language',
  'languages',
  'sections',
  'screens',
  'entities',
  'machines',
  'rules',
  'roles',
  'account',
  'constants',
  'labels',
  'holes',
  'assumptions',
] as const satisfies readonly (keyof RunModel)[];

/**
 * The part of a model that the page needs. Every RunModel is one; one from a worker has nothing
 * else.
 */
export type ProductModel = Plain<Pick<RunModel, (typeof carried)[number]>>;
export type Screen = Plain<ModelScreen>;
export type Part = Plain<ModelPart>;

/**
 * Reduces a model to what the page needs, as data that a worker can send. Leaves out examples,
 * which are stored as records, and the conditions of roles.
 */
export function plainModel(model: RunModel): ProductModel {
  const picked = Object.fromEntries(carried.map((key) => [key, model[key]]));
  return plain({
    ...picked,
    entities: model.entities.map((entity) => ({ ...entity, examples: [] })),
    roles: model.roles.map((role) => ({ ...role, is: null })),
  }) as ProductModel;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, plain(one)]));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) if (key !== 'node' && typeof one !== 'function') setOwn(copy, key, plain(one));
  return copy;
}
