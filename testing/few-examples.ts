/**
 * The document with the first `kept` examples of each table, or with those named, and without some
 * columns: for tests that try everything with every example. Also removes examples that refer to a
 * removed one, and tables without any.
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

/** Documents with many examples: how many of each table the tests need, or which. */
const needed: ReadonlyMap<string, number | ReadonlySet<string>> = new Map<string, number | ReadonlySet<string>>([
  ['school.md', 5],
  // The sixth person is invited, and the sixth membership is one person's second organisation.
  ['teamwork.md', 6],
  // These list their oldest records first.
  ['booking.md', named('Lena Tom Ines Ravi Asha Court1 Court2 Lounge Closed Court3 Evening Training')],
  [
    'bookshop.md',
    named('Irene Marta Tom Rocio Lola Lighthouse Tides Cookbook Atlas Verses Gift Travel TomOrder LolaOrder GiftBook TravelBook TomOther'),
  ],
  ['clinic.md', named('Huda Layla Omar Sami Rana SamiCheck RanaCrown RanaCheck SamiNote')],
  [
    'inventory.md',
    named(
      'Max Olga Iris Parts4U Lombardi Steamworks Nordseal Seal Boiler Gasket Screen Basket Counted CountedToo GasketCount ScreenCount BasketCount',
    ),
  ],
  [
    'webshop.md',
    named(
      'Ingrid Maja Tor Siri Jonas Vinter Hardanger Natt Fjell Brygge Breakfast Christmas BreakfastNatt ChristmasVinter ChristmasHardanger',
    ),
  ],
]);

function named(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/u));
}

/** The examples of the helpdesk that tests name and count. */
const ofHelpdesk = new Set(['Ana', 'Carl', 'Bo', 'Ida', 'Mia', 'Boiler', 'Valve', 'Invoice', 'Answer']);

/** Invoices of each state; the document lists the oldest first. */
const ofInvoicing = named(
  `Dora Milo Ben Harbour North Museum Bakery Choir Brochure Website Menu Poster Bags
   BrochureDesign BrochurePhotos BrochureProofs WebsiteConcept WebsitePages MenuPaid PosterPart PosterNote`,
);

/** Tests create their records at the current time. */
const withoutDates = new Set(['createdAt', 'createdBy']);

/** Tests of Conduit name its first two people and create all articles themselves. */
const ofConduit = new Set(['Jake', 'Celeb']);

/** A document of `specs/`, by file name, with few examples. */
export function withFewExamples(name: string, text: string): string {
  if (name === 'helpdesk.md') return fewExamples(text, ofHelpdesk, new Set(['tags', 'createdAt', 'createdBy', 'resolvedAt']));
  if (name.startsWith('conduit')) return fewExamples(text, ofConduit, new Set(['followers']));
  if (name === 'invoicing.md') return fewExamples(text, ofInvoicing, withoutDates);
  const most = needed.get(name);
  return most === undefined ? text : fewExamples(text, most, withoutDates);
}

/** The documents that most tests use, stored in `testing/documents`. */
export const documentsOfTests: readonly string[] = ['helpdesk.md', 'conduit.md', 'conduit-strict.md'];
