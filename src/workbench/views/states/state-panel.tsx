import { renameAt } from '../../../language/rename.ts';
import { type Machine, type State, type Transition, triggerWords } from '../../../model/ast/states.ts';
import { colourOfState } from '../../../model/labels.ts';
import { colours } from '../../../model/vocabulary.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { CellField } from '../cell-field.tsx';
import { cellOf } from '../row-edits.ts';
import { RowNotes } from '../row-findings.tsx';
import { SidePanel } from '../side-panel.tsx';
import type { ViewProps } from '../view.ts';
import styles from '../view-bar.module.css';
import { setFinal, setLook } from './machine-edits.ts';
import type { RowId } from './machine-graph.ts';

/** Shows a state: its name, its incoming and outgoing transitions. */
export function StatePanel({
  state,
  rows,
  machine,
  analysis,
  edit,
  goTo,
  say,
  onChoose,
  onDraw,
  onClose,
}: Pick<ViewProps, 'analysis' | 'edit' | 'goTo' | 'say'> & {
  readonly machine: Machine;
  readonly state: State;
  readonly rows: ReadonlyMap<RowId, Transition>;
  readonly onChoose: (row: RowId) => void;
  readonly onDraw: () => void;
  readonly onClose: () => void;
}) {
  const { model } = analysis;
  const isFrom = ({ any, from }: Transition): boolean => any || from.some(({ text }) => text === state.name);
  const look = (column: string): string => (state.row === null ? '' : cellOf(model, { span: state.row }, column));
  const writeLook = (column: 'Label' | 'Colour') => (words: string) => void edit(setLook(model, machine, state, column, words));
  const away = [...rows].filter(([, row]) => isFrom(row));
  const here = [...rows].filter(([, row]) => row.to?.text === state.name);
  const rename = (name: string): void => {
    const renamed = renameAt(model, state.span.from, name);
    if (!renamed.ok) say(renamed.why, 'danger');
    else if (edit(renamed.edits)) say(`Renamed in ${renamed.edits.length} ${renamed.edits.length === 1 ? 'place' : 'places'}.`);
  };
  return (
    <SidePanel
      kind={machine.start?.text === state.name ? 'Start state' : state.final ? 'Final state' : 'State'}
      title={state.name}
      onClose={onClose}
    >
      <RowNotes analysis={analysis} place={state.span} edit={edit} />
      <CellField label="Name" value={state.name} onWrite={rename} description="Renames it everywhere." />
      <CellField label="Label" value={look('Label')} onWrite={writeLook('Label')} description="What users read instead of the name." />
      <CellField
        label="Colour"
        value={look('Colour')}
        onWrite={writeLook('Colour')}
        suggestions={colours}
        description={`Empty: ${colourOfState(machine, state.name, model.labels)}.`}
      />
      {away.length === 0 && here.length > 0 ? (
        <Checkbox checked={state.final} onChange={(final) => edit(setFinal(model, machine, state.name, final))}>
          Final: no transition should lead out of it
        </Checkbox>
      ) : null}
      <Rows title="From here" rows={away} onChoose={onChoose} other={(row) => row.to?.text ?? 'stays'} />
      <Rows
        title="To here"
        rows={here}
        onChoose={onChoose}
        other={(row) => (row.any ? 'any state' : row.from.map(({ text }) => text).join(', '))}
      />
      <div className={styles['actions']}>
        <Button size="small" onClick={onDraw}>
          Transition from here
        </Button>
        <Button size="small" onClick={() => goTo(state.span)}>
          Show in the text
        </Button>
      </div>
    </SidePanel>
  );
}

function Rows(props: {
  readonly title: string;
  readonly rows: readonly (readonly [RowId, Transition])[];
  readonly other: (row: Transition) => string;
  readonly onChoose: (row: RowId) => void;
}) {
  if (props.rows.length === 0) return <p className={styles['note']}>{props.title}: nothing.</p>;
  return (
    <div>
      <h4 className={styles['subtitle']}>{props.title}</h4>
      <ul className={styles['list']}>
        {props.rows.map(([id, row]) => (
          <li key={id}>
            <button type="button" onClick={() => props.onChoose(id)}>
              <span>{triggerWords(row)}</span>
              <span>{props.other(row)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
