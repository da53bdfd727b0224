import type { Locator } from 'playwright-core';
import type { PersonAtWork } from './person.ts';

/** The actions of both walks in the workbench, by visible labels. */
export class InWorkbench {
  readonly #who: PersonAtWork;

  constructor(who: PersonAtWork) {
    this.#who = who;
  }

  get view(): Locator {
    return this.#who.page.locator('[data-views]');
  }

  button(name: string | RegExp, within: Locator = this.view): Locator {
    return within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  }

  /** Answers a question with text or by one of its buttons. */
  async answer(question: string, given: { readonly words: string } | { readonly button: RegExp }): Promise<void> {
    const asked = this.#who.page.locator('[data-problems] ol > li').filter({ hasText: question }).first();
    if ('words' in given) {
      await this.#who.click(asked.getByRole('textbox'));
      await this.#who.type(given.words);
      await this.#who.press('Enter');
    } else await this.#who.click(asked.getByRole('button', { name: given.button }));
    await asked.waitFor({ state: 'detached' });
  }

  async section(name: string): Promise<void> {
    const tabs = this.#who.page.getByRole('toolbar', { name: 'Sections' });
    await this.#who.click(tabs.getByRole('button', { name: new RegExp(name) }));
  }

  /** Opens a node of a diagram. */
  async open(node: string): Promise<void> {
    await this.#who.click(this.#who.page.locator(`.react-flow__node[data-id="${node}"]`));
  }

  panel(name: string | RegExp): Locator {
    return this.#who.page.getByRole('complementary', { name });
  }

  /** Adds a rule that a number has a minimum. */
  async limit(entity: string, field: string, least: string): Promise<void> {
    await this.section('Rules');
    await this.#who.click(this.button('Rule'));
    await this.#who.click(this.button(/^Within limits/, this.panel('New Rule')));
    const rule = this.panel('New rule Within limits');
    await this.#who.choose(rule.getByRole('combobox', { name: 'About' }), entity);
    await this.#who.choose(rule.getByRole('combobox', { name: 'Field' }), field);
    await this.#who.fill(rule.getByRole('combobox', { name: 'Value' }), least);
    await this.#who.click(this.button('Add the rule', rule));
    await rule.waitFor({ state: 'detached' });
  }

  /** Adds a screen and its parts, choosing each from its gallery. */
  async screen(name: string, parts: readonly { readonly part: RegExp; readonly of: string }[]): Promise<void> {
    await this.section('Screens');
    await this.#who.click(this.button('Screen'));
    await this.#who.type(name);
    await this.#who.press('Enter');
    for (const { part, of } of parts) {
      await this.#who.click(this.button('Add a part'));
      await this.#who.click(this.button(part, this.panel(/^New part/)));
      const chosen = this.panel(new RegExp(`^New part of ${name}`));
      await this.#who.choose(chosen.getByRole('combobox', { name: 'Of' }), of);
      await this.#who.click(this.button('Add the part', chosen));
      await chosen.waitFor({ state: 'detached' });
    }
  }

  /** Starts recording a scenario as a person. */
  async recordAs(person: RegExp): Promise<{ readonly product: Locator; readonly caption: Locator }> {
    const { page } = this.#who;
    await this.section('People');
    await this.#who.click(this.button(/^Record/));
    const product = page.locator('[data-recorded-product]');
    await product.getByRole('heading', { level: 1 }).waitFor();
    await this.#who.click(product.getByRole('button', { name: /^Acting as/ }));
    await this.#who.click(page.getByRole('menuitemradio', { name: person }));
    await page.getByRole('menu').waitFor({ state: 'detached' });
    return { product, caption: page.getByRole('region', { name: 'Recording' }) };
  }

  /**
   * Opens a screen by the product's menu, which is collapsed while the product is beside a view.
   */
  async menu(product: Locator, screen: string): Promise<void> {
    await this.#who.click(product.getByRole('button', { name: 'Open navigation' }));
    await this.#who.click(this.#who.page.getByRole('link', { name: screen, exact: true }));
  }

  async saveScenario(caption: Locator, title: string): Promise<void> {
    await this.#who.fill(caption.getByRole('textbox', { name: 'Title of the scenario' }), title);
    await this.#who.click(this.button('Save as scenario', caption));
    await this.#who.page.getByText(`“${title}” added to section 1; it passes`).waitFor();
  }
}
