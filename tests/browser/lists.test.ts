import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblems } from '../../testing/browser/axe.ts';
import { downloaded } from '../../testing/browser/chromium.ts';
import { openProduct, shown, typePlace } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/** What people do with lists and calendars all day, on the built workbench. */
describe('lists and calendars', () => {
  let opened: OpenedWorkbench;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    opened = await openWorkbench({ context: { locale: 'en-GB', timezoneId: 'Europe/Amsterdam', acceptDownloads: true } });
    ({ page, problems } = opened);
  });

  afterAll(async () => {
    await opened?.close();
  });

  async function openAs(document: string, role: RegExp): Promise<void> {
    await openProduct(page, opened.url, document);
    await page.getByRole('button', { name: /^Acting as/ }).click();
    await page.getByRole('menuitemradio', { name: role }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await shown(page);
  }
  const table = () => page.getByRole('table').first();
  const rows = (): Promise<string[]> => table().locator('tbody tr td:first-child').allTextContents();
  const arrange = () => page.getByRole('button', { name: 'Columns, order, views' });
  const place = () => page.getByRole('textbox', { name: 'Product address' }).inputValue();
  const waitForRows = (count: number) =>
    page.waitForFunction((wanted) => document.querySelectorAll('[data-product] tbody tr').length === wanted, count);

  /** `within`: what has opened; screens.test.ts looks at the screens around it. */
  const clean = async (within = 'html'): Promise<void> => expect(await axeProblems(page, { within })).toEqual([]);

  it('reads a file: shows what is wrong before anything is written, and takes what is good', async () => {
    await openAs('inventory', /owner/);
    const lines = Array.from(
      { length: 30 },
      (_, index) => `P-${index};Part ${index};S${index % 3};${index === 4 ? 'x' : index};${index}.50`,
    );
    await arrange().click();
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import parts from CSV' });
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'parts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Code;Name;Shelf;Minimum;Cost\n${lines.join('\n')}\n`),
    });
    await dialog.getByText('30 rows have problems.').waitFor();
    await expect.poll(() => dialog.getByRole('cell', { name: 'Price is required.' }).count()).toBeGreaterThan(20);
    await dialog.getByRole('combobox', { name: 'Import as: Cost' }).click();
    await page.getByRole('option', { name: 'Price *' }).click();
    await dialog.getByText('29 rows are ready to import.').waitFor();
    await clean('[role=dialog]');
    await dialog.getByRole('row', { name: /^6 Minimum Minimum must be a whole number/ }).waitFor();
    await dialog.getByRole('button', { name: 'Import only the 29 valid rows' }).click();
    await page.getByText('29 rows imported').waitFor();
    await waitForRows(49);
  });

  it('filters by what a text holds; the address says so', async () => {
    await page
      .getByRole('toolbar', { name: 'Filters' })
      .getByRole('button', { name: /^Shelf/ })
      .click();
    await page.getByRole('textbox', { name: 'Shelf contains' }).fill('s1');
    await waitForRows(9);
    await expect.poll(() => place()).toBe('/?f.shelf=%7Es1');
    await clean('[role=dialog]');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Shelf contains “s1”', exact: true }).waitFor();
  });

  it('filters by any other field, with a condition, and by one filter or the other', async () => {
    const filters = page.getByRole('toolbar', { name: 'Filters' });
    await filters.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Minimum' }).click();
    const panel = page.getByRole('dialog', { name: 'Minimum' });
    await panel.getByRole('combobox', { name: 'Condition' }).click();
    await page.getByRole('option', { name: 'is', exact: true }).click();
    await panel.getByRole('textbox', { name: 'Minimum' }).fill('7');
    await waitForRows(1);
    await clean('[role=dialog]');
    await page.keyboard.press('Escape');
    await filters.getByRole('button', { name: 'Match: All filters' }).click();
    await page.getByRole('menuitemradio', { name: 'Any filter' }).click();
    await waitForRows(9);
    await expect.poll(() => place()).toBe('/?match=any&f.shelf=%7Es1&f.minimum=7');
    await filters.getByRole('button', { name: 'Remove Minimum is 7' }).click();
    await filters.getByRole('button', { name: 'Minimum is 7', exact: true }).waitFor({ state: 'detached' });
    await expect.poll(() => place()).toContain('f.shelf=%7Es1');
  });

  it('sorts by several columns, with the keyboard as well', async () => {
    const head = (name: string) => table().getByRole('columnheader', { name }).getByRole('button');
    await head('Shelf').click();
    await head('Minimum').focus();
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await page.waitForFunction(() => document.querySelectorAll('[aria-sort]').length === 2);
    expect(new URLSearchParams((await place()).slice(2)).get('sort')).toBe('shelf,-minimum');
    await page.waitForFunction(() => document.querySelector('[data-product] tbody td')?.textContent === 'P-28');
  });

  it('adds up a column, over all that match', async () => {
    await arrange().click();
    await page.getByRole('checkbox', { name: 'Price' }).click();
    await page.getByRole('button', { name: 'Show total of Price' }).click();
    await clean('[role=dialog]');
    await page.keyboard.press('Escape');
    // Of P-1, P-7 … P-28: 1.50 + 7.50 + 10.50 …, without P-4.
    await table().locator('tfoot').getByText('€145.50').waitFor();
  });

  it('keeps a view under a name, and finds it after a reload', async () => {
    const views = page.getByRole('toolbar', { name: 'Saved views' });
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('textbox', { name: 'View name' }).fill('Shelf one');
    await page.keyboard.press('Enter');
    await views.getByRole('button', { name: 'Shelf one 9', pressed: true }).waitFor();
    await views.getByRole('button', { name: 'All', exact: true }).click();
    await waitForRows(49);
    await page.reload();
    await waitForRows(49);
    await clean();
    await views.getByRole('button', { name: 'Shelf one 9' }).click();
    await waitForRows(9);
    await expect.poll(() => rows()).toContain('P-28');
  });

  it('gives out all that match, with the columns in sight', async () => {
    const download = page.waitForEvent('download');
    await arrange().click();
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('Stockroom Parts.csv');
    const text = (await downloaded(file)).toString('utf8');
    const [head, first, ...others] = text.replace(/^\uFEFF/u, '').split('\r\n');
    expect(head).toBe('Code,Name,Shelf,Stock,Minimum,Running low,Price');
    expect(first).toBe('P-28,Part 28,S1,0,28,yes,28.50');
    expect(others).toHaveLength(8);
  });

  it('makes what a picker does not find, without leaving the form', async () => {
    // What was open has gone: it would take the keys.
    await page.getByRole('button', { name: 'Export CSV' }).waitFor({ state: 'detached' });
    await typePlace(page, '/low');
    const picker = page.getByRole('combobox', { name: 'Supplier' });
    await picker.click();
    await page.getByRole('option').first().waitFor();
    // Enter before the answer is there takes neither what was found before nor a new supplier.
    const letGo = await page.evaluateHandle(() => {
      const held: (() => void)[] = [];
      const kinds = [Worker.prototype, MessagePort.prototype].map((kind) => ({ kind, post: kind.postMessage }));
      for (const { kind, post } of kinds)
        Object.assign(kind, {
          postMessage(...given: unknown[]) {
            held.push(() => Reflect.apply(post, this, given));
          },
        });
      return () => {
        for (const { kind, post } of kinds) kind.postMessage = post;
        for (const send of held) send();
      };
    });
    await picker.pressSequentially('Brandt');
    await page.keyboard.press('Enter');
    await expect.poll(() => picker.inputValue()).toBe('');
    await letGo.evaluate((go) => go());
    await picker.fill('Brandt');
    await page.getByRole('option', { name: 'Create “Brandt”…' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create supplier' });
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Brandt');
    await clean('[role=dialog]');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[data-field="supplier"] input')?.value === 'Brandt');
  });

  it('moves an entry of a calendar by keyboard, and the focus goes along', async () => {
    await openAs('booking', /clerk/);
    await page.getByRole('radio', { name: 'Week' }).click();
    const entry = page.locator('[data-record]:visible').first();
    const title = () => entry.getAttribute('title');
    // It may be next week's.
    if ((await entry.count()) === 0) await page.getByRole('button', { name: 'Next', exact: true }).click();
    await entry.waitFor();
    const before = (await title()) ?? '';
    await entry.focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.waitForFunction((was) => document.activeElement?.getAttribute('title') !== was, before);
    const time = (text: string | null): number => {
      const [, hours, minutes] = /(\d\d):(\d\d)/.exec(text ?? '') ?? [];
      return Number(hours) * 60 + Number(minutes);
    };
    expect((time(await title()) - time(before) + 1440) % 1440).toBe(15);
    await page.getByText('Saved').first().waitFor();
    await clean();
  });

  it('gives an entry of a calendar another end by keyboard', async () => {
    const height = () => page.evaluate(() => document.activeElement?.parentElement?.getBoundingClientRect().height ?? 0);
    await page.locator('[data-movable]:visible').first().focus();
    const before = await height();
    await page.keyboard.press('Alt+Shift+ArrowUp');
    // An hour is 40 pixels high.
    await expect.poll(height).toBeCloseTo(before - 10, 0);
  });

  it('shows one room beside the other on a day of a calendar', async () => {
    await page.getByRole('radio', { name: 'Day' }).click();
    const lanes = page.locator('[data-lane]');
    // Two rooms at least are booked on one of the next days.
    for (let day = 0; day < 9 && (await lanes.count()) === 0; day++) {
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.locator('[data-day]').first().waitFor();
    }
    const names = await lanes.evaluateAll((all) => all.map((lane) => lane.getAttribute('data-lane') ?? ''));
    expect(names.length).toBeGreaterThan(1);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
    await clean();
    // Also where the window is narrow each is named.
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByText(names[0] ?? '', { exact: true })
      .first()
      .waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('shows a week with a row for each room, and begins an entry in the room and on the day that are pressed', async () => {
    await page.getByRole('radio', { name: 'Place' }).click();
    const free = page.locator('[data-place][data-creates]:not(:has(*))').last();
    await free.waitFor();
    await clean();
    const day = (await free.getAttribute('data-place'))?.slice(0, 10);
    const rooms = await page.locator('[data-lane]').evaluateAll((all) => all.map((lane) => lane.textContent));
    await free.click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: /^Create / }).waitFor();
    const field = (name: string) => form.locator(`[data-field="${name}"] input`).first().inputValue();
    await expect.poll(() => field('place')).toBe(rooms.at(-1));
    expect(await field('starts')).toBe(`${day}T09:00`);
    await form.getByRole('button', { name: 'Close' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'Week' }).click();
  });

  it('begins an entry at the time that is pressed in a calendar', async () => {
    const column = page.locator('[data-day][data-creates]:visible').first();
    const day = await column.getAttribute('data-day');
    // The week scrolls; half past six is above its first entries.
    await column.evaluate((element) =>
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, clientY: element.getBoundingClientRect().top + 6.6 * 40 })),
    );
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: /^Create / }).waitFor();
    const values = () => form.locator('input').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value).join(' '));
    await expect.poll(values).toContain(`${day}T06:30`);
    await clean('[role=dialog]');
    await form.getByRole('button', { name: 'Close' }).click();
    await form.waitFor({ state: 'detached' });
  });

  it('opens a record beside its list, goes on with the arrow keys, and copies one from its menu', async () => {
    await openAs('helpdesk', /^Mia/);
    const boiler = table().getByRole('row', { name: /Boiler makes a noise/ });
    await boiler.getByRole('button', { name: 'Actions for Boiler makes a noise' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Assign' }).waitFor();
    await clean('[role=menu]');
    await page.getByRole('menuitem', { name: 'Open in side panel' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('heading', { level: 1, name: 'Boiler makes a noise' }).waitFor();
    await clean('[role=dialog]');
    const first = await drawer.getByText(/^1 of \d+$/).textContent();
    expect(first).not.toBeNull();
    await page.keyboard.press('ArrowDown');
    await drawer.getByText(/^2 of \d+$/).waitFor();
    await drawer.getByRole('heading', { level: 1, name: 'Boiler makes a noise' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await boiler.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const form = page.getByRole('dialog', { name: 'Create ticket' });
    await expect.poll(() => form.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Boiler makes a noise');
    await form.getByRole('button', { name: 'Close' }).click();
    await form.waitFor({ state: 'detached' });
  });

  it('changes one field of many records, and takes it back', async () => {
    const low = () => table().locator('tbody').getByText(/^low$/iu).count();
    const before = await low();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByText(/^All \d+ selected$/).waitFor();
    await page.getByRole('button', { name: 'Edit field' }).click();
    await page.getByRole('menuitem', { name: 'Priority' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Priority' });
    await dialog.getByRole('radio', { name: 'low' }).click();
    await clean('[role=dialog]');
    await dialog.getByRole('button', { name: 'Edit Priority' }).click();
    await page.getByText(/^\d+ records changed$/).waitFor();
    await expect.poll(low).toBe(await table().locator('tbody tr').count());
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Undone').waitFor();
    await expect.poll(low).toBe(before);
  });

  it('an empty list offers the form for its first record', async () => {
    await openAs('booking', /^Tom/);
    await typePlace(page, '/mine');
    await page.getByRole('main').getByText('You have not booked anything yet.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Book', exact: true }).click();
    await expect.poll(place).toBe('/book');
  });

  it('says how far an import is, stops where that is wanted, and says what was done', async () => {
    await openAs('inventory', /owner/);
    await arrange().click();
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import parts from CSV' });
    const lines = Array.from({ length: 1000 }, (_, index) => `Q-${index};Spare ${index};T${index % 3};${index};${index}.50`);
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'spares.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Code;Name;Shelf;Minimum;Price\n${lines.join('\n')}\n`),
    });
    await dialog.getByRole('button', { name: 'Import 1,000 rows' }).waitFor();
    // In one task of the page: the import would be over before a press from here.
    const said = await dialog.evaluate(async (element) => {
      const press = (name: string): void =>
        [...element.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
      press('Import 1,000 rows');
      await new Promise((resolve) => setTimeout(resolve));
      const bar = element.querySelector('progress')?.getAttribute('aria-label');
      press('Cancel');
      return bar;
    });
    expect(said).toBe('Importing 0 of 1,000 rows…');
    await dialog.getByText(/^\d+ rows imported\. Still to import: \d+ rows\.$/).waitFor();
    await clean('[role=dialog]');
    const [done = 0, left = 0] = ((await dialog.getByText(/Still to import/).textContent()) ?? '').match(/\d+/gu)?.map(Number) ?? [];
    expect(done % 200).toBe(0);
    expect(done + left).toBe(1000);
    expect(done).toBeGreaterThan(0);
    await dialog.getByRole('button', { name: `Import ${left} rows` }).click();
    await page.getByText('1,000 rows imported').waitFor();
  });

  it('said nothing in the console', () => {
    expect(problems).toEqual([]);
  });
});
