/** The class of the bar with the buttons of a form; the theme keeps fields that get the focus above it. */
export const FORM_BAR = 'form-bar';
