import type { Step } from '../../expression/action.ts';
import type { Model } from '../../model/model.ts';

/**
 * A text for a field into which an expression looks, as a list with at most one element: the first
 * one of an example, else the first one that a scenario writes without being refused.
 */
export function fittingText(model: Model, path: string): readonly string[] {
  const [entity = '', field = ''] = path.split('.');
  const examples = model.entities.find(({ name }) => name.text === entity)?.examples ?? [];
  const ofExamples = examples
    .flatMap(({ values }) => values)
    .flatMap(({ field: of, content }) => (of.text === field && content.kind === 'value' ? [content.value] : []));
  const succeeding = model.scenarios.flatMap(({ rows }) => rows.filter(({ expect }) => expect.kind !== 'refused'));
  const written = (): readonly unknown[] =>
    succeeding.flatMap((row) => row.do.steps.flatMap((step) => valuesIn(model, step, entity, field)));
  const texts = ofExamples.filter((value) => typeof value === 'string');
  return (texts.length > 0 ? texts : written().filter((value) => typeof value === 'string')).slice(0, 1);
}

/** The literals that a step of a scenario writes to the field. */
function valuesIn({ machines }: Model, step: Step, entity: string, field: string): readonly unknown[] {
  const sets =
    step.kind === 'create'
      ? step.entity.text === entity
      : step.kind === 'event' &&
        machines.some(
          (machine) =>
            machine.entity === entity &&
            machine.transitions.some(
              ({ trigger }) =>
                trigger.kind === 'event' && trigger.name.text === step.event.text && trigger.parameters.some((one) => one.field === field),
            ),
        );
  const node = sets && 'with' in step ? step.with?.node : null;
  return node?.kind !== 'map'
    ? []
    : node.entries.flatMap(({ key, value }) =>
        key.kind === 'literal' && key.value === field && value.kind === 'literal' ? [value.value] : [],
      );
}
