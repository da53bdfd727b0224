import { numberOf } from '../../explorer/document/cone.ts';
import { nodesOf, readersOf } from '../../explorer/document/readers.ts';
import { entityOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { Oracle } from '../answers/oracle.ts';

/** An entity whose records an expression searches, and its relations to people. */
interface CountLimit {
  readonly entity: string;
  readonly people: readonly string[];
  /** The largest number in the expression; 0 if it has none. */
  readonly limit: number;
}

/** Records of people that rules and guards search, such as all open trips of a driver. */
export function countLimitsOf(model: Model): readonly CountLimit[] {
  const account = model.account?.entity.text;
  return readersOf(model).flatMap(({ kind, expression }) => {
    if (kind !== 'rule' && kind !== 'guard') return [];
    const limit = Math.max(0, ...nodesOf(model, expression).flatMap((node) => numberOf(model, node) ?? []));
    return expression.reads.entities.flatMap((entity): CountLimit[] => {
      const fields = entityOf(model, entity)?.fields ?? [];
      const people = fields.flatMap(({ name, type }) => (type.kind === 'relation' && type.entity.text === account ? [name.text] : []));
      return people.length === 0 ? [] : [{ entity, people, limit }];
    });
  });
}

/** Numbers with which rules compare the count of an entity's records. */
export const countsOf = (model: Model, entity: string): readonly number[] => [
  ...new Set(
    readersOf(model).flatMap(({ kind, expression }) =>
      kind === 'rule' && expression.reads.entities.includes(entity)
        ? nodesOf(model, expression).flatMap((node) => numberOf(model, node) ?? [])
        : [],
    ),
  ),
];

/** The most records of an entity that one person creates on a way. */
const perWay = 2;

/** Whether a person has so many records that a rule may refuse their next request. */
export const isNearCountLimit = (limits: readonly CountLimit[], oracle: Oracle, account: string): boolean =>
  limits.some(({ entity, people, limit }) => {
    const own = oracle.records(entity).filter((record) => people.some((name) => record[name] === account));
    return own.length > 0 && own.length + perWay > limit;
  });

/**
 * Entities whose number of records a rule limits. `undecided`: why a rule was left undecided, by
 * the start of its row.
 */
export const countedEntities = (model: Model, undecided: ReadonlyMap<number, string>): ReadonlySet<string> =>
  new Set([
    ...model.rules.filter(({ span }) => undecided.get(span.from) === 'count').map(({ entity }) => entity.text),
    ...countLimitsOf(model).map(({ entity }) => entity),
  ]);
