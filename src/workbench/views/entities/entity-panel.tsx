import { renameAt } from '../../../language/rename.ts';
import type { Entity } from '../../../model/ast/entities.ts';
import { Button } from '../../../ui/button.tsx';
import { CellField } from '../cell-field.tsx';
import { RowNotes } from '../row-findings.tsx';
import { SidePanel } from '../side-panel.tsx';
import type { ViewProps } from '../view.ts';
import styles from '../view-bar.module.css';
import { labelOf, setLabel } from './entity-edits.ts';
import { fieldId, shownFields, typeWords } from './entity-graph.ts';

/** Shows an entity: its name, its fields, the number of examples. */
export function EntityPanel(
  props: Pick<ViewProps, 'analysis' | 'edit' | 'goTo' | 'say' | 'show'> & {
    readonly entity: Entity;
    readonly onField: (id: string) => void;
    readonly onNewField: () => void;
    readonly onRelation: () => void;
    readonly onRenamed: (name: string) => void;
    readonly onClose: () => void;
  },
) {
  const { entity, analysis, edit, goTo, say, show, onField } = props;
  const { model } = analysis;
  const fields = shownFields(entity);
  const rename = (name: string): void => {
    const renamed = renameAt(model, entity.name.span.from, name);
    if (!renamed.ok) say(renamed.why, 'danger');
    else if (edit(renamed.edits)) {
      say(`Renamed in ${renamed.edits.length} ${renamed.edits.length === 1 ? 'place' : 'places'}.`);
      props.onRenamed(name);
    }
  };
  return (
    <SidePanel kind="Entity" title={entity.name.text} onClose={props.onClose}>
      <RowNotes analysis={analysis} place={entity.name.span} edit={edit} />
      {entity.description === '' ? null : <p className={styles['note']}>{entity.description}</p>}
      <CellField label="Name" value={entity.name.text} onWrite={rename} description="Renames it everywhere." />
      <CellField
        label="Label"
        value={labelOf(model, entity)}
        onWrite={(words) => void edit(setLabel(model, entity, words))}
        description="What users read: one / several."
      />
      <div>
        <h4 className={styles['subtitle']}>Fields</h4>
        <ul className={styles['list']}>
          {fields.map((field) => (
            <li key={fieldId(field)}>
              <button type="button" onClick={() => onField(fieldId(field))}>
                <span>{field.name.text}</span>
                <span>{typeWords(field.type)}</span>
              </button>
            </li>
          ))}
        </ul>
        {fields.length === 0 ? <p className={styles['note']}>No fields yet</p> : null}
      </div>
      <div className={styles['actions']}>
        <Button size="small" variant="primary" onClick={props.onNewField}>
          Add a field
        </Button>
        <Button size="small" onClick={props.onRelation}>
          Relation from here
        </Button>
        <Button size="small" onClick={() => goTo(entity.span)}>
          Show in the text
        </Button>
        {fields.some(({ type }) => type.kind === 'state') ? (
          <Button size="small" onClick={() => show('states')}>
            Its states
          </Button>
        ) : null}
      </div>
    </SidePanel>
  );
}
