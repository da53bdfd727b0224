import { nearest } from '../../base/nearest.ts';
import { withArticle } from '../../expression/types/type-words.ts';
import type { Model } from '../../model/model.ts';
import { citusSql, layoutWords } from '../../store/layout/citus.ts';
import { type Division, type Divisions, divisionsOf, isBlocked } from '../../store/layout/divide.ts';
import type { LayoutFinding } from '../../store/layout/finding.ts';
import { asComments, type Exported, type Exporter, type Loss, oneLine } from '../exporter.ts';

/** The Postgres schema that contains the tables of `ninefold serve`. */
const servedSchema = 'ninefold';

/**
 * Distributes a product's tables over several machines with Citus (docs/guide/citus.md). The SQL
 * applies to tables that the store has created.
 */
export const citus: Exporter = {
  name: 'citus',
  summary: 'SQL that divides the tables of a served product over several machines, by Citus.',
  file: 'citus.sql',
  withLosses: asComments('--'),
  options: ['by'],
  export(model, { by } = {}): Exported {
    const divisions = divisionsOf(model);
    const chosen = by === undefined ? divisions.divisions[0] : divisions.divisions.find(({ root }) => root === by);
    if (chosen === undefined) return { text: null, losses: withoutRoot(model, divisions, by) };
    if (isBlocked(chosen)) return { text: null, losses: lossesOf(chosen.findings.filter(({ kind }) => kind === 'hinders')) };
    const text = `${header(model, divisions, chosen)}\n${citusSql(divisions.schema, chosen.layout, servedSchema)}`;
    return { text, losses: [...(by === undefined ? passedOver(model, divisions, chosen) : []), ...lossesOf(chosen.findings)] };
  },
};

const words: Readonly<Record<LayoutFinding['kind'], string>> = {
  hinders: 'cannot be divided',
  narrower: 'no longer possible',
  weaker: 'weaker guarantee',
  slower: 'slower',
};

const lossesOf = (findings: readonly LayoutFinding[]): Loss[] =>
  findings.map(({ kind, span, message }) => ({ span, kind: words[kind], message: `${message}.` }));

/** Explains why the root is not the entity that people work in, if another root was chosen. */
function passedOver(model: Model, divisions: Divisions, chosen: Division): Loss[] {
  const worksIn = model.account?.worksIn?.text;
  if (worksIn === undefined || worksIn === chosen.root) return [];
  const hindered = divisions.divisions.find(({ root }) => root === worksIn);
  const reasons =
    hindered === undefined ? withoutRoot(model, divisions, worksIn) : lossesOf(hindered.findings.filter(({ kind }) => kind === 'hinders'));
  return reasons.map((reason) => ({ ...reason, kind: `not divided by ${worksIn}` }));
}

/** Explains why no records belong to the requested entity, or to any entity. */
function withoutRoot(model: Model, { ties }: Divisions, by: string | undefined): Loss[] {
  const entity = model.entities.find(({ name }) => name.text === by);
  const beginning = { from: 0, to: 0 };
  const loose = ties.loose.filter(({ tie }) => by === undefined || tie.target === by);
  const why =
    by === undefined
      ? 'no entity has a required relation that stays, by which its records would belong to one of another'
      : entity === undefined
        ? `there is no entity ${by}${nearestWords(by, model)}`
        : `no entity belongs to ${withArticle(by)} by a required relation that stays`;
  return [
    { span: entity?.name.span ?? beginning, kind: words.hinders, message: `${why}.` },
    ...loose.map(({ tie, change }) => ({
      span: change.span,
      kind: words.hinders,
      message: `${tie.entity}.${tie.field.name.text} may change: ${change.why}.`,
    })),
  ];
}

function nearestWords(by: string, model: Model): string {
  const guess = nearest(
    by,
    model.entities.map(({ name }) => name.text),
  )[0];
  return guess === undefined ? '' : ` (did you mean ${guess}?)`;
}

function header(model: Model, { divisions }: Divisions, chosen: Division): string {
  const others = divisions.filter((one) => one !== chosen);
  const line = ({ root, hanging, findings }: Division): string => {
    const hinders = findings.filter(({ kind }) => kind === 'hinders').length;
    return `${root} (${[...hanging.keys()].join(', ')})${hinders === 0 ? '' : `: hindered, ${hinders === 1 ? 'for one reason' : `for ${hinders} reasons`}`}`;
  };
  return [
    `The tables of “${model.name}” for Citus, divided by ${chosen.root}: ${[...chosen.hanging.keys()].join(', ')} ${chosen.hanging.size === 1 ? 'is stored with its' : 'are stored with their'} ${chosen.root}.`,
    ...layoutWords(chosen.layout).map((one) => `  ${one}`),
    ...(others.length === 0 ? [] : [`By --by it could be ${others.map(line).join('; ')}.`]),
    'For tables that `ninefold serve` has made; docs/guide/citus.md says what was tested and what was not.',
  ]
    .map((text) => `-- ${oneLine(text)}`)
    .join('\n');
}
