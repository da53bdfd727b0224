import type { Span } from '../../base/span.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import { lineList } from '../../model/lines.ts';
import type { Model } from '../../model/model.ts';
import { traitsOf } from '../../model/types/traits.ts';
import type { ModelFacts } from '../analysis/survey.ts';
import { boundBy, type Write, writesOf } from '../analysis/writes.ts';
import { fieldAsked } from '../part-fixes.ts';
import { defineRule } from '../rule.ts';

export const requiredNotGiven = defineRule({
  code: 'required-not-given',
  severity: 'error',
  section: 0,
  summary: 'A record that is created without a required field.',
  messages: {
    action:
      'This creates a {entity} without “{field}”, which is required and has no default, so it is always refused. Set it with {how}, or give the field a default in section 3.',
    form: 'This form creates a {entity} without asking for “{field}”, which is required and has no default, so it is always refused. Add the field, preset it with “with”, or give it a default in section 3.',
    sometimes:
      'This form asks for “{field}” only sometimes, but a {entity} always needs it: when the form does not ask, the record is refused. Remove the condition, give the field a default, or make it optional in section 3.',
    line: 'The lines of this form are created without “{field}” of {entity}, which is required and has no default, so they are always refused. Add the field in the brackets, or give it a default in section 3.',
  },
  check(model, report, survey) {
    for (const call of survey.calls()) {
      if (call.does === null) continue;
      const takes = boundBy(call.takes).map((bound) => bound.name);
      for (const { entity, field, span } of missing(model, survey, writesOf(model, call.does, takes).writes)) {
        report({ message: 'action', at: span, data: { entity, field, how: `Takes or “with {"${field}": …}”` } });
      }
    }
    const actions = [
      ...model.machines.flatMap(({ transitions }) => transitions.flatMap(({ effect }) => (effect === null ? [] : [effect]))),
      ...survey.parts().flatMap(({ part }) => (part.kind === 'button' ? [part.action] : [])),
    ];
    for (const action of actions) {
      for (const { entity, field, span } of missing(model, survey, writesOf(model, action).writes)) {
        report({ message: 'action', at: span, data: { entity, field, how: `“with {"${field}": …}”` } });
      }
    }
    for (const { part } of survey.parts()) {
      if (part.kind !== 'form' || part.purpose !== 'create' || part.entity === null) continue;
      const preset =
        part.with === null
          ? []
          : part.with.node?.kind === 'map'
            ? part.with.node.entries.map(({ key }) => (key.kind === 'literal' ? String(key.value) : ''))
            : null;
      if (preset === null) continue;
      const givenNames = [...part.fields.map(({ name }) => name.text), ...preset];
      for (const { name, lines } of part.fields) {
        const list = lines === null ? null : lineList(model, part.entity.text, name.text);
        for (const field of list === null ? [] : mustBeGiven(survey.entity(list.entity))) {
          const isAsked = lines?.fields.some((column) => column.name.text === field.name.text);
          if (isAsked || field.name.text === list?.by || field.type.kind === 'boolean') continue;
          report({ message: 'line', at: name, data: { entity: list?.entity ?? '', field: field.name.text } });
        }
      }
      for (const field of mustBeGiven(survey.entity(part.entity.text))) {
        // An unchecked box means no.
        if (field.type.kind === 'boolean') continue;
        const use = part.fields.find(({ name }) => name.text === field.name.text);
        if (use?.when != null && !preset.includes(field.name.text))
          report({ message: 'sometimes', at: use.name, data: { entity: part.entity.text, field: field.name.text } });
        if (givenNames.includes(field.name.text)) continue;
        const fix = fieldAsked(model, part, field.name.text);
        report({ message: 'form', at: part.entity, fix, data: { entity: part.entity.text, field: field.name.text } });
      }
    }
  },
});

/**
 * Fields that must be passed on create: required, settable, and filled in by nothing else. Lists
 * are never null.
 */
const mustBeGiven = (entity: Entity | undefined): readonly Field[] =>
  (entity?.fields ?? []).filter(
    ({ required, settable, default: byDefault, computed, type, builtIn }) =>
      required &&
      settable &&
      byDefault === null &&
      computed === null &&
      !builtIn &&
      traitsOf(type).filledIn === 'never' &&
      !['list', 'members', 'inverse', 'unknown'].includes(type.kind),
  );

function missing(
  model: Model,
  survey: ModelFacts,
  writes: readonly Write[],
): { readonly entity: string; readonly field: string; readonly span: Span }[] {
  return writes.flatMap(({ operation, entity, given, span }) => {
    if (operation !== 'create' || given === null) return [];
    // A field that determines roles is set by section 6 on sign-up.
    const isKept = (name: string): boolean => model.roles.some((role) => role.is?.reads.fields.includes(`${entity}.${name}`));
    return mustBeGiven(survey.entity(entity))
      .filter(({ name }) => !given.has(name.text) && !isKept(name.text))
      .map(({ name }) => ({ entity, field: name.text, span }));
  });
}
