/** A brief notice. */
export interface Notice {
  readonly message: string;
  readonly tone: 'neutral' | 'success' | 'danger';
  readonly action?: { readonly label: string; readonly run: () => void };
}
