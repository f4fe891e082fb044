/**
 * Finds the rows of one error group. A text with characters that the column cannot have finds none; without the
 * conversion the server would refuse to compare them.
 */
export const OF_ERROR_GROUP = '`errorGroup` = CONVERT(? USING ascii)';
