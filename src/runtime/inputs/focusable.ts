/** Focusable elements within the inputs of src/ui. */
export const focusable = 'input:not([aria-hidden="true"]), textarea, button[role="combobox"], [role="radio"], [role="switch"]';
