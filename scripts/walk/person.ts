import type { Locator, Page } from 'playwright-core';

/** Seconds of a person: of a click with finding its place, and of a key (40 words a minute). */
const perClick = 2;
const perKey = 60 / (40 * 5);
/** Milliseconds to look at what has happened, for the film. */
const looking = 400;

interface Step {
  readonly name: string;
  clicks: number;
  keys: number;
  /** What the machine took, in seconds. */
  machine: number;
}

/** Someone at the workbench, whose clicks and keys are counted. */
export class PersonAtWork {
  readonly page: Page;
  readonly #picture: (step: string, number: number) => Promise<unknown>;
  readonly #steps: Step[] = [];

  constructor(page: Page, picture: (step: string, number: number) => Promise<unknown>) {
    this.page = page;
    this.#picture = picture;
  }

  /** One step of the work, with a picture at its end. */
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

  /** Types where the cursor is. */
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

  /** Clicks into an input, and types in place of what is there. */
  async fill(input: Locator, words: string): Promise<void> {
    await this.click(input);
    await this.press('Control+a');
    await this.type(words);
  }

  /** Drags a file of the desktop to a place: as long as two clicks. */
  async drop(on: Locator, name: string, text: string): Promise<void> {
    this.#now().clicks += 2;
    // As text: this script knows no page.
    const make = `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)})); return data; })()`;
    const dataTransfer = await this.page.evaluateHandle(make);
    for (const event of ['dragover', 'drop']) await on.dispatchEvent(event, { dataTransfer });
  }

  /** Opens a list and takes one of its options, unless it is taken already. */
  async choose(list: Locator, option: string): Promise<void> {
    if ((await list.innerText()).trim() === option) return;
    await this.click(list);
    await this.click(this.page.getByRole('option', { name: option, exact: true }));
  }

  /** The steps with their times, as the rows of a Markdown table. */
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
