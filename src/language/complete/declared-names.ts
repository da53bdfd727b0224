import { typeWords } from '../../expression/types/type-words.ts';
import { entityOf, eventsOf, machinesOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { ownErrors } from '../../model/own-words.ts';
import { plainKinds } from '../../model/types/index.ts';
import { type Completion, item, words } from './item.ts';

const within = (entity: string, one: Completion): Completion => ({ ...one, within: entity });

/** The declared names of a document as completions, by kind. */
export const entities = (model: Model, rank = 1): Completion[] =>
  model.entities.map(({ name, description }) => item(name.text, 'entity', description.split('\n', 1)[0] || 'entity', rank));

export const fields = (model: Model, entity: string | null, rank = 1): Completion[] =>
  entity === null
    ? []
    : [...(entityOf(model, entity)?.byName.values() ?? [])].map((field) =>
        within(entity, item(field.name.text || '', 'field', typeWords(field.valueType), field.builtIn ? rank + 1 : rank)),
      );

export const states = (model: Model, entity: string | null): Completion[] =>
  model.machines
    .filter((machine) => entity === null || machine.entity === entity)
    .flatMap((machine) =>
      machine.states.map((state) => within(machine.entity, item(state.name, 'state', `${machine.entity}.${machine.field}`))),
    );

export const events = (model: Model, entity: string | null): Completion[] =>
  model.entities
    .filter(({ name }) => entity === null || name.text === entity)
    .flatMap(({ name }) =>
      eventsOf(model, name.text).map((event) => within(name.text, item(event.name, 'event', `event of ${name.text}`))),
    );

export const roles = (model: Model): Completion[] =>
  model.roles.map(({ name, description }) => item(name.text, 'role', description || 'role'));
export const screens = (model: Model): Completion[] => model.screens.map(({ name, route }) => item(name.text, 'screen', route));

export function errors(model: Model): Completion[] {
  const own = ownErrors.filter(({ name }) => !model.errors.some((error) => error.name.text === name));
  return [
    ...model.errors.map((error) =>
      item(
        error.name.text,
        'error',
        `${error.status} ${error.message.map((part) => (part.kind === 'text' ? part.text : `{${part.name}}`)).join('')}`,
      ),
    ),
    ...own.map(({ name, status, message }) => item(name, 'error', `${status} ${message}`, 2)),
  ];
}

export const messages = (model: Model): Completion[] =>
  model.messages.map(({ name, by }) => item(name.text, 'message', `told by ${by.join(' and ')}`));

export const services = (model: Model): Completion[] =>
  model.services.map(({ name, address }) => item(name.text, 'service', address ?? ''));

export const constants = (model: Model, rank = 1): Completion[] =>
  model.constants.map(({ name, type, description }) => item(name.text, 'constant', description || typeWords(type), rank));

export const examples = (model: Model, entity: string | null = null): Completion[] =>
  [...model.declarations.examples]
    .filter(([, of]) => entity === null || of === entity)
    .map(([name, of]) => item(name, 'example', `example ${of}`));

export const views = (model: Model): Completion[] =>
  model.views.map(({ name, entity }) => item(name.text, 'view', `view of ${entity.text}`, 3));

export const types = (model: Model): Completion[] => [
  ...words(plainKinds, 'type', 'type'),
  item('text(…)', 'type', 'text(200): of at most 200 characters', 1, 'text('),
  item('money in', 'type', 'money in FIELD: in the currency that a field of the record names', 1, 'money in '),
  item('enum', 'type', 'enum a, b, c', 1, 'enum '),
  item('list of', 'type', 'list of TYPE, or list of ENTITY by FIELD', 1, 'list of '),
  item('list of {…}', 'type', 'list of {due: date, interest: money}: computed entries', 1, 'list of {'),
  ...entities(model),
];

/** State fields without a table of transitions. */
export const openMachines = (model: Model): Completion[] =>
  model.entities.flatMap(({ name, fields: own }) =>
    own
      .filter((field) => field.type.kind === 'state' && !machinesOf(model, name.text).some((machine) => machine.field === field.name.text))
      .map((field) => item(`${name.text}.${field.name.text}`, 'state', 'its states and transitions')),
  );
