/** In pixels, of the page's header, which stays in view. */
export const HEADER_HEIGHT = 56;

/** The class of the bar with the buttons of a form; the theme keeps fields that get the focus above it. */
export const FORM_BAR = 'form-bar';

/** The class of the bar of a list whose rows are selected; the theme keeps what gets the focus below it. */
export const SELECTION_BAR = 'selection-bar';
