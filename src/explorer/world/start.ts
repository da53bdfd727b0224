import { fixedPlatform } from '../../base/platform.ts';
import { cheapHasher } from '../../engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../engine/change/seed.ts';
import { createProduct, type Product } from '../../engine/product.ts';
import type { Example } from '../../model/ast/entities.ts';
import type { Model } from '../../model/model.ts';
import { isOfRecord, type RecordRole } from '../../model/organisations.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { fieldsRead, nodesOf } from '../document/readers.ts';
import type { Choice } from '../document/samples.ts';

/** More people per role only enlarge the search. */
export const peoplePerRole = 2;

/** Roles in two records show whether those of one have any effect in the other. */
const recordsWithRoles = 2;

const recordRoles = (model: Model): readonly RecordRole[] => model.roles.filter(isOfRecord).filter(({ byLink }) => !byLink);

/** The entities on whose records people have roles. */
const ofRoles = (model: Model): ReadonlySet<string> => new Set(recordRoles(model).map(({ of }) => of.text));

/** The names of examples on which people have roles: mostly organisations. */
export const recordsOfRoles = (model: Model): readonly string[] =>
  [...ofRoles(model)].flatMap((entity) =>
    (model.entities.find(({ name }) => name.text === entity)?.examples ?? []).slice(0, recordsWithRoles).map(({ name }) => name.text),
  );

/**
 * The names of the examples that a world starts with: people with each set of roles. If roles
 * belong to records, also two such records, and whatever gives these people their roles in them.
 */
export function startOf(model: Model): ReadonlySet<string> {
  const owned = recordsOfRoles(model);
  const most = owned.length > 0 ? 1 : peoplePerRole;
  const counts = new Map<string, number>();
  const chosen = new Set(owned);
  for (const [name, key] of rolesOfExamples(model, owned)) {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    if (count < most) chosen.add(name);
  }
  const examples = model.entities.flatMap((entity) => entity.examples);
  const byName = new Map(examples.map((example) => [example.name.text, example]));
  // Iteration also visits names that are added to the set during the loop.
  for (const name of chosen) {
    const example = byName.get(name);
    const fields = model.entities.find((entity) => entity.name.text === example?.entity)?.byName;
    for (const [field, others] of namedBy(example))
      if (fields?.get(field)?.required === true) for (const other of others) chosen.add(other);
  }
  const giving = givesRoles(model);
  for (const example of examples)
    if (giving.has(example.entity) && namedBy(example).every(([, names]) => names.every((name) => chosen.has(name))))
      chosen.add(example.name.text);
  return chosen;
}

/** By entity, how many records that give people their roles a world starts with. */
export function givenAtStart(model: Model, chosen: ReadonlySet<string>): ReadonlyMap<string, number> {
  const giving = givesRoles(model);
  const given = model.entities.filter(({ name }) => giving.has(name.text));
  return new Map(given.map(({ name, examples }) => [name.text, examples.filter((one) => chosen.has(one.name.text)).length]));
}

export const namesOfExamples = ({ entities }: Model): ReadonlySet<string> =>
  new Set(entities.flatMap(({ examples }) => examples.map(({ name }) => name.text)));

const namedBy = (example: Example | undefined): readonly (readonly [field: string, names: readonly string[]])[] =>
  (example?.values ?? []).map(({ content, field }) => [
    field.text,
    content.kind === 'example' ? [content.name] : content.kind === 'examples' ? content.names : [],
  ]);

/** Entities that decide who has a role on a record, apart from that record and the people. */
function givesRoles(model: Model): ReadonlySet<string> {
  const read = recordRoles(model).flatMap(({ is }) => (is === null ? [] : [...fieldsRead(model, nodesOf(model, is))]));
  const entities = new Set(read.map((path) => path.split('.')[0] ?? ''));
  for (const entity of ofRoles(model)) entities.delete(entity);
  entities.delete(model.account?.entity.text ?? '');
  return entities;
}

/** The fields of an entity that can give people roles on a record. */
export interface RoleFields {
  readonly entity: string;
  /** Values of its enum fields. */
  readonly choices: readonly Choice[];
  /** Fields that name a person. */
  readonly people: readonly string[];
}

/**
 * Entities whose records decide who has a role on a record. The search does not follow changes of
 * roles, but it examines who may make them.
 */
export const roleFieldsOf = (model: Model): readonly RoleFields[] =>
  [...ofRoles(model), ...givesRoles(model)].map((entity) => {
    const fields = (model.entities.find(({ name }) => name.text === entity)?.fields ?? []).filter(({ settable }) => settable);
    return {
      entity,
      choices: fields.flatMap(({ name, type }) =>
        type.kind === 'enum' ? type.values.map(({ text }): Choice => ({ name: name.text, value: text, words: JSON.stringify(text) })) : [],
      ),
      people: fields.flatMap(({ name, type }) =>
        type.kind === 'relation' && type.entity.text === model.account?.entity.text ? [name.text] : [],
      ),
    };
  });

/** A product with all examples, and the ids of the accounts among them, by name. */
export function productOfExamples(model: Model): {
  readonly product: Product;
  readonly records: ReturnType<typeof exampleRecords>;
  readonly accounts: ReadonlyMap<string, string>;
} {
  const product = createProduct({
    model,
    store: createMemoryStore(model),
    platform: fixedPlatform(),
    hasher: cheapHasher,
    placeholders: true,
  });
  seedExamples(product);
  const records = exampleRecords(product);
  const accounts = Object.entries(records).filter(([, { entity }]) => entity === model.account?.entity.text);
  return { product, records, accounts: new Map(accounts.map(([name, { id }]) => [name, id])) };
}

/**
 * By the name of each example account, a key for its roles: equal for people with the same roles,
 * no matter on which of the records they have them.
 */
export function rolesOfExamples(model: Model, owned: readonly string[]): ReadonlyMap<string, string> {
  const { product, records, accounts } = productOfExamples(model);
  const ids = owned.flatMap((name) => records[name]?.id ?? []);
  return new Map([...accounts].map(([name, id]) => [name, keyOf(model, product, id, ids)]));
}

function keyOf(model: Model, product: Product, account: string, records: readonly string[]): string {
  const { access } = product.world(product.as(account));
  const names = [...access.roles()].sort();
  const ofRecords = new Set(recordRoles(model).map(({ name }) => name.text));
  const everywhere = names.filter((name) => records.length === 0 || !ofRecords.has(name));
  const each = records.map((record) =>
    names.filter((name) => ofRecords.has(name) && access.recordsOf(name).some(({ id }) => id === record)).join(' '),
  );
  return [everywhere.join(' '), ...each.sort()].join('|');
}
