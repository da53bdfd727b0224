import { systemPlatform } from '../base/platform.ts';
import type { Machine } from './machine.ts';
import { pause } from './stop-signal.ts';
import { plural } from './text/summary.ts';

/** Moves the cursor to the start of the line and clears it. */
const noLine = '\r\u001b[K';
/** Milliseconds between updates. */
const betweenLines = 200;

/** A progress line on the error output of a terminal. */
export interface ProgressLine {
  /** Updates the line a few times per second; `line` is called only when it is written. */
  say(line: () => string): void;
  /** For a search: shows its size, and yields so that Ctrl-C is handled. */
  searching(worlds: number, depth: number): Promise<void>;
  end(): void;
}

/** `quiet`: the output is for programs, so nothing is shown. */
export function progressLine(host: Machine, quiet: boolean): ProgressLine {
  const shown = host.interactive && !quiet;
  let last = systemPlatform.now();
  const say = (line: () => string): void => {
    const now = systemPlatform.now();
    if (!shown || now - last < betweenLines) return;
    last = now;
    host.writeError(`${noLine}${line()}`);
  };
  return {
    say,
    searching(worlds, depth) {
      say(() => `${plural(worlds, 'world')}, ${plural(depth, 'step')} deep. Press Ctrl-C to stop and see what was found.`);
      return pause();
    },
    end() {
      if (shown) host.writeError(noLine);
    },
  };
}
