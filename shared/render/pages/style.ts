/** The one style of all pages. No foreign font, no picture: it reads well with what every device brings. */
export const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; }
`;
