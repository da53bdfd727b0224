import { plural } from '../../base/plural.ts';
import type { Entity } from '../../model/ast/entities.ts';
import { toPath, toSentenceCase, toWords } from '../../model/reading/cell-forms.ts';
import { traitsOf } from '../../model/types/traits.ts';
import { tableText } from '../../syntax/edit-table.ts';
import type { QuestionKind } from '../asking/question.ts';
import { sectionSpan, writeIn } from '../asking/write.ts';

/** Asks where people see and change records. */
export const screens: QuestionKind = {
  name: 'screens',
  ask({ model }) {
    const assumed = model.assumptions.find(({ section, text }) => section === 2 && /^Section 2 shows no screens/.test(text));
    const write = assumed?.write;
    if (write === null || write === undefined) return [];
    return [
      {
        id: 'screens',
        section: 2,
        span: sectionSpan(model, 2),
        question: 'Which screens are there?',
        why: 'Until you decide, each entity has a list, a page and a form.',
        dependents: 2,
        choices: [
          { label: 'A list, a page and a form for each', edits: write.edits },
          { label: 'One screen for each, with a list and a form', edits: writeIn(model, 2, simple(model.entities)) },
        ],
      },
    ];
  },
};

function simple(entities: readonly Entity[]): string {
  const named = entities.map((entity) => {
    const words = plural(toWords(entity.name.text));
    const own = entity.fields.filter(({ builtIn }) => !builtIn);
    const shown = own.filter(({ type }) => traitsOf(type).short).slice(0, 6);
    const settableFields = own.filter(({ settable, type }) => settable && type.kind !== 'unknown');
    return { name: toSentenceCase(words), path: `/${toPath(words)}`, entity: entity.name.text, shown, settableFields };
  });
  const table = tableText(
    ['Screen', 'Route', 'About', 'Roles', 'Description'],
    named.map(({ name, path }, index) => [name, index === 0 ? '/' : path, '', '', '']),
  );
  const names = (fields: Entity['fields']): string => fields.map(({ name }) => name.text).join(', ');
  const chapters = named.map(({ name, entity, shown, settableFields }) =>
    [
      `### ${name}`,
      '',
      `- list of ${entity}: ${names(shown)}`,
      ...(settableFields.length === 0 ? [] : [`- form to create ${entity}: ${names(settableFields)}`]),
    ].join('\n'),
  );
  return [table, ...chapters].join('\n\n');
}
