import type { Example } from '../../model/ast/entities.ts';
import type { ScenarioRow } from '../../model/ast/people.ts';
import type { Role } from '../../model/ast/roles.ts';
import { notSignedIn } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { cellFor, ownErrors, rowsFor } from '../analysis/access.ts';
import { hasRole } from '../analysis/people.ts';
import { raisedBy } from '../analysis/raises.ts';
import type { ModelFacts } from '../analysis/survey.ts';
import { type Write, writesOf } from '../analysis/writes.ts';
import { enumerate } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const scenarioCannotPass = defineRule({
  code: 'scenario-cannot-pass',
  severity: 'warning',
  section: 1,
  summary: 'A row of a scenario that expects an impossible outcome.',
  messages: {
    error: 'This row cannot pass: no rule, guard or check that its action meets raises {error}. Expect another error, or write the rule.',
    person:
      'This row cannot pass: {who} is {roles}, and section 6 refuses that role “{entity}: {operation}”. Expect “refused {error}”, or choose another person.',
  },
  check(model, report, survey) {
    const people = new Map<string, Example>();
    for (const { examples } of model.entities) for (const example of examples) people.set(example.name.text, example);
    for (const { rows } of model.scenarios) {
      for (const row of rows) {
        const { expect } = row;
        if (expect.kind === 'refused' && isListed(model, expect.error.text)) {
          // Calls and answers of services can be refused with any error that they lead to.
          const outside = row.do.steps.some(({ kind }) => kind === 'call' || kind === 'answer' || kind === 'mail' || kind === 'follow');
          const raised = outside ? null : raisedBy(model, row.do);
          if (raised !== null && !raised.possible.has(expect.error.text))
            report({ message: 'error', at: expect.error, data: { error: expect.error.text } });
        }
        const { writes, known } = writesOf(model, row.do);
        const roles = rolesOf(model, survey, row, people);
        const refused =
          known && roles !== null
            ? writes.find((write) => !(write.isLine === true && write.step.kind === 'update') && isRefused(model, roles, write))
            : undefined;
        if (refused !== undefined && roles !== null && !isExpected(model, row)) {
          const who = row.as.kind === 'nobody' ? 'nobody' : row.as.kind === 'unknown' ? row.as.text : row.as.name.text;
          const error = row.as.kind === 'nobody' ? notSignedIn(model) : 'FORBIDDEN';
          const data = {
            who,
            roles: enumerate(roles.map(({ name }) => name.text)),
            entity: refused.entity,
            operation: refused.name,
            error,
          };
          report({ message: 'person', at: refused, data });
        }
        // After this step a person's roles may differ from those in the examples.
        if (!known || writes.some(({ entity, operation }) => entity === model.account?.entity.text && operation !== 'create')) break;
      }
    }
  },
});

/**
 * Whether section 8 lists the error. Another rule reports undeclared errors, and the product's own
 * can occur anywhere.
 */
const isListed = (model: Model, error: string): boolean =>
  !ownErrors.includes(error) && model.errors.some(({ name }) => name.text === error);

/** The roles of the acting person, or null if the document does not determine them. */
function rolesOf(model: Model, survey: ModelFacts, { as }: ScenarioRow, people: ReadonlyMap<string, Example>): readonly Role[] | null {
  if (model.permissions === null || as.kind === 'unknown' || as.kind === 'role') return null;
  const person = as.kind === 'nobody' ? null : people.get(as.name.text);
  if (person === undefined) return null;
  const answers = model.roles.map((role) => ({ role, has: hasRole(model, survey, role, person) }));
  return answers.some(({ has }) => has === 'maybe') || !answers.some(({ has }) => has === 'yes')
    ? null
    : answers.flatMap(({ role, has }) => (has === 'yes' ? [role] : []));
}

/** Whether every role has a plain no, which is checked before anything else. */
function isRefused(model: Model, roles: readonly Role[], { entity, name, operation }: Write): boolean {
  if (operation === 'add' || operation === 'remove') return false;
  // Rows about fields grant updates field by field.
  const fields = (model.permissions ?? []).some(
    (row) => row.entity.text === entity && row.fields.length > 0 && row.operations.some(({ text }) => text === operation),
  );
  if (fields && operation === 'update') return false;
  return rowsFor(model, entity, name).every((row) =>
    roles.every((role) => (cellFor(model, row, role.name.text)?.grant.kind ?? 'no') === 'no'),
  );
}

/**
 * Whether the row expects a refusal. If the action has several steps, another one may be refused.
 */
const isExpected = (model: Model, { expect, do: action }: ScenarioRow): boolean =>
  expect.kind === 'unknown' ||
  (expect.kind === 'refused' &&
    (ownErrors.includes(expect.error.text) ||
      (model.permissions ?? []).some(({ error }) => error?.text === expect.error.text) ||
      expect.error.text === notSignedIn(model) ||
      action.steps.length > 1));
