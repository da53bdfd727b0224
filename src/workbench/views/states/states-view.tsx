import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { type Chosen, Diagram } from '../diagram/diagram.tsx';
import { rememberPositions } from '../diagram/remember.ts';
import { useMeasure } from '../diagram/use-measure.ts';
import { removeRow } from '../row-edits.ts';
import { findingsIn } from '../row-findings.tsx';
import { WithPanel } from '../side-panel.tsx';
import type { ViewProps } from '../view.ts';
import toolbar from '../view-bar.module.css';
import { BeginStates } from './begin-states.tsx';
import { reattach } from './machine-edits.ts';
import { anyNode, deletedNode, machineGraph, rowsOf, startNode, startRow } from './machine-graph.ts';
import { NewTransitionPanel } from './new-transition-panel.tsx';
import { stateFields } from './state-fields.ts';
import { StatePanel } from './state-panel.tsx';
import { TransitionPanel } from './transition-panel.tsx';
import { useChosenRow } from './use-chosen-row.ts';
import { useWalk } from './use-walk.ts';
import { WalkPanel } from './walk-panel.tsx';

/** Section 4: each state field as a diagram; drawing in it writes rows. */
export function StatesView(props: ViewProps) {
  const { analysis } = props;
  const fields = stateFields(analysis.model);
  const [asked, setAsked] = useState<string | null>(null);
  const current = fields.find(({ name }) => name === asked) ?? fields[0];
  return (
    <div className={toolbar['view']}>
      {fields.length > 1 && current ? (
        <div className={toolbar['choice']}>
          <Select
            label="State field"
            value={current.name}
            onChange={setAsked}
            items={fields.map(({ name }) => ({ value: name, label: name }))}
          />
        </div>
      ) : null}
      {current?.machine ? (
        <MachineView key={current.name} {...props} name={current.name} machine={current.machine} />
      ) : (
        <BeginStates {...props} field={current ?? null} />
      )}
    </div>
  );
}

function MachineView({
  name,
  machine,
  ...props
}: ViewProps & { readonly name: string; readonly machine: ReturnType<typeof stateFields>[number]['machine'] & {} }) {
  const { analysis, edit, goTo, highlight, say, keys, document, exploring: place } = props;
  const { model, findings } = analysis;
  const measure = useMeasure();
  const memory = useMemo(() => rememberPositions(keys, document, `states ${name}`), [keys, document, name]);
  const rows = useMemo(() => rowsOf(machine), [machine]);
  const walk = useWalk(place, analysis, machine, rows);
  const graph = useMemo(() => {
    const lost = findings.filter(({ code }) => code === 'unreachable-state').map(({ span }) => span.from);
    const unreachable = new Set(machine.states.filter(({ span }) => lost.includes(span.from)).map((state) => state.name));
    const wrong = new Set(
      [...rows].filter(([, row]) => findingsIn(findings, row.span).some(({ severity }) => severity === 'error')).map(([id]) => id),
    );
    return machineGraph(machine, model.labels, { unreachable, wrong }, measure, walk.marks);
  }, [machine, rows, findings, measure, model.labels, walk.marks]);

  const { chosen, choose, chooseNext } = useChosenRow(rows);
  const [drawing, setDrawing] = useState<{ readonly from: string; readonly to: string } | null>(null);
  const [written, setWritten] = useState(false);
  const select = (next: Chosen): void => {
    setDrawing(null);
    setWritten(false);
    choose(next);
    const place =
      next?.kind === 'edge'
        ? next.id === startRow
          ? machine.start?.span
          : rows.get(next.id)?.span
        : machine.states.find((state) => state.name === next?.id)?.span;
    if (place) highlight(place);
  };
  const begin = (from: string, to: string | null): void => {
    // Keep the source state visible.
    choose({ kind: 'node', id: from === 'any' ? anyNode : from });
    setDrawing({ from, to: to ?? '' });
  };
  const row = chosen?.kind === 'edge' ? rows.get(chosen.id) : undefined;
  const state = chosen?.kind === 'node' ? machine.states.find((one) => one.name === chosen.id) : undefined;
  const shared = { ...props, machine };
  const panel =
    walk.walking !== null && walk.exploring !== null ? (
      <WalkPanel {...shared} exploring={walk.exploring} walking={walk.walking} only={row ?? null} onAll={() => choose(null)} />
    ) : drawing ? (
      <NewTransitionPanel
        key={`${drawing.from} ${drawing.to}`}
        {...shared}
        from={drawing.from}
        to={drawing.to}
        onDone={(done) => {
          setDrawing(null);
          setWritten(done);
          if (done) chooseNext();
        }}
      />
    ) : row && chosen ? (
      <TransitionPanel key={chosen.id} {...shared} row={row} focus={written} onClose={() => select(null)} />
    ) : state ? (
      <StatePanel
        key={state.name}
        {...shared}
        state={state}
        rows={rows}
        onChoose={(id) => select({ kind: 'edge', id })}
        onDraw={() => begin(state.name, null)}
        onClose={() => select(null)}
      />
    ) : null;
  return (
    <WithPanel panel={panel}>
      <div className={toolbar['tools']} data-tools>
        <Button size="small" icon={<IconPlus size={14} />} onClick={() => begin(machine.states[0]?.name ?? '', null)}>
          Transition
        </Button>
        <Button size="small" onClick={walk.toggle}>
          {walk.walking === null ? 'Walk through it' : 'End the walk'}
        </Button>
      </div>
      <Diagram
        graph={graph}
        memory={memory}
        title={name}
        chosen={chosen}
        onChoose={(next) => {
          if (walk.walking !== null) {
            // Take the row if exactly one step does so; else the panel lists the possible steps.
            const taken = next?.kind === 'edge' ? rows.get(next.id) : undefined;
            if (taken === undefined || !walk.take(taken)) choose(taken === undefined ? null : next);
          } else if (next?.kind === 'edge' && next.id === startRow) {
            if (machine.start) goTo(machine.start.span);
          } else select(next);
        }}
        onDraw={walk.walking !== null ? null : (from, to) => begin(from === anyNode ? 'any' : from, to)}
        onReattach={(line, end, node) => {
          if (node === startNode || node === deletedNode || (node === anyNode && end === 'target')) return;
          const changed = rows.get(line.group);
          if (changed) edit(reattach(model, changed, line.source, end, node === anyNode ? 'any' : node));
        }}
        drawHint="Drag to another state, or to an empty place, to add a transition"
        onKey={(on, key) => {
          if (on.kind === 'node' && key.toLowerCase() === 't') begin(on.id === anyNode ? 'any' : on.id, null);
          else if (on.kind === 'edge' && (key === 'Delete' || key === 'Backspace')) {
            const removed = rows.get(on.id);
            if (!removed || !edit(removeRow(model, removed))) return false;
            select(null);
          } else return false;
          return true;
        }}
        onFailure={(message) => say(message, 'danger')}
      />
    </WithPanel>
  );
}
