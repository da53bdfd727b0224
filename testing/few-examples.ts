/**
 * The document with the first `kept` examples of each table, or with those named, and without some
 * columns of these tables: for tests that try everything with every example. An example that leads
 * to one that is left out is left out too, and so is a table without any.
 */
export function fewExamples(text: string, kept: number | ReadonlySet<string> = 5, withoutColumns: ReadonlySet<string> = new Set()): string {
  const gone = new Set<string>();
  let row: number | null = null;
  let columns: readonly number[] = [];
  return text
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('|')) row = null;
      const cells = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      if (/^\|\s*Example\s*\|/u.test(line)) {
        row = -2;
        columns = cells.flatMap((cell, index) => (withoutColumns.has(cell) ? [] : [index]));
      }
      if (row === null) return [line];
      row++;
      const shown = columns.length === cells.length ? line : `|${columns.map((index) => pad(cells[index] ?? '')).join('|')}|`;
      if (row <= 0) return [shown];
      const [name = ''] = cells;
      const stays = (typeof kept === 'number' ? row <= kept : kept.has(name)) && !cells.some((cell) => gone.has(cell));
      if (stays) return [shown];
      gone.add(name);
      return [];
    })
    .join('\n')
    .replaceAll(emptyTable, '');
}

const emptyTable = /\n\| Example \|.*\n\|[-|]+\|(?=\n(?!\|))\n?/gu;

const pad = (cell: string): string => (cell === '' ? ' ' : /^-+$/u.test(cell) ? cell : ` ${cell} `);

/** Documents with many examples; how many of each table such tests need. */
const needed: ReadonlyMap<string, number> = new Map([
  ...['booking.md', 'bookshop.md', 'clinic.md', 'inventory.md', 'school.md', 'webshop.md'].map((name) => [name, 5] as const),
  // The sixth person is invited, and the sixth membership is one person's second organisation.
  ['teamwork.md', 6],
]);

/** The examples of the helpdesk that tests name and count. */
const ofHelpdesk = new Set(['Ana', 'Carl', 'Bo', 'Ida', 'Mia', 'Boiler', 'Valve', 'Invoice', 'Answer']);

/** Invoices of each state; the document has the oldest first. */
const ofInvoicing = new Set(
  `Dora Milo Ben Harbour North Museum Bakery Choir Brochure Website Menu Poster Bags
   BrochureDesign BrochurePhotos BrochureProofs WebsiteConcept WebsitePages MenuPaid PosterPart PosterNote`.split(/\s+/u),
);

/** Tests make their records now. */
const withoutDates = new Set(['createdAt', 'createdBy']);

/** Tests of Conduit name its first two people and write every article themselves. */
const ofConduit = new Set(['Jake', 'Celeb']);

/** A document of `specs/`, by its file's name, with few examples. */
export function withFewExamples(name: string, text: string): string {
  if (name === 'helpdesk.md') return fewExamples(text, ofHelpdesk, new Set(['tags', 'createdAt', 'createdBy', 'resolvedAt']));
  if (name.startsWith('conduit')) return fewExamples(text, ofConduit, new Set(['followers']));
  if (name === 'invoicing.md') return fewExamples(text, ofInvoicing, withoutDates);
  const most = needed.get(name);
  return most === undefined ? text : fewExamples(text, most, withoutDates);
}

/** Those that most tests run and count, as `testing/documents` has them. */
export const documentsOfTests: readonly string[] = ['helpdesk.md', 'conduit.md', 'conduit-strict.md'];
