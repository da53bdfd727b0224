import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { checkModel } from '../../check/check.ts';
import { readModel } from '../../model/read.ts';
import { NotReadable } from '../draft.ts';
import { importSpreadsheet } from '../import.ts';
import { readSheets, sheetLimits } from './read-sheets.ts';

const rels = (count: number): string =>
  `<Relationships xmlns="x">${Array.from({ length: count }, (_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}</Relationships>`;

/** Builds an .xlsx file from the row XML of each sheet. */
function workbook(sheets: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}): Uint8Array {
  const listed = Object.keys(sheets).map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  return zipSync({
    'xl/workbook.xml': strToU8(`<?xml version="1.0"?><workbook xmlns:r="r"><sheets>${listed.join('')}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': strToU8(rels(listed.length)),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
      ]),
    ),
    ...Object.fromEntries(Object.entries(more).map(([path, text]) => [path, strToU8(text)])),
  });
}

const text = (words: string): string => `<c t="inlineStr"><is><t>${words}</t></is></c>`;
const rowOf = (...cells: readonly string[]): string => `<row>${cells.join('')}</row>`;

const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="#,##0.00\\ [$€-407]"/><numFmt numFmtId="171" formatCode="0.0%"/>
<numFmt numFmtId="172" formatCode="[Red]General"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="172"/></cellXfs></styleSheet>`;

test('cells contain what the spreadsheet displays', () => {
  const shared =
    '<sst><si><t>Name &amp; co</t></si><si><r><t>Ana</t></r><r><t xml:space="preserve"> Díaz</t></r><rPh><t>アナ</t></rPh></si><si/></sst>';
  const rows = [
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>When</t></is></c><c r="D1" t="str"><f>A1&amp;B1</f><v>Sum</v></c></row>',
    '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" s="1"><v>46025</v></c><c r="C3" s="2"><v>1234.5</v></c><c r="D3"><v>0.30000000000000004</v></c></row>',
    '<row r="4"><c r="A4" t="b"><v>1</v></c><c r="B4" s="3"><v>0.125</v></c><c r="C4" s="4"><v>46025.5</v></c><c r="D4" s="5"><v>0.4375</v></c></row>',
    '<row r="5"><c r="A5" t="s"><v>2</v></c><c r="B5" t="e"><v>#REF!</v></c><c r="C5" s="6"><v>1E-7</v></c><c r="D5"><v>12345678</v></c></row>',
    '<row r="6"><c r="A6"/></row>',
  ];
  expect(readSheets(workbook({ Bikes: rows.join('') }, { 'xl/sharedStrings.xml': shared, 'xl/styles.xml': styles }))).toEqual([
    {
      name: 'Bikes',
      rows: [
        { number: 1, cells: ['Name & co', 'When', '', 'Sum'] },
        { number: 3, cells: ['Ana Díaz', '2026-01-03', '1234.50 €', '0.3'] },
        { number: 4, cells: ['yes', '12.5%', '2026-01-03T12:00:00Z', '10:30'] },
        { number: 5, cells: ['', '', '0.0000001', '12345678'] },
      ],
    },
  ]);
});

test('each sheet becomes an entity with a screen, text above the header is left out, and the document has no errors', () => {
  const bikes = [
    rowOf(text('Our bikes')),
    rowOf(text('Name'), text('Kind'), text('Price')),
    ...['road', 'city', 'road', 'city'].map((kind, index) => rowOf(text(`Bike ${index}`), text(kind), `<c s="2"><v>${index}.5</v></c>`)),
  ];
  const { text: document, losses } = importSpreadsheet(
    workbook(
      { Bikes: bikes.join(''), Owners: rowOf(text('Name'), text('Mail')) + rowOf(text('Ana'), text('ana@example.com')), Empty: '' },
      { 'xl/styles.xml': styles },
    ),
    'shop.xlsx',
  );
  const model = readModel(document);
  expect(checkModel(model).filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(model.entities.map(({ name, fields }) => [name.text, fields.map((field) => `${field.name.text}: ${field.type.kind}`)])).toEqual([
    ['Bike', ['name: text', 'kind: enum', 'price: money']],
    ['Owner', ['name: text', 'mail: email']],
  ]);
  expect(model.screens.map(({ route }) => route)).toEqual(['/', '/bikes/new', '/bikes/:id', '/owners', '/owners/new', '/owners/:id']);
  expect(losses.map(({ where }) => where)).toEqual(['sheet “Bikes”']);
});

test('losses give row numbers in the file, which may omit empty rows', () => {
  const row = (number: number, ...cells: readonly string[]): string => rowOf(...cells).replace('<row', `<row r="${number}"`);
  const sheet = row(1, text('Name'), text('Kind')) + row(3, text('a'), text('b')) + rowOf() + row(7, text('a'), text('b'), text('more'));
  expect(importSpreadsheet(workbook({ Bikes: sheet }), 'shop.xlsx').losses.map(({ where }) => where)).toEqual(['sheet “Bikes”, row 7']);
  expect(readSheets(workbook({ Bikes: sheet }))[0]?.rows.map(({ number }) => number)).toEqual([1, 3, 7]);
});

test('files that are no spreadsheets, too large or malicious are refused with the reason', () => {
  const refused = (bytes: Uint8Array): string => {
    try {
      readSheets(bytes);
    } catch (error) {
      if (error instanceof NotReadable) return error.message;
      throw error;
    }
    return '';
  };
  expect(refused(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).toContain('.xls');
  expect(refused(strToU8('PK no archive'))).toContain('cannot be unpacked');
  expect(refused(zipSync({ 'a.txt': strToU8('a') }))).toContain('not a spreadsheet');
  expect(refused(workbook({ A: '' }, { 'xl/styles.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>' }))).toContain('document type');
  expect(refused(workbook({ A: '<row a="' }))).toContain('malformed');
  expect(refused(workbook({ A: rowOf(`<c r="ZZ1"><v>1</v></c>`) }))).toContain('columns');
  expect(refused(workbook(Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`S${index}`, '']))))).toContain('sheets');
  // A zip bomb whose directory claims a small size.
  const bomb = workbook({ A: rowOf(text('a'.repeat(sheetLimits.unpacked + 1))) });
  expect(bomb.length).toBeLessThan(200_000);
  const view = new DataView(bomb.buffer);
  for (let at = 0; at < bomb.length - 30; at++)
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 1_000_000) view.setUint32(at + 24, 100, true);
  expect(refused(bomb)).toContain('larger than 6');
});

test('cell texts survive unchanged, and damaged files are read or refused without a crash', () => {
  const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((one) => one.trim() !== '');
  fc.assert(
    fc.property(
      fc.array(fc.array(words, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      fc.nat(),
      fc.nat(255),
      (rows, at, byte) => {
        const bytes = workbook({ A: rows.map((row) => rowOf(...row.map((cell) => text(escaped(cell))))).join('') });
        expect(readSheets(bytes)).toEqual([{ name: 'A', rows: rows.map((cells, row) => ({ number: row + 1, cells })) }]);
        bytes[at % bytes.length] = byte;
        try {
          readSheets(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(NotReadable);
        }
      },
    ),
    { numRuns: 200 },
  );
});
