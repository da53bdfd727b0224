import { writeCell } from '../../../check/asking/write.ts';
import { renameAt } from '../../../language/rename.ts';
import type { Field } from '../../../model/ast/entities.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { CellField } from '../cell-field.tsx';
import { writtenDefault } from '../code-cell.ts';
import { DeleteRow } from '../delete-row.tsx';
import { expressionCell } from '../expression-field.tsx';
import { cellOf } from '../row-edits.ts';
import { RowNotes } from '../row-findings.tsx';
import { SidePanel } from '../side-panel.tsx';
import type { ViewProps } from '../view.ts';
import styles from '../view-bar.module.css';
import { typeSuggestions } from './field-words.ts';
import { ValueLooks } from './value-looks.tsx';

/** Edits a field's row, cell by cell. */
export function FieldPanel({
  field,
  analysis,
  edit,
  goTo,
  say,
  onEntity,
  onRenamed,
  onClose,
}: Pick<ViewProps, 'analysis' | 'edit' | 'goTo' | 'say'> & {
  readonly field: Field;
  readonly onEntity: () => void;
  readonly onRenamed: (name: string) => void;
  readonly onClose: () => void;
}) {
  const { model } = analysis;
  const cell = (column: string): string => cellOf(model, field, column);
  const write = (column: string) => (words: string) => void edit(writeCell(model, field.span, column, words));
  const rename = (name: string): void => {
    const renamed = renameAt(model, field.name.span.from, name);
    if (!renamed.ok) say(renamed.why, 'danger');
    else if (edit(renamed.edits)) {
      say(`Renamed in ${renamed.edits.length} ${renamed.edits.length === 1 ? 'place' : 'places'}.`);
      onRenamed(name);
    }
  };
  const relation = field.type.kind === 'relation' || field.type.kind === 'members';
  return (
    <SidePanel kind={`${relation ? 'Relation' : 'Field'} of ${field.entity}`} title={field.name.text} onClose={onClose}>
      <RowNotes analysis={analysis} place={field.span} edit={edit} />
      <CellField label="Name" value={field.name.text} onWrite={rename} description="Renames it everywhere." />
      <CellField
        label="Type"
        value={cell('Type')}
        onWrite={write('Type')}
        suggestions={typeSuggestions(model)}
        description={relation ? '“on delete restrict”, “cascade” or “clear” may follow.' : undefined}
      />
      <Checkbox checked={field.required} onChange={(required) => write('Required')(required ? 'yes' : '')}>
        Required
      </Checkbox>
      {field.required ? (
        <CellField
          label="Error"
          value={cell('Error')}
          onWrite={write('Error')}
          suggestions={model.errors.map(({ name }) => name.text)}
          description="What a missing value raises."
        />
      ) : null}
      <Checkbox checked={field.unique} onChange={(unique) => write('Unique')(unique ? 'yes' : '')}>
        Unique
      </Checkbox>
      <CellField
        label="Default"
        value={cell('Default')}
        onWrite={write('Default')}
        expression={{ ...expressionCell(model, field, 'Default'), written: writtenDefault(field) }}
      />
      <CellField
        label="Computed"
        value={cell('Computed')}
        onWrite={write('Computed')}
        expression={expressionCell(model, field, 'Computed')}
        description="What gives its value, such as: price * quantity"
      />
      <CellField label="Label" value={cell('Label')} onWrite={write('Label')} description="What users read instead of the name." />
      <ValueLooks field={field} analysis={analysis} edit={edit} />
      <CellField label="Description" value={cell('Description')} onWrite={write('Description')} />
      <div className={styles['actions']}>
        <Button size="small" onClick={() => goTo(field.span)}>
          Show in the text
        </Button>
        <Button size="small" onClick={onEntity}>
          {field.entity}
        </Button>
        <DeleteRow analysis={analysis} edit={edit} row={field} onClose={onClose} />
      </div>
    </SidePanel>
  );
}
