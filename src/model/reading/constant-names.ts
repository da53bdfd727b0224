import type { Name } from '../ast/common.ts';
import { isConstantName, toConstantName } from './cell-forms.ts';
import { Phrase } from './phrase.ts';
import type { Reading } from './reading.ts';

type Named = 'constant' | 'error' | 'message';

const whose: Readonly<Record<Named, string>> = { constant: 'A constant’s', error: 'An error’s', message: 'A message’s' };

/**
 * Declares a name that should be written in capitals, such as `MAX_TICKETS`, and reports one that
 * is not.
 */
export function declareConstantName(reading: Reading, kind: Named, name: Name, section: number): void {
  reading.notes.declare(kind, name, section);
  if (isConstantName(name.text)) return;
  const better = toConstantName(name.text);
  const message = `${whose[kind]} name is written in capitals with underscores: “${better}”.`;
  reading.notes.misread(section, name.span, 'bad-name', message, better === '' ? [] : [better]);
}

/** First pass: declares the names in the first column of the tables of errors or messages. */
export function declareNames(reading: Reading, kind: 'error' | 'message', section: number): void {
  for (const form of reading.forms[kind]) {
    for (const row of form.rows) {
      const name = Phrase.of(row.first).name();
      if (name.text === '') continue;
      declareConstantName(reading, kind, name, section);
      reading.names.add(kind, name.text);
    }
  }
}
