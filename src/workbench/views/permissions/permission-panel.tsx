import { useState } from 'react';
import type { TextEdit } from '../../../base/text-edit.ts';
import type { Permission } from '../../../model/ast/roles.ts';
import type { Model } from '../../../model/model.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Segmented } from '../../../ui/form/segmented.tsx';
import { CellField } from '../cell-field.tsx';
import { ExpressionField } from '../expression-field.tsx';
import { removeRow } from '../row-edits.ts';
import { RowFindings } from '../row-findings.tsx';
import { SidePanel } from '../side-panel.tsx';
import styles from '../table-view.module.css';
import type { ViewProps } from '../view.ts';
import bar from '../view-bar.module.css';
import { type CellSource, type MatrixLine, type Verdict, verdictWords } from './matrix.ts';
import {
  addPermission,
  changeCell,
  changeOperation,
  changeRefusalError,
  conditionMistake,
  type Grant,
  titleOf,
} from './permission-edits.ts';

/** Shows what one role may do and the rows that decide it; each can be changed. */
export function PermissionPanel(props: ViewProps & { readonly line: MatrixLine; readonly role: string; readonly onClose: () => void }) {
  const { line, role, analysis, edit, onClose } = props;
  const { model } = analysis;
  const cell = line.cells.find((one) => one.role === role);
  if (cell === undefined) return null;
  return (
    <SidePanel kind={`${role} may`} title={titleOf(line)} onClose={onClose}>
      <p className={bar['note']}>
        {cell.verdict.kind === 'assumed'
          ? 'Yes, as long as section 6 says nothing.'
          : cell.sources.length === 0
            ? 'No row of section 6 allows it, so no role may.'
            : cell.sources.length === 1
              ? `This row says: ${verdictWords(cell.verdict)}.`
              : `${cell.sources.length} rows apply. Together they say: ${verdictWords(cell.verdict)}.`}
      </p>
      {cell.sources.length === 0 ? (
        <GrantChoice
          verdict={cell.verdict.kind === 'assumed' ? { kind: 'allowed' } : cell.verdict}
          model={model}
          editsOf={(grant) => addPermission(model, line, role, grant)}
          edit={edit}
        />
      ) : (
        cell.sources.map((source) => <RowSource key={source.row.span.from} {...props} source={source} />)
      )}
    </SidePanel>
  );
}

function RowSource({
  source: { row, verdict, includedRole },
  line,
  role,
  analysis,
  edit,
  goTo,
}: ViewProps & { readonly source: CellSource; readonly line: MatrixLine; readonly role: string }) {
  const { model } = analysis;
  // The person selected one operation; the others in the row change only on request.
  const [only, setOnly] = useState(true);
  const editsOf = (grant: Grant): readonly TextEdit[] =>
    only ? changeOperation(model, row, line.operation, role, grant) : changeCell(model, row, role, grant);
  return (
    <section className={styles['says']} aria-label={row.title}>
      <button type="button" className={styles['link']} onClick={() => goTo(row.cells.get(role)?.span ?? row.span)}>
        {row.title}
      </button>
      <RowFindings analysis={analysis} place={row.span} edit={edit} />
      {includedRole === null ? null : (
        <p className={bar['note']}>
          Its cell is empty: {role} includes {includedRole}, whose cell counts.
        </p>
      )}
      <GrantChoice verdict={verdict} model={model} editsOf={editsOf} edit={edit} />
      <CellField
        label="Else"
        description="The error in place of FORBIDDEN, for all operations of this row."
        value={row.error?.text ?? ''}
        suggestions={model.errors.map(({ name }) => name.text)}
        onWrite={(error) => edit(changeRefusalError(model, row, error))}
      />
      {row.operations.length > 1 ? (
        <Checkbox checked={only} onChange={setOnly}>
          Only {line.operation}; {others(row, line.operation)} as they are
        </Checkbox>
      ) : null}
      <div className={bar['actions']}>
        {row.cells.has(role) ? (
          <Button size="small" onClick={() => edit(editsOf({ kind: 'empty' }))}>
            Empty the cell
          </Button>
        ) : null}
        <Button size="small" variant="danger" onClick={() => edit(removeRow(model, row))}>
          Delete the row
        </Button>
      </div>
    </section>
  );
}

const others = (row: Permission, operation: string): string =>
  row.operations
    .map(({ text }) => text)
    .filter((text) => text !== operation)
    .join(', ');

/** A choice of yes, no, or a condition. */
function GrantChoice({
  verdict,
  model,
  editsOf,
  edit,
}: Pick<ViewProps, 'edit'> & {
  readonly verdict: Verdict;
  readonly model: Model;
  readonly editsOf: (grant: Grant) => readonly TextEdit[];
}) {
  const existing = verdict.kind === 'when' ? verdict.conditions.join(' || ') : '';
  const now = verdict.kind === 'when' ? 'when' : verdict.kind === 'allowed' ? 'yes' : verdict.kind === 'hole' ? null : 'no';
  const [asked, setAsked] = useState<string | null>(null);
  const [condition, setCondition] = useState(existing);
  const [wrong, setWrong] = useState<string | null>(null);
  const shown = asked ?? now;
  const write = (): void => {
    if (condition.trim() === existing && now === 'when') return;
    const mistake = conditionMistake(condition);
    setWrong(mistake);
    if (mistake === null && edit(editsOf({ kind: 'when', condition }))) setAsked(null);
  };
  return (
    <>
      <Segmented
        label="May"
        value={shown}
        onChange={(next) => {
          setAsked(next === 'when' ? 'when' : null);
          if (next === 'yes' || next === 'no') edit(editsOf({ kind: next }));
        }}
        items={[
          { value: 'yes', label: 'Yes' },
          { value: 'when', label: 'When…' },
          { value: 'no', label: 'No' },
        ]}
      />
      {shown === 'when' ? (
        <ExpressionField
          label="When"
          error={wrong ?? undefined}
          description="A condition on the record, such as owner == me. Press Enter to save."
          place={{ model, write: (words) => editsOf({ kind: 'when', condition: words }), written: (words) => words, onlyCode: true }}
          value={condition}
          onValue={(words) => {
            setCondition(words);
            setWrong(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') write();
          }}
          onBlur={() => {
            if (condition.trim() !== '') write();
          }}
        />
      ) : null}
    </>
  );
}
