import { writeCell } from '../../../check/asking/write.ts';
import type { ScenarioRow } from '../../../model/ast/people.ts';
import { Button } from '../../../ui/button.tsx';
import { CellField } from '../cell-field.tsx';
import { expressionCell } from '../expression-field.tsx';
import { addRowAfter, cellOf, removeRow } from '../row-edits.ts';
import type { ViewProps } from '../view.ts';
import bar from '../view-bar.module.css';

/** Edits one step of a scenario, cell by cell; leaving a cell writes it. */
export function StepEditor({
  row,
  only,
  analysis: { model },
  edit,
  onEdited,
  onDone,
}: Pick<ViewProps, 'analysis' | 'edit'> & {
  readonly row: ScenarioRow;
  /** Whether the scenario has no other step. */
  readonly only: boolean;
  readonly onEdited: () => void;
  readonly onDone: () => void;
}) {
  const people = [
    'nobody',
    ...model.entities
      .flatMap(({ name, examples }) => (name.text === model.account?.entity.text ? examples : []))
      .map(({ name }) => name.text),
  ];
  const write = (header: string, words: string): void => {
    if (edit(writeCell(model, row.span, header, words))) onEdited();
  };
  const add = (): void => {
    const edits = addRowAfter(model, row, { As: cellOf(model, row, 'As'), Do: '', Expect: '' });
    if (edits !== null && edit(edits)) onEdited();
  };
  return (
    <div role="group" aria-label="Edit the step">
      <CellField label="As" value={cellOf(model, row, 'As')} suggestions={people} onWrite={(words) => write('As', words)} />
      <CellField
        label="Do"
        expression={{ ...expressionCell(model, row, 'Do'), onlyCode: true }}
        value={cellOf(model, row, 'Do')}
        description="create Ticket as t with {…}, an event and a record, or wait days(1)"
        onWrite={(words) => write('Do', words)}
      />
      <CellField
        label="Expect"
        expression={expressionCell(model, row, 'Expect')}
        value={cellOf(model, row, 'Expect')}
        description="Empty, a condition such as t.status == &quot;done&quot;, or refused ERROR"
        onWrite={(words) => write('Expect', words)}
      />
      <div className={bar['actions']}>
        <Button size="small" onClick={onDone}>
          Done
        </Button>
        <Button size="small" onClick={add}>
          Add a step below
        </Button>
        <Button
          size="small"
          variant="danger"
          unavailable={only ? 'A scenario has at least one step.' : undefined}
          onClick={() => {
            if (!edit(removeRow(model, row))) return;
            onEdited();
            onDone();
          }}
        >
          Delete the step
        </Button>
      </div>
    </div>
  );
}
