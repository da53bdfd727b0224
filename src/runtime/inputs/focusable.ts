/** What takes the focus in an input of the kit. */
export const focusable = 'input:not([aria-hidden="true"]), textarea, button[role="combobox"], [role="radio"], [role="switch"]';
