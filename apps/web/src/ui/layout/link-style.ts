/** Class names of a link inside a text. */
export const linkStyle = 'rounded font-medium text-accent-text underline underline-offset-2';
