import { withArticle } from '../../expression/types/type-words.ts';
import { toWords } from '../../model/reading/cell-forms.ts';
import { listed } from '../asking/answer-words.ts';
import { isVisitor, permissionTable } from '../asking/permissions.ts';
import { accepted, type Choice, type QuestionKind, rejected } from '../asking/question.ts';
import { sectionSpan, writeIn } from '../asking/write.ts';
import { enumerate } from '../fixes.ts';

/** Asks what each role may do, if no table defines it. */
export const permissions: QuestionKind = {
  name: 'permissions',
  ask({ model }) {
    const assumed = model.assumptions.find(({ section, text }) => section === 6 && /everyone may do everything/.test(text));
    const { roles } = model;
    if (model.permissions !== null || roles.length === 0 || model.entities.length === 0 || assumed === undefined) return [];
    const signedIn = roles.filter((role) => !isVisitor(role));
    const last = roles.at(-1);
    const own = model.account?.entity.text;
    const table = (grant: Parameters<typeof permissionTable>[2]) => writeIn(model, 6, permissionTable(model, roles, grant));
    const choices: Choice[] = [];
    if (signedIn.length > 0 && signedIn.length < roles.length)
      choices.push({
        label: 'Signed-in people may do everything, visitors nothing',
        edits: table((role) => (isVisitor(role) ? 'no' : 'yes')),
      });
    if (model.account !== null && last !== undefined && signedIn.length > 1)
      choices.push({
        label: `People see and change only their own records, ${last.name.text} everything`,
        edits: table((role, entity, operation) => {
          if (isVisitor(role)) return 'no';
          if (role === last) return 'yes';
          if (entity === own) return operation === 'create' || operation === 'delete' ? 'no' : '`self == me`';
          return operation === 'create' ? 'yes' : '`createdBy == me`';
        }),
      });
    if (signedIn.length > 1)
      choices.push({
        label: 'Everyone who is signed in sees everything; only these roles change it',
        blank: { name: 'roles', prompt: `Which of ${enumerate(signedIn.map(({ name }) => name.text))}`, example: last?.name.text ?? '' },
        write(answer) {
          const names = listed(answer).map((name) => name.toLowerCase());
          const wrong = names.find((name) => !roles.some((role) => role.name.text === name));
          if (wrong !== undefined)
            return rejected(`There is no role “${wrong}”. The roles are ${enumerate(roles.map(({ name }) => name.text))}.`);
          if (names.length === 0) return rejected('Name at least one role.');
          return accepted(
            table((role, _entity, operation) =>
              isVisitor(role) ? 'no' : operation === 'read' || names.includes(role.name.text) ? 'yes' : 'no',
            ),
          );
        },
      });
    choices.push({ label: 'Everyone may do everything', edits: assumed.write?.edits ?? table(() => 'yes') });
    return [
      {
        id: 'permissions',
        section: 6,
        span: sectionSpan(model, 6),
        question: `What may each role do with ${enumerate(model.entities.map(({ name }) => withArticle(toWords(name.text))).slice(0, 5))}?`,
        why: 'Until you decide, everyone may see, change and delete everything.',
        dependents: 4,
        choices,
      },
    ];
  },
};
