import { strToU8, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/** A file of another format as a new document: pasted, chosen or dropped. */
describe('Import…', () => {
  let opened: OpenedWorkbench;
  let page: Page;

  beforeAll(async () => {
    opened = await openWorkbench();
    ({ page } = opened);
    await page.goto(`${opened.url}/#/helpdesk`);
  });

  afterAll(async () => {
    await opened?.close();
  });

  const dialog = () => page.getByRole('dialog', { name: 'Import as a new document' });
  const text = () => page.locator('.cm-content');

  it('makes an entity with types, examples and screens of a pasted table of 300 rows', async () => {
    await page.getByRole('button', { name: /^Document:/ }).click();
    await page.getByRole('menuitem', { name: 'Import…' }).click();
    const kinds = ['road', 'city', 'cargo'];
    const rows = Array.from({ length: 300 }, (_, index) => `Bike ${index + 1};${kinds[index % 3]};"1.${100 + index},50 €";3.1.2026`);
    await dialog()
      .getByRole('textbox', { name: 'Text' })
      .fill(['Name;Kind;Price;Bought', ...rows].join('\n'));
    await dialog().getByRole('button', { name: 'Import', exact: true }).click();
    await dialog().getByText('Read as Table (CSV). One thing was not carried over:').waitFor();
    await dialog().getByText('290 further rows did not become examples', { exact: false }).waitFor();
    await dialog().getByRole('button', { name: 'Create document' }).click();
    await dialog().waitFor({ state: 'detached' });
    await text().getByText('# Specification: Imported').waitFor();
    const product = page.locator('[data-product]');
    await product.getByText('Bike 10', { exact: true }).waitFor();
    await product.getByText('€1,109.50').or(product.getByText('1,109.50')).first().waitFor();
  });

  it('asks about a dropped file, named after it', async () => {
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(
        new File(['create table cups (id int primary key, size text not null);\ncreate view v as select 1;'], 'kitchen.sql'),
      );
      return transfer;
    });
    for (const type of ['dragover', 'drop']) await text().dispatchEvent(type, { dataTransfer: data });
    await dialog().getByText('kitchen.sql').waitFor();
    await dialog().getByRole('button', { name: 'Import', exact: true }).click();
    await dialog().getByText('The statement “create view v as select 1” was not carried over.').waitFor();
    await dialog().getByRole('button', { name: 'Create document' }).click();
    await text().getByText('# Specification: Kitchen').waitFor();
    await text().getByText('### Cup', { exact: true }).waitFor();
  });

  it('makes an entity of a dropped spreadsheet', async () => {
    const cell = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`;
    const row = (...words: string[]) => `<row>${words.map(cell).join('')}</row>`;
    const files = {
      'xl/workbook.xml': '<workbook><sheets><sheet name="Sheet1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet>${row('Title', 'Pages')}${row('Emma', '474')}${row('Ulysses', '730')}</worksheet>`,
    };
    const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
    const data = await page.evaluateHandle(
      (numbers) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(numbers)], 'books.xlsx'));
        return transfer;
      },
      [...bytes],
    );
    for (const type of ['dragover', 'drop']) await text().dispatchEvent(type, { dataTransfer: data });
    await dialog().getByText('books.xlsx').waitFor();
    await dialog().getByRole('button', { name: 'Import', exact: true }).click();
    await dialog().getByText('Read as Spreadsheet. Everything was carried over.').waitFor();
    await dialog().getByRole('button', { name: 'Create document' }).click();
    await text().getByText('# Specification: Books').waitFor();
    await page.locator('[data-product]').getByText('Ulysses', { exact: true }).waitFor();
  });

  it('says why a text cannot be read', async () => {
    await page.getByRole('button', { name: /^Document:/ }).click();
    await page.getByRole('menuitem', { name: 'Import…' }).click();
    await dialog().getByRole('textbox', { name: 'Text' }).fill('openapi: 4.0.0');
    await dialog().getByRole('button', { name: 'Import', exact: true }).click();
    await dialog().getByText('Only OpenAPI 3 and Swagger 2 are read.').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(opened.problems).toEqual([]);
  });
});
