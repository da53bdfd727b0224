import { nodesOf } from '../../explorer/document/readers.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Call } from '../../model/ast/calls.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { Planned } from './planned.ts';
import { describe } from './signature.ts';
import { listedBy, type Made, type PlanParts } from './situations.ts';

/** Describes the records that an answer counts or lists, besides those that the request names. */
export class AnswerRecords {
  readonly #entities: ReadonlyMap<Call, readonly string[]>;

  constructor(model: Model) {
    const reads = model.calls.filter((call) => call.method === 'GET' && listedBy(call).length === 0);
    this.#entities = new Map(reads.map((call) => [call, entitiesIn(model, call)]));
  }

  /** The records of the way, each as the sender is related to it. */
  of(parts: PlanParts, { call, persona }: Planned, made: Made): readonly string[] {
    const account = persona === null ? null : (parts.people[persona]?.account ?? null);
    const found = (this.#entities.get(call) ?? []).flatMap((entity) =>
      (made.get(entity) ?? []).map((id) => describe(parts, account, { entity, id }, made)),
    );
    return [...new Set(found)].sort();
  }
}

/** The entities of the lists in the answer of a call, in its views, and in computed fields. */
function entitiesIn(model: Model, { returns }: Call): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const into = (expression: Pick<Expression, 'node'> | null | undefined): void => {
    for (const node of expression == null ? [] : nodesOf(model, expression)) {
      if (node.type.kind === 'list' && node.type.of.kind === 'record') found.add(node.type.of.entity);
      if (node.kind !== 'call' || seen.has(node.name)) continue;
      seen.add(node.name);
      const view = model.views.find(({ name }) => name.text === node.name);
      for (const { key, value } of view?.entries ?? []) into(value ?? fieldOf(model, view?.entity.text ?? '', key.text)?.computed);
    }
  };
  into(returns?.body);
  return [...found];
}
