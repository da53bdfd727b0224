import { tableText } from '../../syntax/edit-table.ts';
import type { Constant } from '../ast/constants.ts';
import type { FieldType } from '../ast/entities.ts';
import type { Reading } from '../reading/reading.ts';
import { writeRow, writeSection } from './writing.ts';

const section = 9;

/**
 * Notes the assumption that money has no currency when the document declares no constant CURRENCY.
 */
export function assumeCurrency(reading: Reading, constants: readonly Constant[]): void {
  if (constants.some((constant) => constant.name.text === 'CURRENCY')) return;
  const isMoney = (type: FieldType): boolean =>
    (type.kind === 'money' && type.in === undefined) || (type.kind === 'list' && isMoney(type.of));
  for (const entity of reading.entities.values()) {
    const field = entity.fields.find((one) => isMoney(one.type));
    if (field === undefined) continue;
    const form = reading.forms.constant.at(-1);
    // Offers no fix if a constant differs only in case: the author should rename that one.
    const isMiswritten = constants.some((constant) => constant.name.text.toUpperCase() === 'CURRENCY');
    const edits = () =>
      form === undefined
        ? writeSection(reading, section, tableText(['Constant', 'Value', 'Unit', 'Description'], [['CURRENCY', 'EUR', '', '']]))
        : writeRow(reading, form, form.table.rows.length - 1, { Constant: 'CURRENCY', Value: 'EUR' });
    const text = `There is no constant CURRENCY: ${entity.name.text}.${field.name.text} and other money is without a currency.`;
    const write = isMiswritten ? null : { title: 'Add the constant CURRENCY', edits };
    reading.notes.assume(section, field.typeCell?.span ?? field.name.span, text, write);
    return;
  }
}
