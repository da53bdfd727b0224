import type { Span } from '../../../base/span.ts';
import type { Part, Screen } from '../../../model/ast/screens.ts';
import { partsIn, screenAbout, screenOf } from '../../../model/lookup.ts';
import type { Model } from '../../../model/model.ts';

/** A link from one screen to another. */
export interface ScreenLink {
  readonly from: string;
  readonly to: string;
  /** Its label (`Report a problem`), or what leads there: `a row of Ticket`. */
  readonly words: string;
  /** The part that contains the link. */
  readonly span: Span;
  /** The link is implicit: rows lead to the screen about their record. */
  readonly implied: boolean;
}

/** Returns the links between the screens of a document, in document order. */
export function linksOf(model: Model): readonly ScreenLink[] {
  return model.screens.flatMap((screen) => screen.parts.flatMap((part) => linksFrom(model, screen, part)));
}

function linksFrom(model: Model, screen: Screen, part: Part): readonly ScreenLink[] {
  const link = (to: string | undefined, words: string, implied = false): readonly ScreenLink[] =>
    to === undefined || screenOf(model, to) === undefined ? [] : [{ from: screen.name.text, to, words, span: part.span, implied }];
  switch (part.kind) {
    case 'list':
    case 'cards':
    case 'board':
    case 'calendar': {
      const entity = part.entity.text;
      return part.open
        ? link(part.open.text, `a row of ${entity}`)
        : link(screenAbout(model, entity)?.name.text, `a row of ${entity}`, true);
    }
    case 'form':
      return part.then ? link(part.then.text, part.purpose === 'create' ? 'when created' : 'when saved') : [];
    case 'button':
      return part.action.steps.flatMap((step) => (step.kind === 'open' ? link(step.screen.text, part.label) : []));
    case 'link':
      return link(part.screen.text, part.label);
    case 'section':
    case 'columns':
    case 'tabs':
      return part.parts.flatMap((inside) => linksFrom(model, screen, inside));
    default:
      return [];
  }
}

/** Returns all parts of a screen, including nested ones, in document order. */
export const allParts = (parts: readonly Part[]): readonly Part[] => parts.flatMap((part) => [part, ...allParts(partsIn(part))]);

/** Returns a short text for a part. */
export function partWords(part: Part): string {
  switch (part.kind) {
    case 'figure':
      return `figure ${part.label}`;
    case 'form':
      return `form to ${part.purpose}${part.entity ? ` ${part.entity.text}` : ''}`;
    case 'button':
      return `button ${part.label}`;
    case 'link':
      return `link ${part.label}`;
    case 'section':
      return `section ${part.title}`;
    case 'component':
      return `component ${part.name.text}`;
    case 'sign-in':
    case 'sign-up':
      return `${part.kind} form`;
    case 'unread':
      return part.text === '' ? '?' : part.text;
    default:
      return 'entity' in part ? `${part.kind} of ${part.entity.text}` : part.kind;
  }
}
