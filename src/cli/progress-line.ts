import { systemPlatform } from '../base/platform.ts';
import type { Machine } from './machine.ts';
import { pause } from './stop-signal.ts';
import { plural } from './text/summary.ts';

/** Puts the cursor back and clears the line. */
const noLine = '\r\u001b[K';
/** Milliseconds. */
const betweenLines = 200;

/** A line on the error output of a terminal that says how far a command is. */
export interface ProgressLine {
  /** A few times a second, what it says; the line is built only when it is written. */
  say(line: () => string): void;
  /** For a search: says its size, and lets a Ctrl-C arrive. */
  searching(worlds: number, depth: number): Promise<void>;
  end(): void;
}

/** `quiet`: the output is for programs. */
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
