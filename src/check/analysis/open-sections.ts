import type { Kind } from '../../model/ast/common.ts';
import type { Model } from '../../model/model.ts';
import type { Survey } from './survey.ts';

/** In which section a kind of name is declared. */
const sectionOf: Partial<Record<Kind, number>> = {
  screen: 2,
  entity: 3,
  field: 3,
  example: 3,
  state: 4,
  event: 4,
  role: 6,
  view: 7,
  service: 7,
  error: 8,
  constant: 9,
};

/**
 * Does the document itself say that a section is not shown? A section that is simply missing was
 * most likely forgotten.
 */
export const saysNotShown = (model: Model, section: number): boolean => {
  const info = model.sections[section - 1];
  return info !== undefined && info.state === 'not shown' && info.heading !== null;
};

/**
 * Is the section left open in which such a name would be declared? Then the name is not wrong: the
 * hole says what is missing.
 */
export const isLeftOpen = (model: Model, kind: Kind): boolean => {
  const section = sectionOf[kind];
  return section !== undefined && saysNotShown(model, section);
};

/**
 * The names that other sections use and a section that is left open would declare, in the order of
 * their first use.
 */
export function namesUsed(model: Model, survey: Survey, section: number): string[] {
  // Where no constant is listed, those that there are have been named elsewhere.
  if (section === 9) return model.constants.map(({ name }) => name.text);
  const found = new Map<string, number>();
  const note = (name: string, at: number): void => {
    if (!found.has(name) || (found.get(name) ?? 0) > at) found.set(name, at);
  };
  for (const { kind, text, found: known, span } of model.references) if (!known && sectionOf[kind] === section) note(text, span.from);
  const sources = [...survey.expressions().map(({ expression }) => expression), ...model.actions.map(({ action }) => action)];
  for (const source of sources) {
    for (const { kind, from, to, subject } of source.problems) {
      const name = subject !== undefined && kind === 'undefined-name' ? subject : source.source.slice(from, to);
      const declared = kind === 'undefined-name' ? (/^[A-Z][A-Z0-9_]+$/.test(name) ? 9 : 0) : problemSections[kind];
      if (declared === section) note(name, source.at(from));
    }
  }
  return [...found].sort((a, b) => a[1] - b[1]).map(([name]) => name);
}

const problemSections: Readonly<Record<string, number>> = {
  'undefined-screen': 2,
  'undefined-entity': 3,
  'undefined-state': 4,
  'undefined-event': 4,
  'undefined-view': 7,
  'undefined-error': 8,
  'undefined-message': 8,
};
