import type { Span } from '../../base/span.ts';
import { withArticle } from '../../expression/types/type-words.ts';
import { eventsOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { toWords } from '../../model/reading/cell-forms.ts';
import { anyRoleMay } from '../analysis/access.ts';
import { listed } from '../asking/answer-words.ts';
import { isVisitor, rolesOfEvent } from '../asking/permissions.ts';
import { accepted, type Question, type QuestionKind, rejected } from '../asking/question.ts';
import { addRows } from '../asking/write.ts';
import { enumerate } from '../fixes.ts';

/** Asks about operations that no row of the permissions grants to any role. */
export const missingPermission: QuestionKind = {
  name: 'missing-permission',
  ask({ model }) {
    const first = model.permissions?.[0];
    if (first === undefined) return [];
    // An event triggered by an effect may be refused to everyone.
    const triggered = new Set(
      model.actions.flatMap(({ action }) => action.steps.flatMap((step) => (step.kind === 'event' ? [step.event.text] : []))),
    );
    return model.entities.flatMap(({ name, span }) => {
      const one = withArticle(toWords(name.text));
      const found: Question[] = [];
      if (!anyRoleMay(model, name.text, 'read'))
        found.push(ask(model, first.span, name.text, 'read, create, update, delete', 'read', `Who may see and change ${one}?`, name.span));
      for (const event of eventsOf(model, name.text)) {
        if (anyRoleMay(model, name.text, event.name) || triggered.has(event.name) || rowSays(model, name.text, event.name)) continue;
        const place = event.transitions[0]?.transition.span ?? span;
        found.push(ask(model, first.span, name.text, event.name, event.name, `Who may “${event.name}” ${one}?`, place));
      }
      return found;
    });
  },
};

/** Whether a row names the event. Refusing it to everyone is also an answer. */
const rowSays = (model: Model, entity: string, event: string): boolean =>
  (model.permissions ?? []).some((row) => row.entity.text === entity && row.operations.some(({ text }) => text === event));

function ask(model: Model, beside: Span, entity: string, operations: string, key: string, question: string, span: Span): Question {
  const { roles } = model;
  const signedIn = roles.filter((role) => !isVisitor(role)).map(({ name }) => name.text);
  const left = rolesOfEvent(model, entity, key);
  const row = (allowed: readonly string[]) =>
    addRows(model, beside, [
      {
        Permission: `${entity}: ${operations}`,
        ...Object.fromEntries(roles.map(({ name }) => [name.text, allowed.includes(name.text) ? 'yes' : 'no'])),
      },
    ]);
  return {
    id: `permission ${entity}: ${key}`,
    section: 6,
    span,
    question,
    why: 'An operation without a row in the permissions is refused for everyone.',
    dependents: 2,
    choices: [
      ...(left !== null && left.length > 0 ? [{ label: `As section 4 says: ${enumerate(left)}`, edits: row(left) }] : []),
      { label: signedIn.length < roles.length ? 'Everyone who is signed in' : 'Everyone', edits: row(signedIn) },
      {
        label: 'Only these roles',
        blank: {
          name: 'roles',
          prompt: `Which of ${enumerate(roles.map(({ name }) => name.text))}`,
          example: roles.at(-1)?.name.text ?? '',
        },
        write(answer) {
          const names = listed(answer).map((name) => name.toLowerCase());
          const wrong = names.find((name) => !roles.some((role) => role.name.text === name));
          if (wrong !== undefined)
            return rejected(`There is no role “${wrong}”. The roles are ${enumerate(roles.map(({ name }) => name.text))}.`);
          return names.length === 0 ? rejected('Name at least one role.') : accepted(row(names));
        },
      },
      { label: 'No one', edits: row([]) },
    ],
  };
}
