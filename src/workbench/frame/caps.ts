/** Keys that are pressed together, by the words of their caps: `Ctrl Shift O`. */
export interface Keys {
  readonly keys: string;
  /** Where a Mac has others; else Ctrl is ⌘ and Alt is ⌥ there. */
  readonly mac?: string;
}

const onMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** What is on the caps of this machine's keyboard. */
export function caps({ keys, mac }: Keys): readonly string[] {
  if (!onMac()) return keys.split(' ');
  const own: Readonly<Record<string, string>> = { Ctrl: mac === undefined ? '⌘' : '⌃', Cmd: '⌘', Alt: '⌥', Shift: '⇧' };
  return (mac ?? keys).split(' ').map((cap) => own[cap] ?? cap);
}
