import { withArticle } from '../../expression/types/type-words.ts';
import type { Entity } from '../../model/ast/entities.ts';
import { entityOf } from '../../model/lookup.ts';
import { toCamelCase, toWords } from '../../model/reading/cell-forms.ts';
import { traitsOf } from '../../model/types/traits.ts';
import { listed } from '../asking/answer-words.ts';
import { accepted, type QuestionKind, rejected } from '../asking/question.ts';
import { writeCell } from '../asking/write.ts';
import { enumerate } from '../fixes.ts';

const always = 'always possible';

/** Asks for the conditions of events that have none. */
export const eventGuard: QuestionKind = {
  name: 'event-guard',
  ask({ model }) {
    return model.machines.flatMap((machine) => {
      const entity = entityOf(model, machine.entity);
      const fields = entity === undefined ? [] : fillable(entity);
      if (fields.length === 0) return [];
      return machine.transitions.flatMap((transition) => {
        const { trigger, guard, guardHole, roles, effect, description, from, span } = transition;
        const isDescribed = guard !== null || guardHole || roles.length > 0 || effect !== null || !['', 'final'].includes(description);
        if (trigger.kind !== 'event' || trigger.parameters.length > 0 || isDescribed || from.length !== 1) return [];
        const event = trigger.name.text;
        const one = toWords(machine.entity);
        return [
          {
            id: `guard ${machine.entity}.${machine.field} ${from[0]?.text} ${event}`,
            section: 4,
            span: trigger.name.span,
            question: `Must ${withArticle(one)} have certain fields before “${event}”?`,
            why: `Until you decide, “${event}” is possible for every ${one} that is “${from[0]?.text}”.`,
            dependents: 0,
            choices: [
              { label: 'No', edits: writeCell(model, span, 'Description', description === '' ? always : `${description}; ${always}`) },
              {
                label: 'Yes, these fields',
                blank: { name: 'fields', prompt: `Which of ${enumerate(fields)}`, example: fields[0] ?? '' },
                write(answer) {
                  const names = listed(answer).map(
                    (word) => fields.find((field) => field.toLowerCase() === toCamelCase(word).toLowerCase()) ?? word,
                  );
                  const wrong = names.find((name) => !fields.includes(name));
                  if (wrong !== undefined) return rejected(`“${wrong}” is not one of ${enumerate(fields)}.`);
                  if (names.length === 0) return rejected('Name at least one of them.');
                  return accepted(writeCell(model, span, 'Guard', `\`${names.map((name) => `${name} != null`).join(' && ')}\``));
                },
              },
            ],
          },
        ];
      });
    });
  },
};

/** The names of fields that may be empty, so that a condition can require them. */
const fillable = ({ fields }: Entity): string[] =>
  fields
    .filter(
      ({ required, computed, builtIn, type }) =>
        !required &&
        computed === null &&
        !builtIn &&
        traitsOf(type).filledIn !== 'always' &&
        !traitsOf(type).secret &&
        !['list', 'members', 'inverse', 'unknown'].includes(type.kind),
    )
    .map(({ name }) => name.text);
