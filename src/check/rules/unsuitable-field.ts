import type { FieldUse, Part } from '../../model/ast/screens.ts';
import { currencyField } from '../../model/types/currency-field.ts';
import { replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const unsuitableField = defineRule({
  code: 'unsuitable-field',
  severity: 'warning',
  section: 2,
  summary: 'A board, a calendar or a chart by a field of an unsuitable type.',
  messages: {
    unsuitable: 'A {part} is {how} {types}. “{field}” of {entity} is of the type {type}, so it shows nothing by it.',
  },
  check(_model, report, survey) {
    for (const { part } of survey.parts()) {
      if (!('entity' in part) || part.entity === null) continue;
      const entity = survey.entity(part.entity.text);
      for (const { use, how, kinds } of wanted(part)) {
        const whole = entity?.byName.get(use.name.text)?.type;
        const by = whole === undefined ? null : currencyField(whole);
        const type = by === null ? whole?.kind : `money in ${by}`;
        if (type === undefined || type === 'unknown' || kinds.includes(type)) continue;
        const types = kinds
          .map((kind) => names[kind] ?? kind)
          .join(', ')
          .replace(/, ([^,]*)$/, ' or $1');
        const data = { part: part.kind, how, types, field: use.name.text, entity: part.entity.text, type: names[type] ?? type };
        const suitable = (entity?.fields ?? []).filter((field) => kinds.includes(field.type.kind) && currencyField(field.type) === null);
        const fix = replaceBy(
          use.name.span,
          suitable.map(({ name }) => name.text),
        );
        report({ message: 'unsuitable', at: use.name, fix, data });
      }
    }
  },
});

const names: Readonly<Record<string, string>> = {
  relation: 'relation to one record',
  members: 'list of records',
  inverse: 'list of records',
};

interface Wanted {
  readonly use: FieldUse;
  readonly how: string;
  readonly kinds: readonly string[];
}

const days = ['date', 'datetime'];
const numbers = ['integer', 'decimal', 'percent', 'money', 'duration'];

function wanted(part: Part): readonly Wanted[] {
  switch (part.kind) {
    case 'board':
      return [{ use: part.by, how: 'divided by a', kinds: ['state', 'enum', 'relation'] }];
    case 'calendar':
      return [
        ...[part.by, ...(part.to === null ? [] : [part.to])].map((use) => ({ use, how: 'laid out by a', kinds: days })),
        ...(part.colour === null ? [] : [{ use: part.colour, how: 'coloured by a', kinds: ['state', 'enum', 'relation', 'boolean'] }]),
      ];
    case 'chart':
      return [
        ...(part.per === null ? [] : [{ use: part.by, how: `divided per ${part.per} by a`, kinds: days }]),
        ...(part.field === null || part.aggregate === 'count' ? [] : [{ use: part.field, how: 'made of numbers:', kinds: numbers }]),
      ];
    default:
      return [];
  }
}
