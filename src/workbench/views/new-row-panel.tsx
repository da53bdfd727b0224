import { useId, useState } from 'react';
import { own } from '../../base/own.ts';
import type { TextEdit } from '../../base/text-edit.ts';
import { combineSteps } from '../../check/asking/write.ts';
import type { Placed } from '../../model/model.ts';
import { Field } from '../../ui/form/field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { writtenCode } from './code-cell.ts';
import { ExpressionField } from './expression-field.tsx';
import { FormPanel, Options } from './form-panel.tsx';
import { addRowTo } from './row-edits.ts';
import type { ViewProps } from './view.ts';

export interface NewColumn {
  readonly header: string;
  readonly description?: string | undefined;
  readonly suggestions?: readonly string[];
  /** Whether the cell contains an expression, which is typed without backticks. */
  readonly code?: boolean;
  /** Returns the problem with the typed text, or null. */
  readonly mistake?: (words: string) => string | null;
}

/** Adds a row to a section's table after the last one, adding the table if there is none. */
export function NewRowPanel({
  title,
  columns,
  last,
  section,
  analysis,
  edit,
  onDone,
}: Pick<ViewProps, 'analysis' | 'edit' | 'section'> & {
  readonly title: string;
  readonly columns: readonly NewColumn[];
  /** The row before the new one; undefined: there is no table yet. */
  readonly last: Placed | undefined;
  /** Called with the first cell after writing the row; null: cancelled. */
  readonly onDone: (name: string | null) => void;
}) {
  const { model } = analysis;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const lists = useId();
  const first = columns[0]?.header ?? '';
  const type = (header: string) => (words: string) => setTyped((before) => ({ ...before, [header]: words }));
  const cellsWith = (cells: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(
      columns.map(({ header, code }) => {
        const words = own(typed, header) ?? '';
        return [header, own(cells, header) ?? (code ? writtenCode(words) : words.trim())];
      }),
    );
  const editsOf = (cells: Readonly<Record<string, string>>): readonly TextEdit[] =>
    combineSteps(model, (current) => addRowTo(current, section.number, last, cells));
  const add = (): string | null => {
    const found = Object.fromEntries(
      columns.flatMap(({ header, mistake }) => {
        const problem = mistake?.((own(typed, header) ?? '').trim()) ?? null;
        return problem === null ? [] : [[header, problem]];
      }),
    );
    setWrong(found);
    const [one] = Object.keys(found);
    if (one !== undefined) return one;
    const cells = cellsWith({});
    if (!edit(editsOf(cells))) return first;
    onDone(own(cells, first) ?? null);
    return null;
  };
  return (
    <FormPanel title={title} first={first} submit="Add the row" onAdd={add} onCancel={() => onDone(null)}>
      {columns.map(({ header, description, suggestions = [], code }, index) =>
        code ? (
          <ExpressionField
            key={header}
            name={header}
            label={header}
            error={own(wrong, header)}
            description={description}
            place={{ model, write: (words) => editsOf(cellsWith({ [header]: words })) }}
            value={own(typed, header) ?? ''}
            onValue={type(header)}
          />
        ) : (
          <Field key={header} label={header} error={own(wrong, header)} description={description}>
            <TextField
              name={header}
              value={own(typed, header) ?? ''}
              onValue={type(header)}
              list={suggestions.length > 0 ? `${lists}${index}` : undefined}
              autoComplete="off"
            />
            {suggestions.length > 0 ? <Options id={`${lists}${index}`} values={suggestions} /> : null}
          </Field>
        ),
      )}
    </FormPanel>
  );
}

/** Checks the name of an error or a constant: in SCREAMING_CASE, and not taken. */
export const constantNameMistake =
  (taken: readonly string[]) =>
  (name: string): string | null => {
    if (!/^[A-Z][A-Z0-9_]*$/.test(name)) return 'Use capitals, digits and underscores, such as TOO_MANY.';
    return taken.includes(name) ? `${name} already exists.` : null;
  };
