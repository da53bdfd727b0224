import type { Example } from '../../model/ast/entities.ts';
import type { Rule } from '../../model/ast/rules.ts';
import type { Transition } from '../../model/ast/states.ts';
import type { Model } from '../../model/model.ts';

/** What rules look for by name, arranged when a model is first asked, and gone with it. */
interface Indexes {
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
  readonly transitions: ReadonlyMap<string, readonly Transition[]>;
  readonly examples: ReadonlyMap<string, Example>;
  /** The entities that section 6 speaks of. */
  readonly permitted: ReadonlySet<string>;
}

const known = new WeakMap<Model, Indexes>();

function indexesOf(model: Model): Indexes {
  let found = known.get(model);
  if (found === undefined) known.set(model, (found = build(model)));
  return found;
}

function build(model: Model): Indexes {
  const rules = new Map<string, Rule[]>();
  for (const rule of model.rules) add(rules, rule.entity.text, rule);
  const transitions = new Map<string, Transition[]>();
  for (const { entity, transitions: rows } of model.machines) {
    for (const row of rows) {
      const { trigger } = row;
      if (trigger.kind === 'event' || trigger.kind === 'delete') add(transitions, `${entity}\n${trigger.name.text}`, row);
      if (trigger.kind === 'create' || trigger.kind === 'changed') add(transitions, `${entity}\n${trigger.kind}`, row);
    }
  }
  const examples = new Map<string, Example>();
  for (const entity of model.entities)
    for (const example of entity.examples) if (!examples.has(example.name.text)) examples.set(example.name.text, example);
  return { rules, transitions, examples, permitted: new Set(model.permissions?.map(({ entity }) => entity.text)) };
}

function add<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** The rules of section 5 about an entity, in the order of the text. */
export const rulesAbout = (model: Model, entity: string): readonly Rule[] => indexesOf(model).rules.get(entity) ?? [];

/** The rows of section 4 for an event of an entity (also `delete`, `create` and `changed`). */
export const transitionsFor = (model: Model, entity: string, event: string): readonly Transition[] =>
  indexesOf(model).transitions.get(`${entity}\n${event}`) ?? [];

/** The first example of that name. */
export const exampleNamed = (model: Model, name: string): Example | undefined => indexesOf(model).examples.get(name);

/** Does section 6 speak of an entity at all? */
export const hasPermissions = (model: Model, entity: string): boolean => indexesOf(model).permitted.has(entity);
