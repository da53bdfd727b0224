import type { BrowserContext, Locator, Page } from 'playwright-core';

/** Milliseconds until a screen must respond. A busy machine takes 10 s to open a product. */
export const patience = 30_000;
/** Milliseconds between two checks: doubled each time, from the first to the last. */
const between = { first: 50, last: 400 };

/** Thrown if a step cannot be done: no screen offers it, or a screen refuses it. */
export class StepUnavailable extends Error {}
export class StepRefused extends Error {}

/** How to sign in with a password. */
export interface SignIn {
  readonly route: string;
  /** Values by the label of their input. */
  readonly given: readonly (readonly [label: string, value: string])[];
}

/** What to enter in a form. */
export interface Filling {
  readonly label: string;
  readonly kind: 'text' | 'choice' | 'record' | 'switch' | 'list' | 'file';
  readonly values: readonly string[];
}

/** Uses the product's screens as a person would: finds everything by its accessible name. */
export class ScreenPerson {
  readonly page: Page;
  readonly #base: URL;
  /** True while nothing on the page was started and refused, so that it need not be reloaded. */
  #isClean = true;

  constructor(page: Page, base: URL) {
    this.page = page;
    this.#base = base;
    page.setDefaultTimeout(patience);
  }

  /** Waits for the first screen. Returns null, or why none appeared. */
  async begin(): Promise<string | null> {
    try {
      await this.page.goto(this.#base.href);
      await this.#shown();
      return null;
    } catch (error) {
      return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    }
  }

  get #main(): Locator {
    return this.page.getByRole('main');
  }

