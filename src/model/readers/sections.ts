import type { SectionNode } from '../../syntax/tree.ts';
import { type SectionInfo, type SectionState, sectionNames, sectionTitles } from '../facts/common.ts';
import type { Reading } from '../reading/reading.ts';
import { saysNotShown } from '../reading/words.ts';
import { tableKinds, tableWords } from '../vocabulary.ts';

/** What the product does without a section, as a sentence. */
const consequences: readonly string[] = [
  'Nobody knows yet for whom it is, and no scenario tests it.',
  'People use the screens that are assumed for its entities.',
  'It keeps no records.',
  'Its records have no states and no events.',
  'Nothing is refused but what does not fit its type.',
  'Everyone may do everything.',
  'The conventional REST calls for its entities are served.',
  'The product’s own errors have the product’s own words.',
  'Expressions can use no constants.',
];

/** The nine sections, however many there are, with a hole for each that is not shown. */
export function readSections(reading: Reading, assumed: ReadonlySet<number> = new Set()): SectionInfo[] {
  const { tree } = reading;
  const end = { from: tree.text.length, to: tree.text.length };
  return sectionNames.map((name, index) => {
    const number = index + 1;
    const nodes = tree.sections.filter((section) => section.number === number);
    const [first] = nodes;
    const state = stateOf(reading, nodes, number, assumed.has(number));
    const title = sectionTitles[index] as string;
    const info: SectionInfo = { number, name, title, state, heading: first?.heading.span ?? null, span: first?.span ?? end };
    if (state === 'not shown') {
      const about = `section ${number}, ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
      reading.notes.hole(number, info.heading ?? end, 'section', about, consequences[index] as string);
    }
    return info;
  });
}

function stateOf(reading: Reading, nodes: readonly SectionNode[], number: number, assumed: boolean): SectionState {
  if (hasForm(reading, number)) return assumed ? 'assumed' : 'shown';
  const blocks = nodes.flatMap((node) => node.blocks).filter((block) => block.kind !== 'heading');
  if (blocks.length === 0) return 'not shown';
  const says = blocks.some(
    (block) =>
      (block.kind === 'paragraph' && saysNotShown(block.text)) ||
      (block.kind === 'bullets' && block.items.some((item) => saysNotShown(item.text))),
  );
  if (says) return 'not shown';
  return assumed ? 'assumed' : 'described';
}

/** Does the document say something in the forms of that section, wherever they stand? */
function hasForm(reading: Reading, number: number): boolean {
  if (tableKinds.some((kind) => tableWords[kind].section === number && reading.forms[kind].length > 0)) return true;
  if (number === 3) return reading.entities.size > 0;
  return number === 8 && reading.notes.expressions.some((placed) => placed.section === 8);
}
