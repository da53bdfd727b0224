import type { Model } from '../../model/model.ts';
import type { MoveLister } from '../steps/moves.ts';
import type { Trace } from '../steps/trace.ts';
import type { Context } from './context.ts';
import type { Fact } from './facts.ts';

/** Whether people with a role can ever do something. */
export interface Ability {
  readonly role: string;
  readonly entity: string;
  /** create, update, delete, add, remove, or an event's name. */
  readonly operation: string;
  readonly field: string | null;
  /** `sometimes`: only in some states, or only where section 6 grants it. */
  readonly can: 'never' | 'sometimes' | 'always';
  /** The states in which it was done; empty if the state makes no difference. */
  readonly states: readonly string[];
  /** The shortest way to do it; null if never. */
  readonly trace: Trace | null;
}

/** For each role and operation: never, in which states, or always. */
export function abilities(context: Context, lister: MoveLister): readonly Ability[] {
  const { model } = context;
  const facts = context.tally.facts.all;
  const roles = [
    ...new Set([...model.roles.map(({ name }) => name.text), ...facts.filter(({ kind }) => kind === 'may').map(({ role }) => role)]),
  ];
  const known = new Map<string, Fact[]>();
  for (const fact of facts) {
    if (fact.kind !== 'may' && fact.kind !== 'forbidden') continue;
    const key = [fact.role, fact.entity, fact.operation, fact.field].join('|');
    known.set(key, [...(known.get(key) ?? []), fact]);
  }
  return operationsOf(model, lister).flatMap(({ entity, operation, field }) =>
    roles.map((role): Ability => {
      const found = known.get([role, entity, operation, field].join('|')) ?? [];
      const done = found.filter(({ kind }) => kind === 'may');
      const [first] = done;
      const states = [...new Set(done.flatMap(({ state }) => state ?? []))];
      const machine = model.machines.find((one) => one.entity === entity);
      const reached = machine === undefined ? 0 : context.states(entity, machine.field).size;
      const everywhere = operation === 'create' || states.length >= reached;
      const always = everywhere && found.length === done.length;
      return {
        role,
        entity,
        operation,
        field,
        can: first === undefined ? 'never' : always ? 'always' : 'sometimes',
        states: everywhere ? [] : states,
        trace: first === undefined ? null : context.trace(first.witness.from, first.witness.move, () => ''),
      };
    }),
  );
}

/** What people can do, in the order of the document. */
function operationsOf(model: Model, lister: MoveLister): readonly Pick<Ability, 'entity' | 'operation' | 'field'>[] {
  const account = model.account?.entity.text;
  return model.entities.flatMap(({ name, fields }) => {
    const entity = name.text;
    const of = (operation: string, field: string | null = null) => ({ entity, operation, field });
    const events = new Set(
      model.machines
        .filter((machine) => machine.entity === entity)
        .flatMap(({ transitions }) => transitions.flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.name.text] : []))),
    );
    const settable = fields.filter((field) => field.settable);
    return [
      ...(entity === account ? [] : [of('create')]),
      of('read'),
      ...settable.filter((field) => lister.updates(entity, field.name.text)).map((field) => of('update', field.name.text)),
      ...settable
        .filter(({ type }) => type.kind === 'members')
        .flatMap((field) => [of('add', field.name.text), of('remove', field.name.text)]),
      ...[...events].map((event) => of(event)),
      ...(entity === account ? [] : [of('delete')]),
    ];
  });
}
