/** The product cannot be started, for a reason that the person who starts it can do something about. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';
}
