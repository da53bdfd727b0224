// `npm run screenshots`: the README's pictures, of the built workbench, into docs/images/.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withWorkbench } from '../testing/workbench.ts';

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
/** A picture in a README is looked at, not studied: bytes. */
const largest = 300_000;

const pictures = [
  { name: 'workbench', colorScheme: 'light', address: '#/helpdesk' },
  { name: 'workbench-dark', colorScheme: 'dark', address: '#/helpdesk' },
] as const;

mkdirSync(folder, { recursive: true });
await withWorkbench(async (url, browser) => {
  for (const { name, colorScheme, address } of pictures) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
      timezoneId: 'Europe/Amsterdam',
      locale: 'en-GB',
    });
    const page = await context.newPage();
    await page.goto(`${url}/${address}`);
    await page.locator('[data-product]').getByText('Boiler makes a noise').first().waitFor();
    await page.evaluate('document.fonts.ready');
    const path = join(folder, `${name}.png`);
    await page.screenshot({ path });
    await context.close();
    const { size } = statSync(path);
    if (size > largest) throw new Error(`${path} has ${size} bytes; at most ${largest}`);
    console.log(`docs/images/${name}.png  ${Math.round(size / 1000)} kB`);
  }
});
