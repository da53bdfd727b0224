import type { Kind } from '../../model/ast/common.ts';
import type { Model } from '../../model/model.ts';
import type { ModelFacts } from './survey.ts';

/** The section that declares each kind of name. */
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
 * Whether the document states that a section is not shown. A section that is simply missing was
 * probably forgotten.
 */
export const saysNotShown = (model: Model, section: number): boolean => {
  const info = model.sections[section - 1];
  return info !== undefined && info.state === 'not shown' && info.heading !== null;
};

/**
 * Whether the section that would declare such a name is left open. The name is then no mistake,
 * since the hole already reports what is missing.
 */
export const isLeftOpen = (model: Model, kind: Kind): boolean => {
  const section = sectionOf[kind];
  return section !== undefined && saysNotShown(model, section);
};

/**
 * The names that an open section would declare because other sections use them, in order of first
 * use.
 */
export function namesUsed(model: Model, survey: ModelFacts, section: number): string[] {
  // If section 9 lists no constants, the model's constants were found elsewhere.
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
