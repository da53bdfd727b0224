import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Entity, Example } from '../../model/ast/entities.ts';
import type { Permission } from '../../model/ast/roles.ts';
import type { Rule } from '../../model/ast/rules.ts';
import type { Machine, Transition } from '../../model/ast/states.ts';
import type { Model } from '../../model/model.ts';

const rulesByEntity = memoizeByObject((all: readonly Rule[]) => {
  const rules = new Map<string, Rule[]>();
  for (const rule of all) add(rules, rule.entity.text, rule);
  return rules;
});

const transitionsByEvent = memoizeByObject((machines: readonly Machine[]) => {
  const transitions = new Map<string, Transition[]>();
  for (const { entity, transitions: rows } of machines) {
    for (const row of rows) {
      const { trigger } = row;
      if (trigger.kind === 'event' || trigger.kind === 'delete') add(transitions, `${entity}\n${trigger.name.text}`, row);
      if (trigger.kind === 'create' || trigger.kind === 'changed') add(transitions, `${entity}\n${trigger.kind}`, row);
    }
  }
  return transitions;
});

const examplesByName = memoizeByObject((entities: readonly Entity[]) => {
  const examples = new Map<string, Example>();
  for (const entity of entities)
    for (const example of entity.examples) if (!examples.has(example.name.text)) examples.set(example.name.text, example);
  return examples;
});

/** The entities that section 6 mentions. */
const permitted = memoizeByObject((permissions: readonly Permission[]) => new Set(permissions.map(({ entity }) => entity.text)));

function add<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** The rules of section 5 about an entity, in document order. */
export const rulesAbout = (model: Model, entity: string): readonly Rule[] => rulesByEntity(model.rules).get(entity) ?? [];

/** The rows of section 4 for an event of an entity, including `delete`, `create` and `changed`. */
export const transitionsFor = (model: Model, entity: string, event: string): readonly Transition[] =>
  transitionsByEvent(model.machines).get(`${entity}\n${event}`) ?? [];

/** The first example with this name. */
export const exampleNamed = (model: Model, name: string): Example | undefined => examplesByName(model.entities).get(name);

/** Whether section 6 mentions an entity at all. */
export const hasPermissions = (model: Model, entity: string): boolean =>
  model.permissions !== null && permitted(model.permissions).has(entity);