  /** Dialogs with a message. Toasts are dialogs too, but not modal ones. */
  get #dialogs(): Locator {
    return this.page.locator('[role=dialog]:not([aria-modal=false])').filter({ hasNot: this.page.getByRole('form') });
  }

  async #shown(): Promise<void> {
    await this.page.locator('[data-product-main]:not([aria-busy=true]) h1').first().waitFor();
    // Slow parts appear after their screen. If one never does, it is treated as missing.
    await waitUntil(async () => (await this.page.locator('[data-product-main] [data-loading]').count()) === 0);
  }

  /**
   * Selects the person in a product that runs in the page. Returns false if the product uses
   * passwords.
   */
  async chooses(name: string): Promise<boolean> {
    const menu = this.page.getByRole('button', { name: /^Acting as/ });
    if ((await menu.count()) === 0) return false;
    await menu.click();
    const choice = this.page.getByRole('menuitemradio', { name: new RegExp(`^${escaped(name)}(?: |$)`) });
    const isOffered = await waitUntil(async () => (await choice.count()) > 0, 3000);
    if (isOffered) await choice.first().click();
    else await this.page.keyboard.press('Escape');
    await this.page.getByRole('menu').waitFor({ state: 'detached' });
    if (isOffered) await this.page.getByRole('button', { name: new RegExp(`^Acting as ${escaped(name)}`) }).waitFor();
    return isOffered;
  }

  /** Signs in. Returns false if the product rejects the password. */
  async signsIn({ route, given }: SignIn): Promise<boolean> {
    await this.goTo(route);
    const form = this.page
      .getByRole('form')
      .filter({ has: this.page.getByLabel(given.at(-1)?.[0] ?? '') })
      .first();
    for (const [label, value] of given) await form.getByLabel(label).first().fill(value);
    await this.page.keyboard.press('Enter');
    return waitUntil(async () => (await form.count()) === 0 || !(await form.isVisible()));
  }

  /**
   * Opens the path of a screen; if the product runs in the page, the path is in the `#` fragment.
   */
  async goTo(path: string): Promise<void> {
    const isHere =
      new URL(this.page.url()).hash.startsWith('#/') || (await this.page.locator('[data-product-main] a[href^="#/"]').count()) > 0;
    await this.opens(isHere ? `${this.#base.href.split('#')[0]}#${path}` : new URL(path.replace(/^\//, ''), this.#base).href);
  }

  async opens(url: string): Promise<void> {
    if (this.page.url() !== url) await this.page.goto(url);
    else if (!this.#isClean) await this.page.reload();
    this.#isClean = true;
    await this.#shown();
  }

  /** Searches for a record by its label. */
  async finds(label: string): Promise<void> {
    await this.page.keyboard.press('Control+k');
    const search = this.page.getByRole('dialog').getByRole('combobox');
    await search.fill(label);
    const option = this.page.getByRole('option', { name: new RegExp(`^${escaped(label)}`) });
    const isThere = await waitUntil(async () => (await option.count()) > 0, 5000);
    if (isThere) await option.first().click();
    else await this.page.keyboard.press('Escape');
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
    if (!isThere) throw new StepUnavailable(`no search finds “${label}”`);
    await this.page.getByRole('heading', { level: 1, name: label }).waitFor();
  }

  /**
   * Returns the form that has all of these inputs; `caption` is the text of its button, if known,
   * `use` what it is for. Throws StepUnavailable if the screen has none.
   */
  async form(labels: readonly string[], caption: string | null, use: string): Promise<Locator> {
    let form = caption === null ? this.#main.getByRole('form') : this.#main.getByRole('form', { name: caption, exact: true });
    for (const label of labels) form = form.filter({ has: this.page.getByLabel(label) });
    const found = await this.#found(async () => ((await form.count()) > 0 ? form.first() : null));
    if (found === null) throw new StepUnavailable(`the screen has no form ${use}`);
    return found;
  }

  /** Looks for something on the screen, and again after loading it again if it is not there. */
  async #found(look: () => Promise<Locator | null>): Promise<Locator | null> {
    const found = await look();
    if (found !== null) return found;
    // Another person's change may not have arrived yet.
    await this.page.reload();
    await this.#shown();
    return look();
  }

  async fills(form: Locator, filling: Filling): Promise<void> {
    const { label, kind, values } = filling;
    this.#isClean = false;
    const [value = ''] = values;
    const control = form.getByLabel(label).first();
    if ((await control.count()) === 0) throw new StepUnavailable(`the form has no “${label}”`);
    if (kind === 'switch') return control.setChecked(value === 'true');
    if (kind === 'text') return control.fill(value);
    if (kind === 'file') {
      const input = form.locator('input[type=file]').and(form.getByLabel(label));
      await input.setInputFiles({ name: value, ...contentOf(value) });
      // Once the file is attached, the input disappears.
      return input.waitFor({ state: 'detached' });
    }
    if (kind === 'list') {
      for (const one of values) {
        await control.fill(one);
        await control.press('Enter');
      }
      return;
    }
    const radio = form.getByRole('radiogroup', { name: label }).getByRole('radio', { name: value, exact: true });
    if ((await form.getByRole('radiogroup', { name: label }).count()) > 0) {
      if ((await radio.count()) === 0) throw new StepUnavailable(`“${label}” offers no “${value}”`);
      return radio.click();
    }
    if (kind === 'record') await control.fill(value);
    else await control.click();
    // A picker may also offer to create “Bo”.
    const option = this.page.getByRole('option', { name: new RegExp(`^${escaped(value)}`) }).first();
    if (!(await waitUntil(async () => (await option.count()) > 0, 5000))) {
      await this.page.keyboard.press('Escape');
      throw new StepUnavailable(`“${label}” offers no “${value}”`);
    }
    await option.click();
  }

  /**
   * Presses the form's button and waits for the result: another screen if it `leaves`, else an
   * empty form or no form.
   */
  async submits(form: Locator, leaves: boolean): Promise<void> {
    this.#isClean = false;
    const before = this.page.url();
    const typed = form.getByRole('textbox').first();
    const had = (await typed.count()) > 0 ? await typed.inputValue() : '';
    await form.locator('[type=submit]').click();
    const isDone = async (): Promise<boolean> => {
      if (this.page.url() !== before) return true;
      await this.#refused(form);
      if (leaves) return false;
      if (!(await form.isVisible())) return true;
      return had !== '' && (await typed.count()) > 0 && (await typed.inputValue()) === '';
    };
    if (!(await waitUntil(isDone))) throw new StepRefused('nothing happened after the form was sent');
    this.#isClean = true;
    await this.#shown();
  }

  /**
   * Throws StepRefused with the message of `within` or an alert. `dialog` is the dialog that a
   * refusal would open.
   */
  async #refused(within: Locator, dialog: Locator = this.#dialogs): Promise<void> {
    const isWrong = (await within.locator('[aria-invalid=true]').count()) > 0;
    const alerts = isWrong ? within : this.page.getByRole('alert').or(dialog);
    // An empty alert is a live region that waits for its message.
    const errors = (await alerts.allInnerTexts()).join(' ').trim();
    if (errors === '') return;
    if ((await dialog.count()) > 0) await this.page.keyboard.press('Escape');
    throw new StepRefused(errors.replace(/\s+/g, ' '));
  }

  /** Presses the button of an event; `fill` completes the dialog, if one opens. */
  async presses(name: string, fill: (form: Locator) => Promise<void>): Promise<void> {
    this.#isClean = false;
    await this.#presses(name, fill);
    this.#isClean = true;
  }

  /**
   * Returns the button of an event, or its entry in the menu of less frequent events; null if there
   * is neither.
   */
  async #offered(name: string): Promise<Locator | null> {
    const button = this.#main.getByRole('button', { name, exact: true }).first();
    if ((await button.count()) > 0) return button;
    const more = this.#main.getByRole('button', { name: 'More actions' }).first();
    if ((await more.count()) === 0) return null;
    await more.click();
    const item = this.page.getByRole('menuitem', { name }).first();
    if ((await item.count()) > 0) return item;
    await this.page.keyboard.press('Escape');
    return null;
  }

  async #presses(name: string, fill: (form: Locator) => Promise<void>): Promise<void> {
    const button = await this.#found(() => this.#offered(name));
    if (button === null) throw new StepUnavailable(`no button says “${name}”`);
    if ((await button.getAttribute('aria-disabled')) === 'true')
      throw new StepRefused((await button.getAttribute('aria-description')) ?? (await button.innerText()));
    const before = this.page.url();
    await this.page.locator(toast).evaluateAll((all) => {
      for (const one of all) one.setAttribute('data-before', '');
    });
    await button.click();
    const dialog = this.page.getByRole('dialog', { name });
    // Either a dialog opens, or the event is done and a toast or a refusal appears.
    const answers = dialog.or(this.#dialogs).or(this.page.locator(`${toast}:not([data-before])`));
    const isAnswered = async (): Promise<boolean> => {
      if (this.page.url() !== before || (await answers.count()) > 0) return true;
      return (await this.page.getByRole('alert').allInnerTexts()).join('').trim() !== '';
    };
    if (!(await waitUntil(isAnswered))) throw new StepRefused('nothing happened after the button was pressed');
    if ((await dialog.count()) === 0) return this.#refused(this.#main);
    const [form, confirm] = [dialog.getByRole('form'), dialog.getByRole('button', { name, exact: true })];
    // Neither appears immediately, because the code of forms loads with the first one.
    const alerts = dialog.getByRole('alert');
    await form.or(confirm).or(alerts).first().waitFor();
    await this.#refused(dialog, alerts);
    if ((await form.count()) > 0) {
      await fill(form);
      await form.locator('[type=submit]').click();
    } else await confirm.click();
    const isDone = async (): Promise<boolean> => {
      if ((await dialog.count()) === 0) return true;
      await this.#refused(dialog, alerts);
      return false;
    };
    if (!(await waitUntil(isDone))) throw new StepRefused('nothing happened after the dialog was sent');
  }

  /** Returns the text beside a label, or null if the screen has no such label. */
  async shows(label: string): Promise<string | null> {
    const term = this.#main.getByRole('term').filter({ hasText: new RegExp(`^${escaped(label)}$`) });
    if ((await term.count()) === 0) return null;
    return (await term.first().locator('xpath=following-sibling::*[1]').innerText()).trim();
  }

  /** Returns the text beside the title of a record: its state. */
  async besideTitle(): Promise<string> {
    const title = this.page.getByRole('heading', { level: 1 }).first();
    const [line, own] = [await title.locator('xpath=..').innerText(), await title.innerText()];
    return line.replace(own, '').trim();
  }

  /** True if the page is the screen with this title, not an error page. */
  async isAt(title: string): Promise<boolean> {
    return (await this.page.getByRole('heading', { level: 1, name: title, exact: true }).count()) > 0;
  }
}

/** Messages that disappear by themselves; each is an element of its own. */
const toast = '[aria-live=polite] > *';

/** The content of a file with this name: a one-pixel picture, or a line of text. */
const contentOf = (name: string): { readonly mimeType: string; readonly buffer: Buffer } =>
  /\.(png|jpe?g|gif|webp)$/i.test(name)
    ? { mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }
    : { mimeType: name.endsWith('.pdf') ? 'application/pdf' : 'text/plain', buffer: Buffer.from(`${name}\n`) };

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Opens a page in a browser context of its own, without data of other people. */
export async function newPerson(context: BrowserContext, base: URL): Promise<ScreenPerson> {
  return new ScreenPerson(await context.newPage(), base);
}

/** Waits until `holds` returns true. Returns false after `milliseconds`. */
export async function waitUntil(condition: () => Promise<boolean>, milliseconds = patience): Promise<boolean> {
  for (let waited = 0, pause = between.first; ; waited += pause, pause = Math.min(pause * 2, between.last)) {
    if (await condition()) return true;
    if (waited >= milliseconds) return false;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
