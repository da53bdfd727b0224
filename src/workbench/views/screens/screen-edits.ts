import type { TextEdit } from '../../../base/text-edit.ts';
import { combineSteps, writeIn } from '../../../check/asking/write.ts';
import type { Part, Screen } from '../../../model/ast/screens.ts';
import { screenOf } from '../../../model/lookup.ts';
import type { Model } from '../../../model/model.ts';
import { appendUnder } from '../../../syntax/edit-section.ts';
import { lineEndOf } from '../../../syntax/edit-table.ts';
import { addRowTo } from '../row-edits.ts';
import { allParts, linksOf } from './links.ts';
import { assumptionsOf, isWritten } from './written.ts';

export interface NewScreen {
  readonly name: string;
  readonly route: string;
  /** Empty: about no record. */
  readonly about: string;
  readonly roles: string;
}

/** Adds a row to the table of screens, adding the table if there is none. */
export function addScreen(model: Model, { name, route, about, roles }: NewScreen): TextEdit[] {
  const cells = { Screen: name, Route: route, About: about, Roles: roles, Description: '' };
  const last = model.screens.findLast((screen) => isWritten(model, screen));
  return addRowTo(model, 2, last, cells);
}

/**
 * Adds a link from one screen to another. A screen without a parameter gets a link part; a screen
 * about a record is opened from a list of records, using an existing list if there is one.
 */
export function addLink(model: Model, from: Screen, to: Screen, label: string): TextEdit[] {
  const unwritten = from.assumed ? from : isWritten(model, to) ? undefined : to;
  const assumed = unwritten === undefined ? undefined : assumptionsOf(model, unwritten)[0]?.write;
  if (assumed) {
    // First writes down an assumed screen as it was shown so far; it may contain the link already.
    return combineSteps(
      model,
      () => assumed.edits,
      (next) => {
        const [start, end] = [screenOf(next, from.name.text), screenOf(next, to.name.text)];
        if (!start || !end || start.assumed) return [];
        const leads = linksOf(next).some((link) => !link.implied && link.from === start.name.text && link.to === end.name.text);
        return leads ? [] : addLink(next, start, end, label);
      },
    );
  }
  const entity = to.about?.text;
  if (to.parameters.length === 0 || entity === undefined) return addBullets(model, from, [`- link ${label}: ${to.name.text}`]);
  const listing = allParts(from.parts).find(
    (part) => (part.kind === 'list' || part.kind === 'cards') && part.entity.text === entity && part.open === null,
  );
  if (listing !== undefined) return [behind(model, listing, `  - open ${to.name.text}`)];
  const shown = model.entities.find(({ name }) => name.text === entity);
  const field = shown?.label ?? shown?.fields[0]?.name.text ?? 'createdAt';
  return addBullets(model, from, [`- list of ${entity}: ${field}`, `  - open ${to.name.text}`]);
}

/** Adds bullets after the last part of a screen. */
export function addBullets(model: Model, { name, heading, parts }: Screen, bullets: readonly string[]): TextEdit[] {
  const last = parts.at(-1);
  if (last !== undefined) return [behind(model, last, bullets.join('\n'))];
  const markdown = bullets.join('\n');
  return heading === null ? writeIn(model, 2, `### ${name.text}\n\n${markdown}`) : appendUnder(model.tree, heading.to, markdown);
}

/** Inserts lines after a part and its nested bullets, with the same indentation. */
function behind({ tree: { text } }: Model, { span }: Part, lines: string): TextEdit {
  const start = Math.max(text.lastIndexOf('\n', span.from - 1), text.lastIndexOf('\r', span.from - 1)) + 1;
  const indent = /^[ \t]*/.exec(text.slice(start, span.to))?.[0] ?? '';
  let end = span.to;
  while (end > span.from && /\s/.test(text[end - 1] ?? '')) end--;
  const lineEnd = lineEndOf(text);
  const insert = lines
    .split('\n')
    .map((line) => `${lineEnd}${indent}${line}`)
    .join('');
  return { from: end, to: end, insert };
}
