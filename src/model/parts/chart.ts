import { nearest } from '../../base/nearest.ts';
import { entityUse, fieldUse, type PartPlace, type PartReader, screensSection, whereOf } from '../reading/part.ts';
import type { Phrase } from '../reading/phrase.ts';
import { aggregates, chartForms, chartPeriods } from '../vocabulary.ts';

const form = 'chart of FUNCTION [where …] by FIELD [per day, week, month or year] as bar, line, area or pie';

/**
 * `chart of FUNCTION [where …] by FIELD [per PERIOD] as FORM`; FUNCTION is `count of E` or `sum`,
 * `avg`, `min`, `max of E.field`.
 */
export const chart: PartReader<'chart'> = {
  begins: /^chart\s+of\s+(?=\S)/i,
  read(words, place) {
    const begin = /^(\w+)\s+of\s+/i.exec(words.rest.text);
    const aggregate = aggregates.find((one) => one === begin?.[1]?.toLowerCase());
    if (begin === null || aggregate === undefined)
      return `A chart begins with what is counted: “count of Ticket”, or sum, avg, min or max of a field. Write “${form}”.`;
    const clauses = splitClauses(words.rest.slice(begin[0].length));
    const dot = clauses.target.text.indexOf('.');
    const entity = entityUse(place, dot < 0 ? clauses.target : clauses.target.slice(0, dot));
    if (clauses.by === undefined) return `A chart says by which field it is divided: “by status”. Write “${form}”.`;
    if (aggregate !== 'count' && dot < 0) return `“${aggregate}” is of a field: “${aggregate} of ${entity.text}.amount”.`;
    if (aggregate === 'count' && dot >= 0) return `“count” is of an entity: “count of ${entity.text}”.`;
    return {
      kind: 'chart',
      aggregate,
      entity,
      field: dot < 0 ? null : fieldUse(place, clauses.target.slice(dot + 1).name(), entity.text),
      where: clauses.where === undefined ? null : whereOf(place, clauses.where, entity.text, `what the chart of ${place.screen} shows`),
      by: fieldUse(place, clauses.by.name(), entity.text),
      per: clauses.per === undefined ? null : word(place, clauses.per, chartPeriods),
      as: (clauses.as === undefined ? null : word(place, clauses.as, chartForms)) ?? 'bar',
    };
  },
};

type Clause = 'where' | 'by' | 'per' | 'as';

function splitClauses(phrase: Phrase): { readonly target: Phrase } & { readonly [Key in Clause]?: Phrase } {
  const marks = [...phrase.matches(/\s(where|by|per|as)\s+/g)];
  const found: { [Key in Clause]?: Phrase } = {};
  for (const [index, mark] of marks.entries()) {
    const name = mark[1] as Clause;
    found[name] ??= phrase.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? phrase.text.length);
  }
  return { target: phrase.slice(0, marks[0]?.index ?? phrase.text.length), ...found };
}

function word<Word extends string>(place: PartPlace, phrase: Phrase, allowed: readonly Word[]): Word | null {
  const lower = phrase.plain().text.toLowerCase();
  const found = allowed.find((one) => one === lower);
  if (found !== undefined) return found;
  const near = nearest(lower, allowed, 1);
  const message = `This must be ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}; “${phrase.text}” is none of these.`;
  place.reading.notes.misread(screensSection, phrase.span, near.length > 0 ? 'near-miss' : 'unknown-value', message, near);
  return null;
}
