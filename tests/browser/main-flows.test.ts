import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Keys, keysOf } from '../../testing/browser/keys.ts';
import { openProduct } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';

/** What each product is for, with the keyboard alone; helpdesk has a file of its own. */
describe('the main flow of each product with the keyboard alone', () => {
  let opened: OpenedWorkbench;
  let page: Page;
  let keys: Keys;
  let problems: readonly string[];

  beforeAll(async () => {
    opened = await openWorkbench({ context: { locale: 'en-GB', timezoneId: 'Europe/Amsterdam' } });
    ({ page, problems } = opened);
    keys = keysOf(page);
  });

  afterAll(async () => {
    await opened?.close();
  });

  const product = () => page.locator('[data-product]');
  const button = (name: string | RegExp) => product().getByRole('button', { name, exact: true });
  const box = (name: string | RegExp) => product().getByRole('textbox', { name });

  async function open(document: string, person: string): Promise<void> {
    await openProduct(page, opened.url, document);
    await keys.become(person);
  }

  /** Types into the input that a label names. */
  async function fill(name: string | RegExp, text: string): Promise<void> {
    await keys.tabTo(box(name));
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
  }

  /** Chooses a record by the beginning of its name. */
  async function choose(name: string, text: string): Promise<void> {
    await keys.tabTo(product().getByRole('combobox', { name }));
    await page.keyboard.type(text);
    await page
      .getByRole('option', { name: new RegExp(`^${text}`) })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
  }

  async function pressed(name: string | RegExp): Promise<void> {
    await keys.tabTo(button(name).or(product().getByRole('link', { name, exact: true })));
    await page.keyboard.press('Enter');
  }

  it('a bag of coffee is ordered and paid', async () => {
    await open('webshop', 'Siri Aas');
    await keys.goTo('Order coffee', 'Order coffee');
    await fill('Name', 'Siri Aas');
    await fill('Street', 'Nygårdsgaten 5');
    await fill('Postcode', '5015');
    await fill('City', 'Bergen');
    await keys.tabTo(product().locator('[data-field="lines[0].coffee"]').getByRole('combobox'));
    await page.keyboard.type('Natt');
    await page.getByRole('option', { name: /^Natt/ }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await product()
      .getByRole('heading', { name: /^Order \d+$/, level: 1 })
      .waitFor();
    await pressed('Pay now');
    await button('Pay now').waitFor({ state: 'detached' });
  });

  it('a task is written, begun, talked about and done', async () => {
    await open('teamwork', 'Ada Okoye');
    await keys.goTo('Library extension', 'Library extension');
    await pressed('Add');
    await keys.tabTo(page.getByRole('textbox', { name: /^Title/ }));
    await page.keyboard.type('Order the lamps');
    await page.keyboard.press('Control+Enter');
    await product().getByRole('link', { name: 'Order the lamps' }).waitFor();
    await keys.goTo('Order the lamps', 'Order the lamps');
    // The menu has a screen of this name, too.
    await keys.tabTo(product().locator('article').getByRole('button', { name: 'Start', exact: true }));
    await page.keyboard.press('Enter');
    await button('Finish').waitFor();
    await fill('Message', 'Forty are enough.');
    await page.keyboard.press('Control+Enter');
    await product().getByRole('listitem').filter({ hasText: 'Forty are enough.' }).first().waitFor();
    await pressed('Finish');
    await button('Take up again').waitFor();
  });

  it('a book is bought', async () => {
    await open('bookshop', 'Grace Whitfield');
    const first = product().locator('article').getByRole('link').first();
    await keys.tabTo(first);
    await page.keyboard.press('Enter');
    await pressed('Add to cart');
    await product().getByText('It is in your cart.').waitFor();
    await keys.goTo('Cart', 'Cart');
    await pressed('Go to checkout');
    await product().getByRole('heading', { name: 'Checkout', level: 1 }).waitFor();
    await fill('Name', 'Grace Whitfield');
    await fill(/^Street/, 'Calle Mayor 1');
    await fill(/^Postcode/, '28013');
    await fill('City', 'Madrid');
    await page.keyboard.press('Control+Enter');
    await product()
      .getByRole('heading', { name: /^Order /, level: 1 })
      .waitFor();
  });

  it('a part is taken from the shelf', async () => {
    await open('inventory', 'Max');
    await keys.goTo('Seal 17 mm', 'Seal 17 mm');
    await fill(/^Quantity/, '-2');
    await fill('Note', 'For the big machine');
    await page.keyboard.press('Control+Enter');
    await product()
      .getByRole('row', { name: /For the big machine/ })
      .waitFor();
  });

  it('an invoice is written, line by line', async () => {
    await open('invoicing', 'Dora');
    await pressed('New invoice');
    await product().getByRole('heading', { name: 'New invoice', level: 1 }).waitFor();
    await choose('Client', 'Harbour');
    await fill('Title', 'Winter menu');
    await keys.tabTo(product().locator('[data-field="lines[0].text"] input, [data-field="lines[0].text"] textarea'));
    await page.keyboard.type('Design');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('80');
    await page.keyboard.press('Control+Enter');
    await product()
      .getByRole('heading', { name: /^H-\d+$/, level: 1 })
      .waitFor();
    await expect.poll(() => box('Title').inputValue()).toBe('Winter menu');
  });

  it('a client moves: all that the form asks for is changed where it is read', async () => {
    await open('invoicing', 'Dora');
    await keys.goTo('Harbour Café', 'Harbour Café');
    await pressed(/^Edit City: Rotterdam$/iu);
    await keys.tabTo(box('City'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Schiedam');
    await page.keyboard.press('Enter');
    await button(/^Edit City: Schiedam$/iu).waitFor();
    // Only the form has "Active": it is beside the others, and there is no form.
    await button(/^Edit Active/iu).waitFor();
    await button(/^Edit Name$/iu).waitFor();
    expect(await product().getByRole('form').count()).toBe(0);
    expect(await product().getByRole('term').filter({ hasText: 'Name' }).count()).toBe(0);
  });

  it('a student gets a seat', async () => {
    await open('school', 'Nora');
    await keys.goTo('Drawing from life', 'Drawing from life');
    await pressed('Enrol');
    // The pressed button is gone: the title has the focus, and the product's keys work.
    await expect.poll(() => keys.focused(product().getByRole('heading', { level: 1 }))).toBe(true);
    await keys.goTo('My courses', 'My courses');
    await product()
      .getByRole('row', { name: /Drawing from life/ })
      .waitFor();
  });

  it('a court is booked', async () => {
    await open('booking', 'Lena');
    await keys.goTo('Book', 'Book');
    await choose('Place', 'Lounge');
    const starts = product().getByLabel('Starts');
    await keys.tabTo(starts);
    // Five days from now at eleven: the day by arrow keys, the time in the picker's list.
    await page.keyboard.press('Alt+ArrowDown');
    const picker = page.getByRole('dialog', { name: 'Choose a date' });
    await picker.locator('[data-at]:focus').waitFor();
    for (let day = 0; day < 5; day++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await keys.tabTo(picker.locator('[role="option"][tabindex="0"]'));
    await keys.arrowTo(picker.getByRole('option', { name: '11:00' }));
    await page.keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    await keys.tabTo(product().getByRole('textbox', { name: 'Note' }));
    await page.keyboard.type('Tea for six');
    await page.keyboard.press('Control+Enter');
    await product().getByRole('heading', { name: 'Lounge', level: 1 }).waitFor();
    await product().getByText('Tea for six').waitFor();
  });

  it('an article is published', async () => {
    await open('conduit', 'jake');
    await keys.goTo('New article', 'New article');
    await fill(/^Title/, 'Why we walk');
    await fill(/^Description/, 'On two feet');
    await fill(/^Text/, 'Because it is there.');
    await page.keyboard.press('Control+Enter');
    await product().getByRole('heading', { name: 'Why we walk', level: 1 }).waitFor();
    await product().getByText('Because it is there.').waitFor();
  });

  it('a visit to the dentist is booked, from right to left', async () => {
    await openProduct(page, opened.url, 'clinic');
    await pressed('موعد جديد');
    await product().getByRole('heading', { name: 'موعد جديد', level: 1 }).waitFor();
    await choose('المريض', 'دانا');
    await choose('الطبيب', 'د. ليلى');
    await keys.tabTo(product().locator('[data-field=starts] input'));
    // After the last of the examples, at the time that the picker proposes; the end comes along.
    await page.keyboard.press('Alt+ArrowDown');
    const picker = page.getByRole('dialog');
    await picker.locator('[data-at]:focus').waitFor();
    for (let week = 0; week < 4; week++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await keys.tabTo(picker.locator('[role="option"][tabindex="0"]'));
    await page.keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Enter');
    await product().getByRole('heading', { name: 'دانا شاهين', level: 1 }).waitFor();
  });

  it('broke nothing', () => {
    expect(problems).toEqual([]);
  });
});
