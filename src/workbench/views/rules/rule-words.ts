import type { Invariant } from '../../../model/ast/invariants.ts';
import type { Rule } from '../../../model/ast/rules.ts';

/** Returns the content of the Must hold cell. */
export function mustWords({ must }: Rule): string {
  switch (must.kind) {
    case 'holds':
      return must.expression.source.trim();
    case 'unique':
      return `unique: ${must.fields.map(({ text }) => text).join(', ')}${must.where === null ? '' : ` where ${must.where.source.trim()}`}`;
    case 'no-overlap':
      return `no overlap of ${must.start.text} and ${must.end.text}${must.per.length === 0 ? '' : ` per ${must.per.map(({ text }) => text).join(', ')}`}`;
    case 'unknown':
      return must.text.trim() === '' ? 'not shown' : must.text;
  }
}

/** Like `mustWords`, for a row that only the explorer checks. */
export const invariantWords = ({ must }: Invariant): string =>
  must.kind === 'leads-to'
    ? `${must.from.source.trim()} leads to ${must.to.source.trim()}`
    : `${must.kind} ${must.expression.source.trim()}`;

/** Returns when a rule is checked: `subject`, `on create`, `always`. */
export function onWords({ field, on }: Rule): string {
  const when = on.length === 0 ? 'always' : `on ${on.map(({ name }) => name.text).join(', ')}`;
  return field === null ? when : `${field.text}, ${when}`;
}
