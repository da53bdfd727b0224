import type { SectionNode } from '../../syntax/tree.ts';
import { type SectionInfo, type SectionState, sectionNames, sectionTitles } from '../ast/common.ts';
import { saysNotShown } from '../reading/cell-forms.ts';
import type { Reading } from '../reading/reading.ts';
import { tableKinds, tableWords } from '../vocabulary.ts';
import { hasErrorBody } from './errors.ts';

/** What the product does without a section, as a sentence. */
const consequences: readonly string[] = [
  'Its users are not known yet, and no scenario tests it.',
  'People use the screens that are assumed for its entities.',
  'It keeps no records.',
  'Its records have no states and no events.',
  'Nothing is refused but what does not fit its type.',
  'Everyone may do everything.',
  'The conventional REST calls for its entities are served.',
  'The product’s own errors have the product’s own words.',
  'What depends on a constant is not enforced.',
];

/** How much each of the nine sections says, what is assumed for it left aside. */
export const sectionStates = (reading: Reading): SectionState[] =>
  sectionNames.map((_, index) =>
    stateOf(
      reading,
      reading.tree.sections.filter((section) => section.number === index + 1),
      index + 1,
    ),
  );

/**
 * The nine sections, with a hole for each that is not shown. `assumed`: those that say something,
 * and yet something is assumed for the whole.
 */
export function readSections(reading: Reading, states: readonly SectionState[], assumed: ReadonlySet<number>): SectionInfo[] {
  const { tree } = reading;
  noteOrder(reading);
  const end = { from: tree.text.length, to: tree.text.length };
  return sectionNames.map((name, index) => {
    const number = index + 1;
    const first = tree.sections.find((section) => section.number === number);
    const state = assumed.has(number) ? 'assumed' : (states[index] as SectionState);
    const title = sectionTitles[index] as string;
    const info: SectionInfo = { number, name, title, state, heading: first?.heading.span ?? null, span: first?.span ?? end };
    if (state === 'not shown') {
      const about = `section ${number}, ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
      reading.notes.hole(number, info.heading ?? end, 'section', about, consequences[index] as string);
    }
    return info;
  });
}

/** A section behind a later one works, and readers look for it elsewhere. */
function noteOrder(reading: Reading): void {
  let last = 0;
  for (const { number, heading } of reading.tree.sections) {
    if (number < last) {
      const message = `Section ${number} comes after section ${last}; readers look for it before. It works here too.`;
      reading.notes.misread(number, heading.span, 'misplaced', message);
    }
    last = Math.max(last, number);
  }
}

function stateOf(reading: Reading, nodes: readonly SectionNode[], number: number): SectionState {
  if (hasForm(reading, number)) return 'shown';
  const blocks = nodes.flatMap((node) => node.blocks).filter((block) => block.kind !== 'heading');
  if (blocks.length === 0) return 'not shown';
  const says = blocks.some(
    (block) =>
      (block.kind === 'paragraph' && saysNotShown(block.text)) ||
      (block.kind === 'bullets' && block.items.some((item) => saysNotShown(item.text))),
  );
  return says ? 'not shown' : 'described';
}

/** Does the document say something in the forms of that section, wherever they stand? */
function hasForm(reading: Reading, number: number): boolean {
  if (tableKinds.some((kind) => tableWords[kind].section === number && reading.forms[kind].length > 0)) return true;
  if (number === 3) return reading.entities.size > 0;
  return number === 8 && hasErrorBody(reading);
}
