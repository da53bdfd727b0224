/** The product cannot start, for a reason that the operator can fix. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';
}
