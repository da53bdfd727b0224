import type { Locator, Page } from 'playwright-core';

/**
 * Seconds that a person needs for a click, including finding its target, and for a key (40 words a
 * minute).
 */
const perClick = 2;
const perKey = 60 / (40 * 5);
/** Milliseconds for the viewer of the film to see the result. */
const looking = 400;

interface Step {
  readonly name: string;
  clicks: number;
  keys: number;
  /** Seconds that the machine took. */
  machine: number;
}

/** A person at the workbench, whose clicks and keys are counted. */
export class PersonAtWork {
  readonly page: Page;
  readonly #picture: (step: string, number: number) => Promise<unknown>;
  readonly #steps: Step[] = [];

  constructor(page: Page, picture: (step: string, number: number) => Promise<unknown>) {
    this.page = page;
    this.#picture = picture;
  }

  /** Runs one step of the work, and takes a picture at its end. */
  async step(name: string, body: () => Promise<void>): Promise<void> {
    const began = performance.now();
    const step: Step = { name, clicks: 0, keys: 0, machine: 0 };
    this.#steps.push(step);
    await body();
    step.machine = (performance.now() - began) / 1000;
    await this.page.waitForTimeout(looking);
    await this.#picture(name, this.#steps.length);
  }

  async click(on: Locator): Promise<void> {
    this.#now().clicks++;
    await on.first().click();
  }

  /** Types at the cursor. */
  async type(words: string): Promise<void> {
    this.#now().keys += words.length;
    await this.page.keyboard.type(words, { delay: 4 });
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.#now().keys++;
      await this.page.keyboard.press(key);
    }
  }

  /** Clicks an input and replaces its text. */
  async fill(input: Locator, words: string): Promise<void> {
    await this.click(input);
    await this.press('Control+a');
    await this.type(words);
  }

  /** Drops a file from the desktop; counts as two clicks. */
  async drop(on: Locator, name: string, text: string): Promise<void> {
    this.#now().clicks += 2;
    // As text, because this script is compiled without the DOM's types.
    const make = `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)})); return data; })()`;
    const dataTransfer = await this.page.evaluateHandle(make);
    for (const event of ['dragover', 'drop']) await on.dispatchEvent(event, { dataTransfer });
  }

  /** Opens a list and chooses an option, unless it is chosen already. */
  async choose(list: Locator, option: string): Promise<void> {
    if ((await list.innerText()).trim() === option) return;
    await this.click(list);
    await this.click(this.page.getByRole('option', { name: option, exact: true }));
  }

  /** The steps and their times as rows of a Markdown table. */
  report(): string {
    const seconds = ({ clicks, keys }: Pick<Step, 'clicks' | 'keys'>): number => clicks * perClick + keys * perKey;
    const time = (value: number): string => `${Math.floor(Math.round(value) / 60)}:${String(Math.round(value) % 60).padStart(2, '0')}`;
    const rows = this.#steps.map(
      (step) => `| ${step.name} | ${step.clicks} | ${step.keys} | ${time(seconds(step))} | ${Math.round(step.machine)} |`,
    );
    const all = this.#steps.reduce(
      (sum, { clicks, keys, machine }) => ({ clicks: sum.clicks + clicks, keys: sum.keys + keys, machine: sum.machine + machine }),
      { clicks: 0, keys: 0, machine: 0 },
    );
    const head = '| Step | Clicks | Keys | A person (min:s) | This run (s) |\n|---|---|---|---|---|';
    return `${head}\n${rows.join('\n')}\n| all | ${all.clicks} | ${all.keys} | ${time(seconds(all))} | ${Math.round(all.machine)} |`;
  }

  #now(): Step {
    const step = this.#steps.at(-1);
    if (step === undefined) throw new Error('a person works in steps');
    return step;
  }
}
