/** `Error.stackTraceLimit` exists in V8 and JavaScriptCore; other engines ignore it. */
const limited = Error as { stackTraceLimit?: number | undefined };

/**
 * An error that is a normal outcome and is always caught. It records no stack, because that takes
 * longer than most of the code that throws it.
 */
export class StacklessError extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = limited;
    limited.stackTraceLimit = 0;
    super(message);
    limited.stackTraceLimit = stackTraceLimit;
  }
}
