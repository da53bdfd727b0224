import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function candidates(): string[] {
  const { CHROMIUM_PATH, PATH = '', PROGRAMFILES, LOCALAPPDATA } = process.env;
  if (CHROMIUM_PATH) return [CHROMIUM_PATH];
  switch (process.platform) {
    case 'darwin':
      return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
    case 'win32':
      return [PROGRAMFILES, process.env['PROGRAMFILES(X86)'], LOCALAPPDATA].flatMap((folder) =>
        folder ? [join(folder, 'Google/Chrome/Application/chrome.exe'), join(folder, 'Microsoft/Edge/Application/msedge.exe')] : [],
      );
    default:
      return ['/usr/bin', ...PATH.split(delimiter)].flatMap((folder) => names.map((name) => join(folder, name)));
  }
}

/**
 * Returns the path of an installed Chrome or Chromium, or a message that says what to do. `use`
 * starts the message (`The screens`); `command` is the command to repeat.
 */
export function findChromium(use: string, command: string): { readonly path: string } | { readonly missing: string } {
  const path = candidates().find((one) => existsSync(one));
  if (path !== undefined) return { path };
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return { missing: `CHROMIUM_PATH names ${CHROMIUM_PATH}, and there is no such file.` };
  const how = `Install one (Debian, Ubuntu: apt-get install chromium), or name it: CHROMIUM_PATH=/path/to/chrome ${command}`;
  return { missing: `${use} need Chrome or Chromium, and none was found. ${how}` };
}
