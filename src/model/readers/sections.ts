import type { SectionNode } from '../../syntax/tree.ts';
import { type SectionInfo, type SectionState, sectionNames, sectionTitles } from '../ast/common.ts';
import { saysNotShown } from '../reading/cell-forms.ts';
import type { Reading } from '../reading/reading.ts';
import { tableKinds, tableWords } from '../vocabulary.ts';
import { hasErrorBody } from './errors.ts';

/** For each section, a sentence that says what the product does without it. */
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

/** How completely each of the nine sections is specified, disregarding assumptions. */
export const sectionStates = (reading: Reading): SectionState[] =>
  sectionNames.map((_, index) =>
    stateOf(
      reading,
      reading.tree.sections.filter((section) => section.number === index + 1),
      index + 1,
    ),
  );

/**
 * The nine sections, with a hole for each that is not shown. `assumed`: the numbers of sections
 * that have content but are assumed as a whole.
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

/** Reports a section that follows a later one: it works, but readers expect it earlier. */
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

/** Whether the document contains any form of that section, wherever it is. */
function hasForm(reading: Reading, number: number): boolean {
  if (tableKinds.some((kind) => tableWords[kind].section === number && reading.forms[kind].length > 0)) return true;
  if (number === 3) return reading.entities.size > 0;
  return number === 8 && hasErrorBody(reading);
}
