import type { Entity, Field, FieldType } from '../../../model/ast/entities.ts';
import { type Figure, type Measure, type Shape, truncateToWidth } from '../diagram/figure.ts';
import type { DiagramEdge, DiagramNode, Graph } from '../diagram/graph.ts';

/** Heights in an entity's figure, in pixels. */
const head = 34;
const line = 22;
const foot = 6;

/** The ids of entities (`Ticket`) and fields (`Ticket.customer`) with mistakes. */
export type MistakenIds = ReadonlySet<string>;

export const fieldId = (field: Field): string => `${field.entity}.${field.name.text}`;

/** Returns the fields shown in an entity's figure, in document order. */
export const shownFields = ({ fields }: Entity): readonly Field[] => fields.filter(({ builtIn }) => !builtIn);

/** Returns the field at a height in the entity's figure; null: the header. */
export function fieldAt(entity: Entity, y: number): Field | null {
  return shownFields(entity)[Math.floor((y - head) / line)] ?? null;
}

/**
 * Returns the entities with their fields, and a line for each relation, from the entity that has
 * the field.
 */
export function entityGraph(entities: readonly Entity[], wrong: MistakenIds, measure: Measure): Graph {
  const names = new Set(entities.map(({ name }) => name.text));
  const nodes: DiagramNode[] = entities.map((entity) => ({
    id: entity.name.text,
    figure: entityFigure(entity, wrong, measure),
    words: `Entity ${entity.name.text}, ${shownFields(entity).length} fields`,
    from: true,
    to: true,
  }));
  const edges = entities.flatMap((entity) =>
    shownFields(entity).flatMap((field): DiagramEdge[] => {
      const { type } = field;
      if ((type.kind !== 'relation' && type.kind !== 'members') || !names.has(type.entity.text)) return [];
      const id = fieldId(field);
      const one = type.kind === 'relation';
      return [
        {
          id,
          group: id,
          source: entity.name.text,
          target: type.entity.text,
          label: relationFigure(field, measure),
          words: `${id}: ${one ? (field.required ? 'one' : 'at most one') : 'any number of'} ${type.entity.text}`,
          dashed: false,
          start: one && field.unique ? 'maybe' : 'many',
          end: one ? (field.required ? 'one' : 'maybe') : 'many',
          loose: ['target'],
        },
      ];
    }),
  );
  return { direction: 'right', nodes, edges };
}

/** Returns a short text for a type, for a line of a figure. */
export function typeWords(type: FieldType): string {
  switch (type.kind) {
    case 'relation':
      return type.entity.text;
    case 'members':
    case 'inverse':
      return `list of ${type.entity.text}`;
    case 'list':
      return `list of ${typeWords(type.of)}`;
    case 'rows':
      return 'list of {…}';
    case 'unknown':
      return type.text === '' ? '?' : type.text;
    case 'enum':
      return 'enum';
    default:
      if (type.in !== undefined) return `money in ${type.in.text}`;
      return type.maxLength === undefined ? type.kind : `${type.kind}(${type.maxLength})`;
  }
}

function entityFigure(entity: Entity, wrong: MistakenIds, measure: Measure): Figure {
  const fields = shownFields(entity).map((field) => ({
    field,
    name: `${truncateToWidth(field.name.text, 150, 12, 500, measure)}${field.required ? ' *' : ''}`,
    type: truncateToWidth(`${typeWords(field.type)}${field.computed === null ? '' : ', computed'}`, 150, 12, 400, measure),
  }));
  const title = truncateToWidth(entity.name.text, 240, 14, 600, measure);
  const widest = Math.max(
    measure(title, 14, 600) + 24,
    ...fields.map(({ name, type }) => measure(name, 12, 500) + measure(type, 12, 400) + 60),
  );
  const width = Math.max(140, Math.ceil(widest));
  const height = head + fields.length * line + foot;
  const shapes: Shape[] = [
    { kind: 'box', x: 0.5, y: 0.5, width: width - 1, height: height - 1, radius: 8, fill: '--bg-raised', line: '--border-strong' },
    {
      kind: 'path',
      d: `M.5 ${head - 4}V8.5A8 8 0 0 1 8.5 .5H${width - 8.5}A8 8 0 0 1 ${width - 0.5} 8.5V${head - 4}Z`,
      fill: '--bg-sunken',
      line: '--border-strong',
    },
    {
      kind: 'text',
      x: 12,
      y: 20,
      text: title,
      size: 14,
      weight: 600,
      paint: wrong.has(entity.name.text) ? '--danger-text' : '--text',
    },
  ];
  for (const [index, { field, name, type }] of fields.entries()) {
    const y = head + index * line + 15;
    const relation = field.type.kind === 'relation' || field.type.kind === 'members' || field.type.kind === 'inverse';
    shapes.push(
      { kind: 'text', x: 12, y, text: name, size: 12, weight: 500, paint: wrong.has(fieldId(field)) ? '--danger-text' : '--text' },
      {
        kind: 'text',
        x: width - 12,
        y,
        text: type,
        size: 12,
        weight: 400,
        paint: relation ? '--accent-text' : '--text-muted',
        anchor: 'end',
      },
    );
  }
  return { width, height, shapes };
}

function relationFigure(field: Field, measure: Measure): Figure {
  const name = truncateToWidth(field.name.text, 140, 12, 500, measure);
  const after = field.type.kind === 'relation' && field.type.onDelete !== 'restrict' ? `on delete ${field.type.onDelete}` : '';
  const width = Math.ceil(Math.max(measure(name, 12, 500), measure(after, 12, 400))) + 12;
  const shapes: Shape[] = [{ kind: 'text', x: width / 2, y: 15, text: name, size: 12, weight: 500, paint: '--text', anchor: 'middle' }];
  if (after !== '')
    shapes.push({ kind: 'text', x: width / 2, y: 31, text: after, size: 12, weight: 400, paint: '--text-muted', anchor: 'middle' });
  return { width, height: after === '' ? 22 : 38, shapes };
}
