import { numberOf } from '../explorer/cone.ts';
import { nodesOf, readersOf } from '../explorer/readers.ts';
import { entityOf } from '../model/lookup.ts';
import type { Model } from '../model/model.ts';
import type { Oracle } from './oracle.ts';

/** Records of an entity that an expression looks through, and the relations in them to people. */
interface Crowd {
  readonly entity: string;
  readonly people: readonly string[];
  /** The largest number that the expression compares with; 0: none. */
  readonly limit: number;
}

/** What rules and guards look through that belongs to people: all open trips of a driver. */
export function crowdsOf(model: Model): readonly Crowd[] {
  const account = model.account?.entity.text;
  return readersOf(model).flatMap(({ kind, expression }) => {
    if (kind !== 'rule' && kind !== 'guard') return [];
    const limit = Math.max(0, ...nodesOf(model, expression).flatMap((node) => numberOf(model, node) ?? []));
    return expression.reads.entities.flatMap((entity): Crowd[] => {
      const fields = entityOf(model, entity)?.fields ?? [];
      const people = fields.flatMap(({ name, type }) => (type.kind === 'relation' && type.entity.text === account ? [name.text] : []));
      return people.length === 0 ? [] : [{ entity, people, limit }];
    });
  });
}

/** What rules compare with how many records of an entity there are. */
export const countsOf = (model: Model, entity: string): readonly number[] => [
  ...new Set(
    readersOf(model).flatMap(({ kind, expression }) =>
      kind === 'rule' && expression.reads.entities.includes(entity)
        ? nodesOf(model, expression).flatMap((node) => numberOf(model, node) ?? [])
        : [],
    ),
  ),
];

/** On a way, a person makes so many records of an entity at most. */
const perWay = 2;

/** Can a rule refuse what a person does next because of what they did before? */
export const isCrowded = (crowds: readonly Crowd[], oracle: Oracle, account: string): boolean =>
  crowds.some(({ entity, people, limit }) => {
    const own = oracle.records(entity).filter((record) => people.some((name) => record[name] === account));
    return own.length > 0 && own.length + perWay > limit;
  });

/** Of whose records a rule says how many there may be. `undecided`: by where its row begins. */
export const countedEntities = (model: Model, undecided: ReadonlyMap<number, string>): ReadonlySet<string> =>
  new Set([
    ...model.rules.filter(({ span }) => undecided.get(span.from) === 'count').map(({ entity }) => entity.text),
    ...crowdsOf(model).map(({ entity }) => entity),
  ]);
