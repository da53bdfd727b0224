/** A key combination, written with the labels of the keys: `Ctrl Shift O`. */
export interface Keys {
  readonly keys: string;
  /** Set if the Mac keys differ; by default Ctrl becomes ⌘ and Alt becomes ⌥. */
  readonly mac?: string;
}

const onMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Returns the key labels for this machine's keyboard. */
export function keyLabels({ keys, mac }: Keys): readonly string[] {
  if (!onMac()) return keys.split(' ');
  const own: Readonly<Record<string, string>> = { Ctrl: mac === undefined ? '⌘' : '⌃', Cmd: '⌘', Alt: '⌥', Shift: '⇧' };
  return (mac ?? keys).split(' ').map((cap) => own[cap] ?? cap);
}
