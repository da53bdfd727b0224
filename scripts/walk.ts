// `npm run walk -- FOLDER [shop | table]`: writes a product with the workbench alone, without the
// notation. `shop`: a bicycle repair shop, from the empty document to a product with a board, a
// dashboard and two scenarios; `table`: a product from a table of 300 rows. Records each as a film
// with a picture of each step, and prints the steps with the time that a person needs for them.
// Uses only what a person sees.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withWorkbench } from '../testing/browser/workbench.ts';
import { record } from './record.ts';
import { PersonAtWork } from './walk/person.ts';
import { repairShop } from './walk/repair-shop.ts';
import { stockList } from './walk/stock-list.ts';

const walks = { shop: repairShop, table: stockList } as const;

const [, , given, only] = process.argv;
if (given === undefined) throw new Error('Name the folder for the recordings: npm run walk -- FOLDER');
const folder = resolve(given);
const chosen = Object.entries(walks).filter(([name]) => only === undefined || name === only);
if (chosen.length === 0) throw new Error(`There is no walk “${only}”: ${Object.keys(walks).join(', ')}`);

mkdirSync(folder, { recursive: true });
await withWorkbench(async (url, browser) => {
  for (const [name, walk] of chosen) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const person = new PersonAtWork(page, (step, number) =>
      page.screenshot({ path: join(folder, `${name}-${String(number).padStart(2, '0')}-${step.replace(/\W+/g, '-').toLowerCase()}.png`) }),
    );
    try {
      const { frames, seconds, bytes } = await record(browser, page, join(folder, `${name}.webm`), () => walk(person, url));
      console.log(`${join(folder, `${name}.webm`)}: ${frames} frames, ${seconds} s, ${Math.round(bytes / 1000)} kB`);
    } catch (error) {
      await page.screenshot({ path: join(folder, `${name}-failed.png`) });
      throw error;
    } finally {
      console.log(person.report());
      await context.close();
    }
  }
});
