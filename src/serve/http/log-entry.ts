/** One line of the log: a request, or a mistake of ours. */
export interface LogEntry {
  readonly level: 'info' | 'error';
  readonly message: string;
  readonly [key: string]: string | number | boolean | null;
}
