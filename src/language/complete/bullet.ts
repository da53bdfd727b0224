import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { aggregates, chartForms, chartPeriods, entityParts, formOptions, listingOptions, partWords } from '../../model/vocabulary.ts';
import { entities, events, fields, roles, screens } from './declared-names.ts';
import { entityAt } from './expression.ts';
import { type Completion, item, words } from './item.ts';
import type { Place } from './typing-place.ts';

/** Completions in a bullet of section 2, outside code spans. */
export function completeBullet(model: Model, place: Place): Completion[] {
  if (place.section !== 2 || place.form.kind !== 'bullet') return [];
  const { before } = place;
  const parent = place.form.parents[0] ?? '';
  const options = optionsOf(parent);
  if (options !== null) return completeOption(model, place, options);
  if (/^[\w-]*$/.test(before) || partWords.some(({ begins }) => begins.startsWith(before))) return partWords.map(partItem);
  if (/\sfor\s+[^:]*$/.test(before) && !/^form\b[^:]*$/.test(before)) return roles(model);
  if (beforeEntity.test(before)) return entities(model);
  if (/^chart of \w*$/.test(before)) return words(aggregates).map((one) => ({ ...one, insert: `${one.label} of ` }));
  if (/\sper \w*$/.test(before)) return words(chartPeriods);
  if (/^chart\b.*\sas \w*$/.test(before)) return words(chartForms);
  if (/^link\s[^:]*:/.test(before) || /^button\s[^:]*:\s*open\s/.test(before)) return screens(model);
  if (/^button\s[^:]*:/.test(before))
    return [
      item('open', 'keyword', 'open SCREEN', 1, 'open '),
      ...words(['create', 'update', 'delete'], 'keyword', 'action'),
      ...events(model, null),
    ];
  const entity = entityAt(model, place, '');
  if (/^buttons\s*:/.test(before)) return [...events(model, entity), item('delete', 'keyword')];
  const list = /^form\b.*:.*?(\w+)\s*\([^)]*$/.exec(before)?.[1];
  if (list !== undefined) return fields(model, lineEntityOf(model, entity, list));
  if (/:/.test(before)) return columns(model, entity, before);
  if (/\s(?:by|to) \w*$/.test(before)) return suitable(model, entity, before);
  return [
    ...words(['where', 'by', ...(/^calendar\b.*\sby\s/.test(before) ? ['to', 'colour by'] : []), 'when', 'for'], 'keyword').map((one) => ({
      ...one,
      insert: `${one.label} `,
    })),
    item('as', 'keyword', 'as "TITLE"', 1, 'as "'),
    ...(/^list\b/.test(before) ? [item('as conversation', 'keyword', 'messages with a box for the next')] : []),
  ];
}

/** The fields that a board, calendar or chart can group, arrange or colour its records by. */
function suitable(model: Model, entity: string | null, before: string): Completion[] {
  const kinds = /^board\b/.test(before)
    ? ['state', 'enum', 'relation']
    : /\scolour by \w*$/.test(before)
      ? ['state', 'enum', 'relation', 'boolean']
      : /^calendar\b/.test(before)
        ? ['date', 'datetime']
        : null;
  const all = fields(model, entity);
  if (kinds === null || entity === null) return all;
  return all.filter(({ label }) => kinds.includes(fieldOf(model, entity, label)?.type.kind ?? ''));
}

/** The entity of the lines in a form's field; null if the field has no lines. */
function lineEntityOf(model: Model, entity: string | null, list: string): string | null {
  const type = entity === null ? undefined : fieldOf(model, entity, list)?.type;
  return type?.kind === 'inverse' ? type.entity.text : null;
}

const beforeEntity = new RegExp(`^(?:${entityParts.join('|')}) of \\w*$|^chart of \\w+ of \\w*$|^form to create \\w*$`);

/** Completes the keywords of a part together with the colon or space that follows. */
const partItem = ({ begins, form }: (typeof partWords)[number]): Completion => {
  const after = form.charAt(begins.length);
  return item(begins, 'form', form, 1, `${begins}${after === ':' ? ': ' : after}`);
};

/**
 * The options allowed in bullets nested in a part; null under a layout part and at the top, where
 * parts go.
 */
function optionsOf(parent: string): readonly string[] | null {
  if (/^(?:list|cards|board|calendar) of\b/.test(parent)) return listingOptions;
  return /^form to\b/.test(parent) ? formOptions : null;
}

/** Completes fields, fields along a path of relations, and `as` after a column. */
function columns(model: Model, entity: string | null, before: string): Completion[] {
  const path = /((?:\w+\.)+)\w*$/.exec(before)?.[1];
  if (path !== undefined) {
    let at = entity;
    for (const name of path.split('.').slice(0, -1)) {
      const type = at === null ? undefined : fieldOf(model, at, name)?.type;
      at = type?.kind === 'relation' ? type.entity.text : null;
    }
    return fields(model, at);
  }
  const titled = /[:,]\s*[\w.]+\s+\w*$/.test(before) && entity !== null && !/^form\b/.test(before);
  return titled ? [item('as', 'keyword', 'as "TITLE"', 0, 'as "'), ...fields(model, entity)] : fields(model, entity);
}

function completeOption(model: Model, place: Place, options: readonly string[]): Completion[] {
  const { before } = place;
  const entity = entityAt(model, place, '');
  if (/^(?:then )?open\s/.test(before)) return screens(model);
  if (/^bulk\s/.test(before)) return [...events(model, entity), item('delete', 'keyword')];
  if (/^sort\s.*\w\s+\w*$/.test(before) && !/,\s*\w*$/.test(before)) return words(['asc', 'desc']);
  if (/^(?:sort|search)\s/.test(before)) return [...columns(model, entity, before), ...titlesOf(place)];
  if (/^(?:filter|group by|edit)\s/.test(before)) return fields(model, entity);
  return words(options).map((one) => ({
    ...one,
    insert: one.label === 'empty' ? 'empty "' : one.label === 'with' ? 'with {"' : `${one.label} `,
  }));
}

/** The titles of columns in the part above, which options may refer to. */
function titlesOf({ form }: Place): Completion[] {
  const [parent = ''] = form.kind === 'bullet' ? form.parents : [];
  const columnsAt = parent.indexOf(':');
  const titles = columnsAt < 0 ? [] : [...parent.slice(columnsAt).matchAll(/\bas ("[^"]+")/g)].map(([, title = '']) => title);
  return words(titles, 'value', 'title of a column');
}
