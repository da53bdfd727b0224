import { useMemo, useState } from 'react';
import type { Span } from '../../../base/span.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { type Chosen, Diagram } from '../diagram/diagram.tsx';
import { rememberPositions } from '../diagram/remember.ts';
import { useMeasure } from '../diagram/use-measure.ts';
import { removeRow } from '../row-edits.ts';
import { findingsIn } from '../row-findings.tsx';
import { WithPanel } from '../side-panel.tsx';
import type { ViewProps } from '../view.ts';
import bar from '../view-bar.module.css';
import { entityGraph, fieldAt, fieldId, shownFields } from './entity-graph.ts';
import { EntityPanel } from './entity-panel.tsx';
import { FieldPanel } from './field-panel.tsx';
import { NewEntityPanel } from './new-entity-panel.tsx';
import { NewFieldPanel } from './new-field-panel.tsx';
import { NewRelationPanel } from './new-relation-panel.tsx';

/** The subject of the panel: an entity, a field, or something new. */
type Open =
  | { readonly kind: 'entity'; readonly id: string }
  | { readonly kind: 'field'; readonly id: string }
  | { readonly kind: 'new entity' }
  | { readonly kind: 'new field'; readonly entity: string }
  | { readonly kind: 'new relation'; readonly from: string; readonly to: string | null };

/** Section 3: the entities with their fields and relations. */
export function EntitiesView(props: ViewProps) {
  const { analysis, edit, highlight, say, keys, document, fill } = props;
  const { model, findings } = analysis;
  const { entities } = model;
  const measure = useMeasure();
  const memory = useMemo(() => rememberPositions(keys, document, 'entities'), [keys, document]);
  const graph = useMemo(() => {
    const wrongAt = (span: Span): boolean => findingsIn(findings, span).some(({ severity }) => severity === 'error');
    const wrong = new Set(
      entities.flatMap((entity) => [
        ...shownFields(entity).flatMap((field) => (wrongAt(field.span) ? [fieldId(field)] : [])),
        ...(wrongAt(entity.name.span) ? [entity.name.text] : []),
      ]),
    );
    return entityGraph(entities, wrong, measure);
  }, [entities, findings, measure]);
  const [open, setOpen] = useState<Open | null>(null);

  const entityNamed = (name: string) => entities.find((entity) => entity.name.text === name);
  const fieldOf = (id: string) => entities.flatMap(shownFields).find((field) => fieldId(field) === id);
  const entity = open?.kind === 'entity' ? entityNamed(open.id) : undefined;
  const field = open?.kind === 'field' ? fieldOf(open.id) : undefined;
  const showField = (id: string): void => {
    setOpen({ kind: 'field', id });
    const span = fieldOf(id)?.span;
    if (span) highlight(span);
  };
  const choose = (chosen: Chosen, y: number | null): void => {
    const picked = chosen?.kind === 'node' ? entityNamed(chosen.id) : undefined;
    const at = picked && y !== null ? fieldAt(picked, y) : null;
    if (chosen === null) setOpen(null);
    else if (chosen.kind === 'edge') showField(chosen.id);
    else if (at) showField(fieldId(at));
    else if (picked) {
      setOpen({ kind: 'entity', id: chosen.id });
      highlight(picked.name.span);
    }
  };
  const owner = open?.kind === 'new field' ? entityNamed(open.entity) : open?.kind === 'new relation' ? entityNamed(open.from) : undefined;
  const chosen: Chosen = field
    ? graph.edges.some(({ group }) => group === fieldId(field))
      ? { kind: 'edge', id: fieldId(field) }
      : { kind: 'node', id: field.entity }
    : entity
      ? { kind: 'node', id: entity.name.text }
      : owner
        ? { kind: 'node', id: owner.name.text }
        : null;
  const close = (): void => setOpen(null);
  const done = (next: string | null): void => setOpen(next === null ? null : { kind: next.includes('.') ? 'field' : 'entity', id: next });

  const panel =
    open?.kind === 'new entity' ? (
      <NewEntityPanel {...props} onDone={done} />
    ) : open?.kind === 'new field' && owner ? (
      <NewFieldPanel key={open.entity} {...props} entity={owner} onDone={done} />
    ) : open?.kind === 'new relation' && owner ? (
      <NewRelationPanel key={`${open.from} ${open.to}`} {...props} entity={owner} to={open.to} onDone={done} />
    ) : entity ? (
      <EntityPanel
        key={entity.name.text}
        {...props}
        entity={entity}
        onField={showField}
        onNewField={() => setOpen({ kind: 'new field', entity: entity.name.text })}
        onRelation={() => setOpen({ kind: 'new relation', from: entity.name.text, to: null })}
        onRenamed={(id) => setOpen({ kind: 'entity', id })}
        onClose={close}
      />
    ) : field ? (
      <FieldPanel
        key={fieldId(field)}
        {...props}
        field={field}
        onEntity={() => setOpen({ kind: 'entity', id: field.entity })}
        onRenamed={(name) => setOpen({ kind: 'field', id: `${field.entity}.${name}` })}
        onClose={close}
      />
    ) : null;

  return (
    <WithPanel panel={panel}>
      <div className={bar['tools']} data-tools>
        <Button size="small" icon={<IconPlus size={14} />} onClick={() => setOpen({ kind: 'new entity' })}>
          Entity
        </Button>
      </div>
      {entities.length === 0 ? (
        <EmptyState
          title="No entities yet"
          actions={
            <Button variant="primary" onClick={fill}>
              Start with an example
            </Button>
          }
        >
          <p>An entity is a kind of record the product stores, such as a customer, an order or a ticket.</p>
        </EmptyState>
      ) : (
        <Diagram
          graph={graph}
          memory={memory}
          title={`${model.name} entities`}
          chosen={chosen}
          onChoose={(next, at) => choose(next, at?.y ?? null)}
          onDraw={(from, to) => setOpen({ kind: 'new relation', from, to })}
          onReattach={(line, _, node) => {
            const type = fieldOf(line.group)?.type;
            // Replace only the entity's name in the cell, so that the deletion rule stays.
            if (type?.kind === 'relation' || type?.kind === 'members') edit([{ ...type.entity.span, insert: node }]);
          }}
          drawHint="Drag to another entity: a relation"
          onKey={(on, key) => {
            if (on.kind === 'node' && key.toLowerCase() === 't') setOpen({ kind: 'new relation', from: on.id, to: null });
            else if (on.kind === 'edge' && (key === 'Delete' || key === 'Backspace')) {
              const removed = fieldOf(on.id);
              if (!removed || !edit(removeRow(model, removed))) return false;
              close();
            } else return false;
            return true;
          }}
          onFailure={(message) => say(message, 'danger')}
        />
      )}
    </WithPanel>
  );
}
