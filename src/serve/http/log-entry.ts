/** One log line: a request or an internal error. */
export interface LogEntry {
  readonly level: 'info' | 'error';
  readonly message: string;
  readonly [key: string]: string | number | boolean | null;
}
