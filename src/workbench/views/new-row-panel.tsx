import { useId, useState } from 'react';
import { own } from '../../base/own.ts';
import type { TextEdit } from '../../base/text-edit.ts';
import { inSteps } from '../../check/asking/write.ts';
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
  /** It holds an expression, which is typed without backticks. */
  readonly code?: boolean;
  /** What is wrong with what was typed, or null. */
  readonly mistake?: (words: string) => string | null;
}

/**
 * A new row of a section's table, after the last one; where there is no table yet, with the table.
 */
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
  /** What the new row comes after; undefined: there is no table yet. */
  readonly last: Placed | undefined;
  /** With the first cell, when it was written; null: cancelled. */
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
    inSteps(model, (current) => addRowTo(current, section.number, last, cells));
  const add = (): string | null => {
    const found = Object.fromEntries(
      columns.flatMap(({ header, mistake }) => {
        const said = mistake?.((own(typed, header) ?? '').trim()) ?? null;
        return said === null ? [] : [[header, said]];
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

/** SCREAMING_CASE, and not taken: what an error or a constant may be called. */
export const loudNameMistake =
  (taken: readonly string[]) =>
  (name: string): string | null => {
    if (!/^[A-Z][A-Z0-9_]*$/.test(name)) return 'Use capitals, digits and underscores, such as TOO_MANY.';
    return taken.includes(name) ? `${name} already exists.` : null;
  };
