import type { Entity } from '../../model/ast/entities.ts';
import type { Model } from '../../model/model.ts';
import { traitsOf } from '../../model/types/traits.ts';
import { anyRoleMay, anyRoleMaySet } from '../analysis/access.ts';
import { definesCalls } from '../analysis/assumed.ts';
import { fieldsSet, fieldsSetByProduct } from '../analysis/sets.ts';
import { addToForm } from '../part-fixes.ts';
import { defineRule } from '../rule.ts';

export const fieldNeverSet = defineRule({
  code: 'field-never-set',
  severity: 'warning',
  section: 3,
  summary: 'A field that conditions read but nothing ever sets.',
  messages: {
    never:
      '“{field}” of {entity} is read, but no form, call or effect ever sets it and it has no default: it is always empty. Ask for it in a form, set it in an effect, or give it a default.',
    denied:
      '“{field}” of {entity} is read, but section 6 lets no role set it, no effect sets it and it has no default: it is always empty. Grant it in section 6, set it in an effect, or give it a default.',
  },
  check(model, report, survey) {
    // While screens or calls are undefined, the product asks for every field that section 6 allows.
    const described = survey.screens().length > 0 && definesCalls(model) && !model.screens.some(({ assumed }) => assumed);
    const set = described ? fieldsSet(model, survey) : null;
    const byProduct = fieldsSetByProduct(model);
    for (const entity of model.entities) {
      for (const { name, settable, required, default: byDefault, computed, builtIn, type } of entity.fields) {
        const key = `${entity.name.text}.${name.text}`;
        // Another rule reports a missing required field.
        if (
          !settable ||
          required ||
          byDefault !== null ||
          computed !== null ||
          builtIn ||
          type.kind === 'unknown' ||
          traitsOf(type).filledIn !== 'never'
        )
          continue;
        if (!survey.readFields().has(key)) continue;
        const data = { field: name.text, entity: entity.name.text };
        if (set !== null && !set.has(key))
          report({ message: 'never', at: name, fix: addToForm(model, survey, entity.name.text, name.text), data });
        else if (
          byProduct !== null &&
          !byProduct.has(key) &&
          nobodySets(model, entity.name.text, name.text) &&
          !isInExample(entity, name.text)
        )
          report({ message: 'denied', at: name, data });
      }
    }
  },
});

const isInExample = ({ examples }: Entity, field: string): boolean =>
  examples.some(({ values }) => values.some(({ field: { text } }) => text === field));

/**
 * Whether section 6 prevents everyone from setting a field, on create, on update and as a list
 * member.
 */
const nobodySets = (model: Model, entity: string, field: string): boolean =>
  ['create', 'update'].every((operation) => !anyRoleMaySet(model, entity, field, operation)) &&
  ['add', 'remove'].every((operation) => !anyRoleMay(model, entity, operation, field));
