import { together } from '../../base/pending.ts';
import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import type { View, ViewEntry } from '../../model/ast/calls.ts';
import type { World } from '../world/world.ts';

/**
 * The value of `TicketView(record)`: unreadable fields are absent, values that cannot be evaluated
 * are null.
 */
export function viewOf(world: World, name: string, given: RecordValue): Value {
  const view = world.index.view(name);
  if (view === null) throw new EvaluationError(`there is no view ${name}`, 0, 0);
  if (given.entity !== view.entity.text) throw new EvaluationError(`${name} shows ${view.entity.text}, not ${given.entity}`, 0, 0);
  const { entity, id } = given;
  const record = world.record(entity, id, 'person');
  // A view that contains itself has no value there.
  return record === null ? null : world.computed({ kind: 'view', entity, id, name }, () => shownBy(world, view, record));
}

function shownBy(world: World, view: View, record: RecordValue): Value {
  const scope = world.scope(record, undefined, 'person');
  const shown = new Map<string, Value>();
  const show = ({ key, value }: ViewEntry): void => {
    if (value === null) {
      if (world.index.field(record.entity, key.text) === null || !world.access.seesField(record, key.text)) return;
      shown.set(key.text, record.get(key.text));
      return;
    }
    try {
      shown.set(key.text, compileExpression(value)(scope));
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      shown.set(key.text, null);
    }
  };
  together(view.entries.map((entry) => () => show(entry)));
  return shown;
}
