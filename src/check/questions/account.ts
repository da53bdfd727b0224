import type { Entity } from '../../model/ast/entities.ts';
import type { Model } from '../../model/model.ts';
import { tableText } from '../../syntax/edit-table.ts';
import { isAssumed } from '../analysis/assumed.ts';
import { listed, lowerWords } from '../asking/answer-words.ts';
import { permissionTable } from '../asking/permissions.ts';
import { accountNames } from '../asking/persons.ts';
import { type Answer, accepted, lazyChoice, type QuestionKind, rejected } from '../asking/question.ts';
import { addRows, combineSteps, containsSentence, sectionSpan, writeCell, writeIn } from '../asking/write.ts';
import { fieldHeader } from './records.ts';

const nobody = 'No one signs in.';
const roleHeader = ['Role', 'Is', 'Includes', 'Description'];

/** Asks who uses the product, and in which roles. */
export const account: QuestionKind = {
  name: 'account',
  ask({ model }) {
    const written = model.roles.some((role) => !isAssumed(model, role)) || (model.account !== null && !isAssumed(model, model.account));
    if (model.entities.length === 0 || written || containsSentence(model, 6, nobody)) return [];
    return [
      {
        id: 'account',
        section: 6,
        span: sectionSpan(model, 6),
        question: 'Who uses the product?',
        why: 'Until you decide, anyone may do everything without signing in.',
        dependents: 6,
        choices: [
          {
            label: 'People who sign in, with one of these roles',
            blank: {
              name: 'roles',
              prompt: 'Role names, separated by commas; the last one may do the most',
              example: 'customer, agent, manager',
            },
            write: (answer) => withRoles(model, answer),
          },
          lazyChoice('People who sign in, without roles', () => combineSteps(model, ...accountSteps([]))),
          lazyChoice('Anyone, without signing in', () =>
            combineSteps(
              model,
              (now) => writeIn(now, 6, `${nobody}\n\n${tableText(roleHeader, [['everybody', '`true`', '', '']])}`),
              (now) =>
                writeIn(
                  now,
                  6,
                  permissionTable(now, now.roles, () => 'yes'),
                ),
            ),
          ),
        ],
      },
    ];
  },
};

function withRoles(model: Model, answer: string): Answer {
  const words = listed(answer);
  const wrong = words.find((word) => lowerWords(word) === null);
  if (wrong !== undefined) return rejected(`“${wrong}” cannot be a role: use letters, digits and spaces only.`);
  const roles = [...new Set(words.map((word) => lowerWords(word) ?? ''))].filter((role) => role !== 'visitor');
  if (roles.length === 0) return rejected('Name at least one role, such as “customer”.');
  return accepted(combineSteps(model, ...accountSteps(roles)));
}

/**
 * Steps that write the account entity and its missing fields, then the roles, then examples to act
 * as.
 */
function accountSteps(roles: readonly string[]): ((model: Model) => ReturnType<typeof writeIn>)[] {
  const one = roles.length === 1 ? roles : [];
  const kinds = roles.length > 1 ? roles : [];
  const needed: Readonly<Record<string, string>>[] = [
    { Field: 'email', Type: 'email', Required: 'yes', Unique: 'yes' },
    { Field: 'password', Type: 'password', Required: 'yes' },
    ...(kinds.length === 0 ? [] : [{ Field: 'role', Type: `enum ${kinds.join(', ')}`, Required: 'yes', Default: kinds[0] ?? '' }]),
  ];
  const find = (model: Model): Entity | undefined =>
    model.entities.find(({ name }) => name.text === model.account?.entity.text) ??
    model.entities.find(({ name }) => accountNames.includes(name.text));
  return [
    (model) =>
      find(model) === undefined ? writeIn(model, 3, `### User\n\n${tableText(fieldHeader, [['name', 'text', 'yes', 'label']])}`) : [],
    (model) => {
      const entity = find(model);
      const email = entity?.byName.get('email');
      return email === undefined || email.unique || shares(entity?.examples ?? []) ? [] : writeCell(model, email.span, 'Unique', 'yes');
    },
    (model) => {
      const entity = find(model);
      const last = entity?.fields.at(-1);
      if (entity === undefined || last === undefined) return [];
      // Forms and calls that already exist do not supply the added fields, so these cannot be
      // required.
      const isAskedFor = model.sections[6]?.state === 'not shown' && model.screens.every(({ assumed }) => assumed);
      const missing = needed
        .filter(({ Field }) => !entity.fields.some(({ name }) => name.text === Field))
        .map((field) => (isAskedFor || 'Default' in field ? field : { ...field, Required: '' }));
      return addRows(model, last.span, missing);
    },
    (model) => {
      const entity = find(model);
      const examples = entity === undefined ? null : examplesOf(entity, kinds);
      return examples === null ? [] : addExamples(model, entity as Entity, examples);
    },
    (model) => {
      const entity = find(model)?.name.text ?? 'User';
      const rows = [
        ['visitor', '`me == null`', '', 'not signed in'],
        ...(kinds.length === 0
          ? [[one[0] ?? 'member', '`me != null`', '', '']]
          : kinds.map((role) => [role, `\`me.role == "${role}"\``, '', ''])),
      ];
      const accountRows = [
        ['Entity', entity],
        ['Sign in with', 'email, password'],
        ['Sign up', kinds.length === 0 ? 'yes' : `yes, as ${kinds[0]}`],
      ];
      return writeIn(model, 6, `${tableText(roleHeader, rows)}\n\n${tableText(['Account', ''], accountRows)}`);
    },
  ];
}

/** Whether two examples have the same email. */
function shares(examples: Entity['examples']): boolean {
  const emails = examples.flatMap(({ values }) =>
    values.flatMap(({ field, content }) => (field.text === 'email' && content.kind === 'value' ? [content.value] : [])),
  );
  return new Set(emails).size < emails.length;
}

const people = ['Ana', 'Bo', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus', 'Hana'];

/** One example per role to act as; null if an example would need values that are unknown. */
function examplesOf(entity: Entity, kinds: readonly string[]): string | null {
  const known = ['name', 'email', 'password', 'role'];
  if (entity.examples.length > 0 || entity.label !== 'name') return null;
  if (entity.fields.some(({ name, required }) => required && !known.includes(name.text))) return null;
  const header = ['Example', 'name', 'email', 'password', ...(kinds.length === 0 ? [] : ['role'])];
  const rows = people
    .slice(0, Math.max(1, kinds.length))
    .map((name, index) => [
      name,
      name,
      `${name.toLowerCase()}@example.com`,
      'correct-horse',
      ...(kinds.length === 0 ? [] : [kinds[index] ?? '']),
    ]);
  return tableText(header, rows);
}

function addExamples(model: Model, entity: Entity, table: string): ReturnType<typeof writeIn> {
  const free = !model.entities.some(({ examples }) => examples.some(({ name }) => people.includes(name.text)));
  const at = entity.span.to;
  if (!free) return [];
  let end = at;
  while (end > 0 && /\s/.test(model.tree.text[end - 1] ?? '')) end--;
  const lineEnd = model.tree.text.includes('\r\n') ? '\r\n' : '\n';
  return [{ from: end, to: end, insert: `${lineEnd}${lineEnd}${table.replaceAll('\n', lineEnd)}` }];
}
