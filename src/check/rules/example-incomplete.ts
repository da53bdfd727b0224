import type { Fix } from '../../base/finding.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Name } from '../../model/ast/common.ts';
import type { FieldType } from '../../model/ast/entities.ts';
import type { Model } from '../../model/model.ts';
import { plainTypes } from '../../model/types/index.ts';
import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const exampleIncomplete = defineRule({
  code: 'example-incomplete',
  severity: 'error',
  section: 3,
  summary: 'An example record without a required field.',
  messages: {
    missing:
      '{example} has no “{field}”, which is required and has no default. Examples must satisfy the rules that always apply: fill in the cell.',
    empty: '{example} has an empty “{field}”, with which no one can sign in. Fill in the cell.',
  },
  check(model, report) {
    for (const entity of model.entities) {
      const signIn = entity.name.text === model.account?.entity.text ? model.account.signInWith.map(({ text }) => text) : [];
      for (const { name, values } of entity.examples) {
        for (const { field, span: at, content } of values) {
          if (content.kind === 'expression' && isEmptyText(content.expression) && signIn.includes(field.text))
            report({ message: 'empty', at, data: { example: name.text, field: field.text } });
        }
        for (const { name: field, required, settable, default: byDefault, type } of entity.fields) {
          if (!required || !settable || byDefault !== null || ['list', 'members', 'inverse', 'unknown'].includes(type.kind)) continue;
          if (!values.some((value) => value.field.text === field.text))
            report({
              message: 'missing',
              at: name,
              fix: sampleIn(model, name, field.text, type),
              data: { example: name.text, field: field.text },
            });
        }
      }
    }
  },
});

const isEmptyText = ({ node }: Expression): boolean => node?.kind === 'literal' && node.value === '';

/** Writes a sample value of the field's type. */
function sampleIn(model: Model, example: Name, field: string, type: FieldType): readonly Fix[] {
  const words = sampleOf(model, example.text, type);
  return words === null ? [] : cellWritten(model, example.span, field, words);
}

function sampleOf(model: Model, example: string, type: FieldType): string | null {
  switch (type.kind) {
    case 'enum':
      return type.values[0]?.text ?? null;
    case 'relation':
      return model.entities.find(({ name }) => name.text === type.entity.text)?.examples[0]?.name.text ?? null;
    case 'text':
      return example;
    case 'email':
      return `${example.toLowerCase()}@example.com`;
    case 'list':
    case 'members':
    case 'inverse':
    case 'rows':
    case 'unknown':
      return null;
    default: {
      const [sample] = plainTypes[type.kind].examples.right;
      return typeof sample === 'boolean'
        ? sample
          ? 'yes'
          : 'no'
        : typeof sample === 'string' || typeof sample === 'number'
          ? String(sample)
          : null;
    }
  }
}
