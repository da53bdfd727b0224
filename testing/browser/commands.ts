import type { Page } from 'playwright-core';

/** Runs a command of the workbench by its palette; `name`: the start of the command's name. */
export async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search the workbench or run a command' });
  await box.fill(name);
  // Enter runs the selected entry, which changes while the search catches up with the typing.
  await page.getByRole('option', { selected: true }).filter({ hasText: name }).waitFor();
  await box.press('Enter');
  await box.waitFor({ state: 'detached' });
}
