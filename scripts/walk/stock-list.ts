import { InWorkbench } from './in-workbench.ts';
import type { PersonAtWork } from './person.ts';

const kinds = ['road', 'city', 'cargo'];
/** A shop's earlier spreadsheet. */
const table = [
  'Name;Kind;Price;Bought',
  ...Array.from({ length: 300 }, (_, index) => `Bike ${index + 1};${kinds[index % kinds.length]};"1.${100 + index},50 €";3.1.2026`),
].join('\n');

/** Builds a list of bicycles for sale from a table of 300 rows. */
export async function stockList(who: PersonAtWork, url: string): Promise<void> {
  const { page } = who;
  const at = new InWorkbench(who);
  const product = page.locator('[data-product]');

  await who.step('Drop the table', async () => {
    await page.goto(`${url}/#/unidentified`);
    await product.getByRole('heading', { level: 1 }).waitFor();
    const dialog = page.getByRole('dialog', { name: 'Import as a new document' });
    await who.drop(page.locator('.cm-content'), 'bikes.csv', table);
    await who.click(at.button('Import', dialog));
    await who.click(at.button('Create document', dialog));
    await dialog.waitFor({ state: 'detached' });
    await product.getByText('Bike 10', { exact: true }).waitFor();
  });
  await who.step('Who uses it', async () => {
    await who.click(page.getByRole('button', { name: /^Questions/ }));
    await at.answer('Who uses the product?', { words: 'seller, owner' });
    await at.answer('What may each role do', { button: /^Signed-in people may do everything/ });
  });
  await who.step('A rule, from the gallery', async () => {
    await who.click(page.getByRole('button', { name: 'Views', exact: true }));
    await at.limit('Bike', 'price', '1');
  });
  await who.step('A dashboard', async () => {
    await at.screen('Dashboard', [
      { part: /^Figure/, of: 'Bike' },
      { part: /^Chart/, of: 'Bike' },
    ]);
    await page.getByText('No errors').waitFor();
  });
}
